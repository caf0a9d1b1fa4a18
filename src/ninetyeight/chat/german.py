"""The number words of German, and what German-speaking players count."""

from __future__ import annotations

from ninetyeight.chat.tongue import Tongue, spelled, words

# Without umlauts, as `plain_letters` leaves them, and with the `e` that people write instead.
UNITS = {1: "ein eins", 2: "zwei zwo", 3: "drei", 4: "vier", 5: "funf fuenf", 6: "sechs",
         7: "sieben siebn", 8: "acht", 9: "neun"}  # fmt: skip
TEENS = {10: "zehn", 11: "elf", 12: "zwolf zwoelf", 13: "dreizehn", 14: "vierzehn",
         15: "funfzehn fuenfzehn fuffzehn", 16: "sechzehn sechszehn",
         17: "siebzehn siebenzehn", 18: "achtzehn achzehn", 19: "neunzehn"}  # fmt: skip
TENS = {20: "zwanzig zwanzich zwanzg", 30: "dreissig dreisig dreizig dreissich dreissg",
        40: "vierzig vierzich vierzg",
        50: "funfzig fuenfzig fuffzig funfzich fuenfzich fuffzich funfzg",
        60: "sechzig sechszig sechzich sechzg", 70: "siebzig siebenzig siebzich siebzg",
        80: "achtzig achzig achtzich achtzg", 90: "neunzig neunzich neunzg"}  # fmt: skip
ORDINALS = {1: "erst", 2: "zweit zwot", 3: "dritt", 4: "viert", 5: "funft fuenft", 6: "sechst",
            7: "siebt siebent", 8: "acht", 9: "neunt", 10: "zehnt", 11: "elft",
            12: "zwolft zwoelft"}  # fmt: skip
ENDINGS = ("e", "en", "er", "es", "em")


def _cardinals() -> dict[str, int]:
    units, tens = spelled([UNITS]), spelled([TENS])
    compounds = {
        unit + link + ten: a + b
        for ten, b in tens.items()
        for unit, a in units.items()
        for link in ("und", "n", "en", "un", "")
    }
    return {"null": 0, "hundert": 100, **units, **spelled([TEENS]), **tens, **compounds}


def _ordinals() -> dict[str, int]:
    small = spelled([ORDINALS])
    stems = {**small}
    for word, value in _cardinals().items():
        if 12 < value < 20:
            stems[word + "t"] = value
        elif value >= 20:
            stems[word + "st"] = value
    return {stem + ending: value for stem, value in stems.items() for ending in ENDINGS}


#: "die Vieren", "ein Dreier", "die Siebener": but an `Elfe` is a fairy.
_CALLED = " ".join(
    word + ending
    for value, some in {**UNITS, **TEENS}.items()
    if value > 1 and value != 11
    for word in some.split()
    for ending in ("e", "en", "er", "ern", "ers", "ener", "enern")
    if word + ending not in ("achte", "achten", "sieber", "siebener")
)

