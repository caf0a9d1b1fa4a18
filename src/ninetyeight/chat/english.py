"""The number words of English, and what English-speaking players count."""

from __future__ import annotations

from ninetyeight.chat.tongue import Tongue, spelled, words

UNITS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
         8: "eight eigth", 9: "nine"}  # fmt: skip
TEENS = {10: "ten", 11: "eleven", 12: "twelve twelf", 13: "thirteen", 14: "fourteen forteen",
         15: "fifteen fiveteen", 16: "sixteen", 17: "seventeen", 18: "eighteen eightteen",
         19: "nineteen ninteen"}  # fmt: skip
TENS = {20: "twenty", 30: "thirty", 40: "forty fourty", 50: "fifty fivety", 60: "sixty",
        70: "seventy", 80: "eighty eightty", 90: "ninety ninty"}  # fmt: skip
ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh",
            8: "eighth", 9: "ninth", 10: "tenth", 11: "eleventh", 12: "twelfth twelth"}  # fmt: skip


def _cardinals() -> dict[str, int]:
    units, tens = spelled([UNITS]), spelled([TENS])
    compounds = {t + u: a + b for t, a in tens.items() for u, b in units.items()}
    return {"zero": 0, "hundred": 100, **units, **spelled([TEENS]), **tens, **compounds}


def _ordinals() -> dict[str, int]:
    small = spelled([ORDINALS])
    teens = {word + "th": value for word, value in spelled([TEENS]).items() if value > 12}
    tens = {word[:-1] + "ieth": value for word, value in spelled([TENS]).items()}
    units = {word: value for word, value in small.items() if value < 10}
    compounds = {t + u: a + b for t, a in spelled([TENS]).items() for u, b in units.items()}
    return {"hundredth": 100, **small, **teens, **tens, **compounds}


_PLURALS = "twos threes fours fives sixes sevens eights nines tens elevens twelves teens"
_ABOUT = " ".join(f"{word}ish" for word in ["four", "five", "six", "seven", "eight", "nine", "ten"])

#: A card that another is compared with.
PEER = (
    r"(?:it|that|yours|mine|ours|[a-z] [0-9]|(?:this|that) one|"
    r"what (?:lies|you|he|she|they|is|s|was|we)|"
    r"(?:the|this|that|your|my|his|her) (?:card|top|number|last|lowest|highest))\b"
)

