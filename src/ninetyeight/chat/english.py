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

ENGLISH = Tongue(
    code="en",
    cardinals=_cardinals(),
    ordinals=_ordinals(),
    names=words(f"dozen fiver tenner onehundred ahundred halfhundred {_PLURALS} {_ABOUT}"),
    roots=(
        *("twenty", "thirty", "forty", "fourty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        *("twentie", "thirtie", "fortie", "fourtie", "fiftie", "sixtie", "seventie", "eightie"),
        *("ninetie", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
        *("seventeen", "eighteen", "nineteen", "sexagen", "septuagen", "octogen", "nonagen"),
    ),
    links=words("and"),
    counted=words("cards rows turns piles stacks columns lines"),
    counted_few=words(
        """players player people persons friends guys folks hands games rounds times moves plays
        lays decks commands command skulls skull fires markers bots seats options tries attempts
        chances questions things words days hours minutes minute mins min seconds secs sec weeks
        thirds quarters halves ways reasons directions tricks jumps problems mistakes ideas wins
        losses digit digits messages choices handed cheers beers coffees drinks hearts people's"""
    ),
    ordered=words(
        """card row turn pile stack column line time player game round hand move try attempt chance
        lay play one place option command deck place question thing seat day person"""
    ),
    places=words("row pile stack column line"),
    between=words(
        """more other of my your our the these those his her their small little big low lower high
        higher good bad great nice last next first new rising falling upper bottom top ascending
        descending going up down left remaining middle outer inner easy hard safe different
        extra full whole entire single command fire possible consecutive quick short long such
        whole awful terrible perfect"""
    ),
    positions=words("from"),
    choices=words("or to"),
    ordinary=words("elf elfe cent cents seize mille null teen second seconds achte achten"),
    idioms=(
        r"(?:rows?|piles?) (?:one|two|three|four|[1-4]) (?:and|or) (?:one|two|three|four|[1-4])",
        r"(?:two|three|four|five|six|seven|eight|ten) card (?:turns?|hands?|minimum|plays?|limit)",
        r"hundred times",
        r"high fives?",
        r"give me five",
        r"gimme five",
        r"cloud nine",
        r"(?:two|2) cents",
        r"two faced",
        r"we (?:are|re) (?:two|three|four|five)(?=$| ,)",
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
        r"(?:two|three|four|five) of (?:us|you|them)",
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
        r"(?<!no )(?<!some )(?<!the )(?<!this )(?<!that )(?<!any )(?<!every )(?<!each )(?<!which )"
        r"(?<!a )(?<!your )(?<!my )(?<!lower )(?<!other )(?<!last )(?<!lowest )(?<!highest )"
        r"one (?:below|above|under|over(?! (?:there|here|to))|higher|lower|less than|more than|"
        r"bigger than|smaller than|greater than|short of|shy of|away from)\b"
        r"(?! (?:us|you|control|the belt)\b)",
        r"(?<!one )by one(?! (?:card|row|turn|player|of|more))",
        r"half a century",
        r"quarter (?:of a )?century",
        r"(?:cards?|row|top|that|it|yours|mine|pile) (?:plus|minus) one",
        r"in the teens",
    ),
)