GERMAN = Tongue(
    code="de",
    cardinals=_cardinals(),
    ordinals=_ordinals(),
    names=words(
        f"""dutzend dutzends elfer elfern halbdutzend viertelhundert halbhundert siebener
        hunderter hundertern {_CALLED}"""
    ),
    roots=(
        *("zwanzig", "dreissig", "dreizig", "vierzig", "funfzig", "fuenfzig", "fuffzig"),
        *("sechzig", "sechszig", "siebzig", "achtzig", "neunzig"),
        *("dreizehn", "vierzehn", "funfzehn", "fuenfzehn", "sechzehn", "siebzehn"),
        *(
            "achtzehn",
            "neunzehn",
            "zwanzg",
            "vierzg",
            "sechzg",
            "siebzg",
            "viertelhundert",
            "halbhundert",
        ),
    ),
    links=words("und"),
    counted=words(
        """karten reihen zuge zugen zuege zuegen runden stapel stapeln stapels handkarten spalten
        spielkarten linien kartchen kaertchen"""
    ),
    counted_few=words(
        """spieler spielern spielerinnen leute leuten spiele spielen partien hande haende kommandos
        befehle befehlen feuer totenkopfe totenkoepfe minuten minute min sekunden sek stunden tage
        tagen mal male malen personen bots platze plaetze versuche versuchen chancen freunde leben
        moglichkeiten moeglichkeiten fragen dinge worte worten wochen drittel viertel optionen
        wege tricks fehler feuerkarten marker durchgange menschen richtungen seiten ideen sprunge
        spruenge sachen prozent bier kaffee"""
    ),
    ordered=words(
        """karte reihe zug zuges stapel runde mal spieler spielerin partie spiel hand versuch chance
        kommando befehl platz frage sinn person spalte linie tag karten reihen"""
    ),
    places=words("reihe stapel spalte linie"),
    between=words(
        """mehr von meinen deinen unseren euren den der die meiner deiner unserer ganze ganzen
        volle vollen verdammte verdeckte verdeckten restliche restlichen ubrige ubrigen dieser
        weitere weiteren andere anderen kleine kleinen gute guten schlechte schlechten grosse
        grossen niedrige niedrigen hohe hohen letzte letzten nachste nachsten naechste naechsten
        erste ersten neue neuen steigende steigenden fallende fallenden obere oberen untere unteren
        aufsteigende aufsteigenden absteigende absteigenden linke linken rechte rechten mittlere
        mittleren verschiedene verschiedenen schone schonen schoene einfache mogliche passende
        passenden gleiche gleichen sichere lange kurze richtige blode bloede nette"""
    ),
    positions=words("von"),
    choices=words("oder bis"),
    ordinary=words(
        """cent cents second seconds elfe elfen achten achter achtern teen null mille tens
        siebten zehen achte achtes achtem siebe sieber siebes siebern"""
    ),
    idioms=(
        r"(?:gib|gebt|geb|gebe|geben|gibt|habt) (?:gut |bitte |sehr |dich |auch |immer )*acht"
        r"(?= (?:dass|auf|bei|beim|mit|hier|jetzt|bitte|und wir|gut|ihr|wenn|wo)\b|$| ,)",
        r"acht (?:zu )?(?:geben|gibt|gegeben|gebt|gib|zugeben)",
        r"(?:reihen?|stapel) (?:eins|zwei|drei|vier|[1-4]) "
        r"(?:und|oder) (?:eins|zwei|drei|vier|[1-4])",
        r"in acht",
        r"ausser acht",
        r"acht(?=geben)",
        r"auf allen vieren",
        r"alle viere",
        r"alle neune",
        r"wolke sieben",
        r"unter vier augen",
        r"vier augen",
        r"(?:aller )?guten dinge sind drei",
        r"high five",
        r"funfe gerade",
        r"fuenfe gerade",
        r"(?:siebte|siebten|siebter|siebente[rn]?) (?:himmel|sinn)",
        r"sechste[rn]? sinn",
        r"(?:ihr|wir|uns|euch|alle|allen|diese|diesen|anderen|letzten|ersten|nachsten|naechsten) "
        r"(?:zwei|drei|vier|funf|fuenf)(?! (?:und|hundert))",
        r"(?:zwei|drei|vier) von (?:uns|euch|ihnen)",
        r"hundert prozent",
        r"100 prozent",
        r"hundert pro",
        r"(?:noch )?(?:zwei|drei|vier) (?:mal|male)",
        r"unsere vier wande",
        r"vier wanden",
        r"eins zwei drei los",
        r"der dritte im bunde",
        r"drittens",
        r"zweitens",
        r"das funfte rad",
        r"das fuenfte rad",
        r"sieben sachen",
        r"wie zwei",
        r"zwischen zwei stuhlen",
        r"zwischen den stuhlen",
        r"vier pfoten",
        r"null acht funfzehn",
        r"(?:wir|ihr) (?:sind|seid) (?:zwei|drei|vier|funf|fuenf)(?=$| ,)",
        r"(?:unsere|eure|ihre) (?:zwei|drei|vier)(?=$| ,)",
        r"zu zweien",
        r"zu dreien",
        r"dritte[nr]? wahl",
    ),
    hints=(
        r"(?<!kein )(?<!keine )(?<!wie )(?:eins|einen|einer|eine) "
        r"(?:unter(?! (?:uns|euch|druck|ihnen|den|die|allen|vielen))|"
        r"uber(?! (?:uns|euch|den|die|das))|"
        r"ueber(?! (?:uns|euch|den|die|das))|darunter|daruber|darueber|drunter|druber|drueber|"
        r"hoher|hoeher|tiefer|niedriger|kleiner als|grosser als|groesser als|kleiner|grosser|"
        r"groesser|mehr als|weniger als)\b(?! reihe)",
        r"um eins",
        r"(?<!auf )(?:der|die|das) achte(?! (?:karte|reihe|runde|zug|mal)\b)",
        r"(?:die|auf|bei|ab|plus|minus) eins",
        r"halbes jahrhundert",
        r"halben jahrhundert",
        r"vierteljahrhundert",
    ),
)