ENGLISH = Tongue(
    code="en",
    cardinals=_cardinals(),
    ordinals=_ordinals(),
    names=words(
        f"dozen fiver tenner onehundred ahundred halfhundred exactlythree {_PLURALS} {_ABOUT}"
    ),
    roots=(
        *("twenty", "thirty", "forty", "fourty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        *("twentie", "thirtie", "fortie", "fourtie", "fiftie", "sixtie", "seventie", "eightie"),
        *("ninetie", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
        *("seventeen", "eighteen", "nineteen", "sexagen", "septuagen", "octogen", "nonagen"),
    ),
    said={
        "fivt": "fift",
        "thirth": "thirt",
        "tweny": "twenty",
        "twenny": "twenty",
        "sevnt": "sevent",
    },
    links=words("and"),
    counted=words("cards rows turns piles stacks columns lines"),
    counted_few=words(
        """players player people persons friends guys folks hands games rounds times moves plays
        lays decks fires markers bots seats options tries attempts
        chances questions things words days weeks
        thirds quarters halves ways reasons directions tricks jumps problems mistakes ideas wins
        losses digit digits messages choices handed cheers percent beers coffees drinks hearts
        stars ones people's"""
    ),
    commands=words(
        """command commands order orders stop stops stopp stopps skull skulls silence silences
        flash flashes lightning lightnings bolt bolts death deaths infinity infinities"""
    ),
    spans=words("hours minutes minute mins min seconds secs sec"),
    ordered=words(
        """card turn time player game round hand move try attempt chance
        lay play one place option deck place question thing seat day person"""
    ),
    places=words("row rwo pile stack column line lane ascending descending"),
    many_places=words("rows piles stacks columns lines lanes"),
    seats=words("player seat bot"),
    numbered=words("number no nr num"),
    between=words(
        """more other of my your our the these those his her their small little big low lower high
        higher good bad great nice last next first new rising falling upper bottom top ascending
        descending going up down left remaining middle outer inner easy hard safe different
        extra full whole entire single fire possible highest lowest bigger
        smaller larger better worse best worst one ones x consecutive quick short long such
        whole awful terrible perfect"""
    ),
    positions=words("from"),
    choices=words("or to"),
    ordinary=words("elf elfe cent cents seize mille null teen second seconds achte achten"),
    idioms=(
        # The backwards trick by another name (T1), but not the card: "put the ten back".
        r"(?<!the )(?<!my )(?<!take )(?<!took )(?<!put )(?<!card )(?<!number )(?<!is )"
        r"(?:ten|10) (?:back|backs|backward|backwards)",
        r"the (?:ten|10) back (?=on |trick|jump)",
        r"(?:back|backwards) (?:by )?(?:exactly )?(?:ten|10)(?= on | there| here|$| ,)",
        r"(?:minus )?(?:ten|10) (?:trick|jump)s?",
        r"(?:minus|plus) ten on (?=[a-z] [0-9]|the |row)",
        r"(?:back|backward|backwards) (?:jump|step|trick)s? (?:of|by) (?:ten|10)",
        r"(?:ten|10) (?:steps?|points?|numbers?) back(?:wards?)?",
        r"the (?:two|2) (?:(?:upper|lower|top|bottom|left|right|ascending|descending|rising|"
        r"falling|up|down) ones|(?:that |which )?(?:are )?(?:go|going) (?:up|down))",
        # A row, but a card once somebody has it: "I have the one right below".
        r"(?:rows?|piles?|stacks?|(?<!have )(?<! ve )(?<!has )(?<!had )(?<!got )(?<!hold )"
        r"(?<!holding )(?<!holds )(?<!own )(?<!mine is )(?<!mine s )the one) "
        r"(?:just|right|directly|immediately|barely) "
        r"(?:below|above|under|over|underneath|beneath)",
        r"(?:the|these|those|our|both) (?:upper|lower|top|bottom|left|right|middle|outer|inner|"
        r"ascending|descending|rising|falling) (?:two|three|2|3)(?! (?:hundred|and))",
        r"(?:two|three|four|five|six|seven|eight|ten) card (?:turns?|hands?|minimum|plays?|limit)",
        r"(?:two|three|four) in a row",
        r"(?:hundred|100) times",
        r"high fives?",
        r"give me five",
        r"gimme five",
        r"cloud nine",
        r"(?:two|2) cents",
        r"two faced",
        r"we (?:are|re) (?:two|three|four|five|six|[2-6])"
        r"(?=$| ,| (?:tonight|today|here|now|in all|at the table|again)\b)",
        r"as (?:the )?(?:third|fourth|fifth|sixth)(?=$| ,)",
        r"(?:go|goes|going|come|comes|coming|am|play|plays|start|starts) "
        r"(?:third|fourth|fifth|sixth)(?=$| ,| then\b)",
        r"two and two together",
        r"two heads",
        r"at sixes and sevens",
        r"three cheers",
        r"(?:sixth|seventh) (?:sense|heaven)",
        r"third time s? ?(?:the|a) charm",
        r"third wheel",
        r"(?:you|us|we|all|these|those|other|them|the last|the first|the next|your|both) "
        r"(?:two|three|four|five)(?! (?:hundred|and))",
        r"the two of (?:us|you|them)",
        r"(?:ones?|either|neither|both|none|lower|higher|better|worse|best|worst) of the "
        r"(?:two|three|four)(?! (?:hundred|and))",
        r"(?:two|three|four|five|[2-6]) of (?:us|you|them)",
        r"best of (?:three|five|seven|[357])(?=$| ,)",
        r"(?:two|three|four) more"
        r"(?= (?:please|to|turn|then|and|before|if|or|for|left|after|now)\b|$| ,)",
        r"(?:one|a) (?:hundred|100) (?:percent|per cent)",
        r"(?:hundred|100) (?:percent|per cent)",
        r"four eyes",
        r"one two three go",
        r"(?:third|thirdly|fourthly)(?= ,)",
        r"a third of",
        r"in two minds",
        r"two sides of",
        r"thirdly",
        r"nine to five",
        r"on all fours",
        r"take five",
        r"two way",
        r"four leaf",
        r"second to none",
        r"it takes two",
        r"knock (?:for|me for) six",
        r"two weeks",
        r"third part(?:y|ies)",
        r"four seasons",
    ),
    hints=(
        r"one(?<!no one)(?<!some one)(?<!the one)(?<!this one)(?<!that one)(?<!any one)"
        r"(?<!every one)(?<!each one)(?<!which one)(?<!a one)(?<!your one)(?<!my one)"
        r"(?<!lower one)(?<!other one)(?<!last one)(?<!lowest one)(?<!highest one)(?<!row one)"
        r"(?<!higher one)(?<!next one)(?<!pile one) ?"
        r"(?:step |notch |unit |number |point |tick |digit )?"
        r"(?:(?:below|bellow|belwo|above|abvoe|abov|under|underneath|beneath)\b"
        r"(?! (?:us|you|me|control|the belt|the other|another|all)\b)|"
        r"over\b(?! (?:there|here|to|the other|another|us|you)\b)|"
        r"(?:higher|lower|bigger|smaller|greater|larger)\b(?! (?:rows?|piles?|cards?|one)\b)|"
        r"(?:less|les)\b(?! (?:cards?|rows?|piles?|things?|problems?|worry|worries|turns?|rounds?|"
        r"players?|persons?|fires?|skulls?|stops?|commands?|bots?|jobs?|tr(?:y|ies|icks?)|reasons?|"
        r"moves?|options?|chances?|headaches?|mistakes?|duty|markers?|of|to)\b)|"
        r"more than(?! (?:usual|needed|necessary)\b)|short of|shy of|past (?:it|that|the top)|"
        r"beyond|"
        r"(?:before|after) (?:that|it|yours|mine|the top|[a-z] [0-9])\b|"
        r"(?:up|down) (?:from|of)|apart|off(?! the table)|"
        r"away(?! from (?:winning|victory|the end|losing|home)))",
        r"one (?:step|notch|unit|number) (?:up|down)",
        r"(?:is|s|m|be|just|exactly|only) one (?:up|down)(?! (?:here|there|row))",
        r"one too (?:high|low|big|small)",
        r"single (?:step|notch|unit|number|point) (?:below|above|under|over|higher|lower|up|down)",
        r"by (?<!one by )(?:just |only |exactly )?one(?! (?:by|card|row|turn|player|of|more|or))",
        r"(?:gap|step|jump|difference|distance) (?:of |is )(?:just |only |exactly )?one"
        r"(?! (?:cards?|rows?|turns?|rounds?|of))",
        r"distance one",
        r"(?:gap|difference|distance) , one(?=$| ,)",
        r"minus one",
        r"plus one(?<=[a-z0-9] plus one)(?<!my plus one)(?<!a plus one)"
        r"(?=$| ,| (?:or|and|is|would|then|please)\b)",
        r"(?:just|right|directly|immediately|barely) "
        r"(?:below|bellow|above|under|underneath|beneath)"
        rf"(?=$| ,| {PEER})",
        rf"(?:just|right|directly|immediately|barely) over(?= {PEER})",
        r"(?:next|previous|preceding|following|adjacent|neighbou?r(?:ing)?) "
        r"(?:higher |lower |bigger |smaller |highest |lowest )?(?:number|value)",
        r"(?:next|nearest) (?:higher|lower|bigger|smaller) (?:one|card)\b",
        r"(?:just|right|directly|immediately) (?:before|after) "
        r"(?:yours|mine|[a-z] [0-9]|(?:the|your|my) (?:card|top|number))\b",
        r"the (?:one|card) (?:just|right|directly|immediately) (?:before|after)"
        rf"(?=$| ,| {PEER})",
        r"(?:the|its) (?:successor|predecessor)(?=$| ,| (?:of|to|is)\b)",
        r"(?:number|value) (?:right |just |directly |immediately )"
        r"(?:before|after|above|below|under|over)",
        r"(?:number|value) (?:before|after|above|below) (?:it|that|yours|mine)",
        r"(?:direct|immediate) (?:successor|predecessor|neighbou?r)",
        rf"(?:successor|predecessor|adjacent|consecutive|neighbou?r) (?:of|to) {PEER}",
        rf"a (?:notch|hair|tick|whisker) (?:below|above|under|over)(?=$| ,| {PEER})",
        r"single digits?(?! (?:apart|off|away)\b)",
        r"half a century",
        r"quarter (?:of a )?century",
        r"in the teens",
    ),
    command_names=(
        r"(?:exact|exactly|exactely|exacly|exatly|exaclty|excatly|exactlly|precisely) ?"
        r"(?:three|threes|3)",
        r"(?:three|3) exactly",
        r"(?:three|3) with (?:the |an |its )?exclamation (?:mark|point)",
        r"(?:three|3) (?:card|symbol|sign)",
        r"(?:commands?|orders?) (?:exactly )?(?:three|3)",
        r"(?:three|3) in (?:all|total)",
        r"in (?:all|total) (?:exactly )?(?:three|3)",
        r"draws? (?:only |just |exactly )?(?:1|ones?)",
        r"drawing (?:only |just |exactly )?(?:1|one)",
        r"one rows",
        r"(?:(?<=two )|(?<=three )|(?<=four )|(?<=\b[2-4] )|(?<=two of )|(?<=three of ))one row",
        r"one row(?= x (?:[2-4]|two|three|four)\b)",
        r"(?:no|0|zero) (?:backwards? )?(?:backs?|tricks?)",
    ),
    values=(
        r"(?:card|number|value|lowest|highest|smallest|biggest|largest|top|row|pile|gap|difference|"
        r"distance|mine|yours|[a-z] [0-9]) (?:is|was|s|stands|lies|sits)(?: at| on)?",
        r"(?:is|stands|lies|sits|now|goes) at",
        r"(?:gap|difference|distance|step|jump|multiple|value) of",
        r"(?:higher|lower|up|down|bigger|smaller|more|less|off|differs?|greater) by",
        r"(?:higher|lower|bigger|smaller|more|less|greater) than",
        r"(?:number|value|worth|between|plus|minus|times|above|below|equals)",
    ),
    measures=(
        r"below|above|under|underneath|beneath|over(?! (?:there|here))|less|lower|higher|more than",
        r"more$|bigger|smaller|greater|larger|away|off|apart|steps?|points?|numbers?|notch(?:es)?",
        r"short of|shy of|from (?:the|that|it|yours?|[a-z] [0-9])|up(?! next)",
        r"down(?! (?:here|there))",
        r"plus|minus|times|ahead|squared|dozen|hundred",
    ),
)
