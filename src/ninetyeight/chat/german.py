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


_CALLED_ENDINGS = words("e en er ern ers ener enern erkarte erkarten erbefehl erbefehle")
#: "die Vieren", "ein Dreier", "die Siebener", "die Dreierkarte": but an `Elfe` is a fairy.
_CALLED = " ".join(
    word + ending
    for value, some in {**UNITS, **TEENS}.items()
    if value > 1 and value != 11
    for word in some.split()
    for ending in _CALLED_ENDINGS
    if word + ending not in ("achte", "achten", "sieber", "siebener")
)

#: Where a neighbour lies.
LOWER = "(?:darunter|daruber|darueber|drunter|drunta|druber|druba|drueber)"

GERMAN = Tongue(
    code="de",
    cardinals=_cardinals(),
    ordinals=_ordinals(),
    names=words(
        f"""dutzend dutzends elfer elfern halbdutzend viertelhundert halbhundert siebener genaudrei
        hunderter hundertern {_CALLED}"""
    ),
    roots=(
        *("zwanzig", "dreissig", "dreizig", "vierzig", "funfzig", "fuenfzig", "fuffzig"),
        *("sechzig", "sechszig", "siebzig", "achtzig", "neunzig", "dreissg", "fuchz"),
        *("dreizehn", "vierzehn", "funfzehn", "fuenfzehn", "sechzehn", "siebzehn"),
        *("achtzehn", "neunzehn", "zwanzg", "vierzg", "sechzg", "siebzg"),
        *("viertelhundert", "halbhundert"),
    ),
    said={"zisch": "zig", "zsch": "zig", "ssisch": "ssig", "fumf": "funf", "sechtz": "sechz"},
    links=words("und"),
    counted=words(
        """karten reihen zuge zugen zuege zuegen runden stapel stapeln stapels handkarten spalten
        spielkarten linien kartchen kaertchen"""
    ),
    counted_few=words(
        """spieler spielern spielerinnen leute leuten spiele partien hande haende feuer
        tage tagen mal male malen personen bots platze plaetze
        versuche versuchen chancen freunde leben
        moglichkeiten moeglichkeiten fragen dinge worte worten wochen drittel viertel optionen
        wege tricks fehler feuerkarten marker durchgange menschen richtungen seiten ideen sprunge
        spruenge sachen prozent bier kaffee"""
    ),
    commands=words(
        """befehl befehle befehlen befehls kommando kommandos befehlskarten stopp stopps stop stops
        totenkopf totenkopfe totenkopfen totenkoepfe totenkoepfen schadel schaedel schweigen stille
        schweigekarten stoppkarten totenkopfkarten blitz blitze blitzbefehle dauerbefehle
        trickverbote"""
    ),
    spans=words("stunden minuten minute min sekunden sek"),
    ordered=words(
        """karte zug zuges runde mal spieler spielerin partie spiel hand versuch chance
        platz frage sinn person tag karten"""
    ),
    places=words(
        """reihe riehe reie rehie rheihe stapel spalte linie zeile kolonne spur haufen
        aufsteigend aufsteigende absteigend absteigende"""
    ),
    many_places=words("reihen stapeln spalten linien"),
    seats=words("spieler spielerin sitz platz bot"),
    numbered=words("nummer nummero nr num"),
    between=words(
        """mehr von meinen deinen unseren euren den der die meiner deiner unserer ganze ganzen
        volle vollen verdammte verdeckte verdeckten restliche restlichen ubrige ubrigen dieser
        weitere weiteren andere anderen kleine kleinen gute guten schlechte schlechten grosse
        grossen niedrige niedrigen hohe hohen letzte letzten nachste nachsten naechste naechsten
        erste ersten neue neuen steigende steigenden fallende fallenden obere oberen untere unteren
        aufsteigende aufsteigenden absteigende absteigenden linke linken rechte rechten mittlere
        mittleren verschiedene verschiedenen schone schonen schoene einfache mogliche passende
        passenden gleiche gleichen sichere lange kurze richtige blode bloede nette x
        hohere hoheren hoehere hoeheren tiefere tieferen niedrigere niedrigeren grossere grosseren
        groessere groesseren kleinere kleineren bessere besseren
        beste besten schlechtesten schlimmsten"""
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
        # The backwards trick by another name (T1), but not the card: "nimm die Zehn zurück".
        r"(?<!die )(?<!meine )(?<!deine )(?<!karte )(?<!eine )(?<!ist )"
        r"(?:um )?(?:genau )?(?:zehn|10) (?:zuruck|zurueck|ruckwarts|rueckwaerts|retour)",
        r"(?:zuruck|zurueck|ruckwarts|rueckwaerts) um (?:genau )?(?:zehn|10)",
        r"(?:zehn|10) (?:schritte?|zahlen|punkte) (?:zuruck|zurueck)",
        r"(?:minus|plus) zehn auf (?=[a-z] [0-9]|der |die |reihe)",
        r"um (?:genau )?(?:zehn|10) (?:zuruck|zurueck)\w+",
        r"(?:zehner|10 ?er) ?(?:tricks?|(?:ruck|rueck)?(?:sprunge?|spruenge|schritte?))",
        r"die (?:zwei|drei|2|3) (?:oberen|unteren|linken|rechten|mittleren|steigenden|fallenden|"
        r"aufsteigenden|absteigenden)",
        # A row, but a card once somebody has it: "ich hab die direkt darunter".
        r"(?:(?<!hab )(?<!habe )(?<!hast )(?<!hat )(?<!hatte )(?<!halte )(?<!hab ich )"
        r"(?<!habe ich )(?<!hast du )(?<!habt ihr )(?<!ist )die|reihen?|stapel) "
        r"(?:knapp|direkt|genau|gleich|unmittelbar) "
        r"(?:darunter|daruber|darueber|drunter|druber|drueber)",
        r"(?:die|den|alle|beide[nr]?) (?:oberen|unteren|obersten|untersten|linken|rechten|"
        r"mittleren|ausseren|inneren|steigenden|fallenden|aufsteigenden|absteigenden) "
        r"(?:zwei|drei|2|3)(?! (?:und|hundert))",
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
        r"(?:zwei|drei|vier|[2-6]) von (?:uns|euch|ihnen)",
        r"(?:zwei|drei|vier|funf|fuenf|sechs|[2-6]) davon",
        r"drei kreuze",
        r"(?:zwei|drei|vier) hintereinander",
        r"(?:hundert|100) ?mal",
        r"hundert prozent",
        r"100 prozent",
        r"hundert pro",
        r"(?:noch )?(?:zwei|drei|vier) (?:mal|male)",
        r"unsere vier wande",
        r"vier wanden",
        r"(?:nach|in|von|bei|seit) (?:den )?(?:letzten )?(?:zwei|drei|vier|[2-9]) spielen",
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
        r"(?:wir|ihr) (?:sind|seid) (?:zwei|drei|vier|funf|fuenf|sechs|[2-6])"
        r"(?=$| ,| (?:heute|hier|jetzt|insgesamt|am tisch|zusammen)\b)",
        r"als (?:dritte|vierte|funfte|fuenfte|sechste)r?(?=$| ,| (?:dran|an der reihe)\b)",
        r"(?:unsere|eure|ihre) (?:zwei|drei|vier)(?=$| ,)",
        r"zu zweien",
        r"zu dreien",
        r"dritte[nr]? wahl",
    ),
    hints=(
        r"(?:eins|einen|einer|eine)(?<!reihe eins)(?<!stapel eins)(?<!wie eins)(?<!wie eine)"
        r"(?<!wie einer) "
        r"(?:unter(?! (?:uns|euch|druck|ihnen|den|die|allen|vielen|einander|de[rm] ander))|"
        r"ue?ber(?! (?:uns|euch|den|die|das|de[rm] ander))|"
        rf"{LOWER}|(?:mehr|weniger) (?:als|wie)(?! (?:sonst|notig|noetig|ublich|ueblich)\b)|"
        r"(?:hoher|hoeher|tiefer|niedriger|kleiner|grosser|groesser)"
        r"(?! (?:reihen?|stapel|karten?)\b))",
        r"eins (?:daneben|davor|danach|dahinter|weg|entfernt|"
        r"mehr(?<!noch eins mehr)(?! oder weniger))",
        r"eins (?:unterm|ue?berm)",
        r"eins zu (?:hoch|niedrig|tief|gross|klein)",
        r"eins (?:nach|vor|neben) (?:deine[mr]|meine[mr]|seine[mr]|ihre[mr]|de[mr] oberste[nr])",
        r"(?:eins|einen|einer) weniger",
        rf"ein {LOWER}",
        rf"eine (?:nummer|zahl|stufe|einheit|ziffer) (?:unter|ue?ber|weniger|mehr|{LOWER}|"
        r"hoher|hoeher|tiefer|niedriger|kleiner|grosser|groesser)",
        r"einen (?:zahler|zaehler|punkt|schritt|tick) "
        rf"(?:hoher|hoeher|tiefer|niedriger|weniger|mehr|{LOWER})",
        r"um (?:genau |nur |grade |gerade |exakt )?eins",
        r"(?:abstand|differenz|lucke|luecke|schritt|sprung|unterschied) "
        r"(?:von |ist |betragt )?(?:nur |genau |gerade )?eins",
        rf"(?:knapp|direkt|genau|gleich|unmittelbar|exakt|haarscharf|hauchdunn) {LOWER}"
        r"(?! (?:ist|liegt|kommt|steht|reden|sprechen))",
        r"(?:knapp|direkt|genau|gleich|unmittelbar|exakt|haarscharf|hauchdunn) "
        r"(?:unter|ue?ber) (?:[a-z] [0-9]|de[mr](?= , (?:die|was|das) )|"
        r"de[mr] oberste[nr]|(?:deine|meine|eure|ihre|seine|diese)[rmn]?"
        r"(?=$| ,| (?:karte|oberste[nr]?|niedrigste[nr]?|hochste[nr]?|letzte[nr]?)\b))",
        r"(?:nachst|naechst|vorig|folgend)(?:e|en|er|es|hohere?n?|hoehere?n?|kleinere?n?|"
        r"grossere?n?|groessere?n?|niedrigere?n?|tiefere?n?) (?:hohere |kleinere )?"
        r"(?:zahl|nummer|wert)",
        r"(?:zahl|wert) (?:direkt |gleich |unmittelbar |genau |kurz )?"
        rf"(?:davor|danach|dahinter|{LOWER})",
        r"(?:die|der|den|das|meine|eine) (?:nachst|naechst)(?:hohere?|hoehere?|kleinere?|grossere?|"
        r"groessere?|niedrigere?|tiefere?)n?(?! (?:reihe|stapel|stufe)\b)",
        r"(?:direkt|genau|gleich|unmittelbar) (?:nach|vor) "
        r"(?:[a-z] [0-9]|de[mr] oberste[nr]|[dm]einer(?=$| ,| (?:karte|oberste[nr]?)\b)|"
        r"de[mr](?= , (?:die|was|das) ))",
        r"(?:die|karte) (?:direkt|genau|gleich|unmittelbar) (?:danach|davor)"
        r"(?=$| ,| (?:hab|habe|halte|ist|war)\b)",
        r"(?:nachfolger|vorganger|vorgaenger|nachbarn?) "
        r"(?:davon|dazu|von (?:[a-z] [0-9]|deiner)\b)",
        r"(?:den|der|dessen|deren|genau) (?:nachfolger|vorganger|vorgaenger)"
        r"(?=$| ,| (?:hab|habe|hat|ist|von)\b)",
        r"einer ?schritt",
        r"(?:dreier|vierer|funfer|fuenfer|sechser|siebener|achter|neuner|zehner|elfer|zwolfer|"
        r"zwoelfer)(?:reihe|zahl|zahlen|bereich)",
        r"nachbarzahl(?:en)?",
        r"nachbarkarten?",
        r"(?:direkte|unmittelbare)[rnms]? (?:nachfolger|vorganger|vorgaenger|nachbar)(?:in|n|s)?",
        r"(?:direkt|unmittelbar) neben (?:deine|meine|eure|ihre|seine)[rmn]? "
        r"(?:karte|oberste[nr]?)",
        r"einstellig(?:e[rnms]?)?",
        r"(?:ein|einen|nen|meinen|deinen|den) achter(?! (?:reihe|karte|runde)\b)",
        r"(?<!auf )(?:der|die|das) achte(?! (?:ich|karte|reihe|runde|zug|mal)\b)",
        r"(?:die|auf|bei|ab|plus|minus) eins(?<!reihe eins)",
        r"halbes jahrhundert",
        r"halben jahrhundert",
        r"vierteljahrhundert",
    ),
    command_names=(
        r"kein(?:e|en)? genau (?:drei|3) mehr",
        r"(?:genau|gneau|genua|ganau|exakt|exackt) ?(?:drei|dreier|dreien|3)",
        r"(?:drei|3) genau",
        r"(?:drei|3) mit (?:dem |einem )?ausrufe?zeichen",
        r"(?:drei|3) ausrufe?zeichen",
        r"dreier ?(?:karten?|befehle?n?|kommandos?)",
        r"(?:drei|3|3 ?er) (?:karte|befehl|kommando)",
        r"(?:befehl|kommando) (?:genau )?(?:drei|3)",
        r"insgesamt (?:genau )?(?:drei|3)",
        r"(?:drei|3) insgesamt",
        r"(?:nur |genau |bloss )?(?:1|eine) (?:nach)?ziehen",
        r"(?:zieh|ziehe|zieht|ziehst) (?:nur |genau |bloss |immer )*1",
        r"(?:(?<=zwei )|(?<=drei )|(?<=vier )|(?<=\b[2-4] )|(?<=\b[2-4] x )|(?<=drittes ))"
        r"(?:nur )?eine reihe",
        r"eine reihe(?= x (?:[2-4]|zwei|drei|vier)\b)",
        r"kein(?:e|en)? (?:ruckwarts|rueckwaerts) ?tricks?",
        r"(?:ruckwarts|rueckwaerts) ?(?:tricks?)? ?verbote?n?",
    ),
    values=(
        r"(?:karte|zahl|nummer|wert|niedrigste|hochste|hoechste|kleinste|grosste|groesste|oberste|"
        r"reihe|stapel|abstand|differenz|lucke|luecke|unterschied|[a-z] [0-9]|[mds]einer?) "
        r"(?:ist|war|betragt|liegt|steht)(?: bei| auf)?",
        r"(?:steht|liegt|ist|war|bis|geht|gehe?|runter|hoch|rauf) (?:auf|bei)",
        r"(?:abstand|differenz|lucke|luecke|sprung|schritt|unterschied|vielfaches|wert) von",
        r"(?:mehr|weniger|hoher|hoeher|tiefer|niedriger|kleiner|grosser|groesser) als",
        r"um|plus|minus|mal|zwischen|zahl|nummer|wert",
    ),
    measures=(
        rf"unter(?! (?:uns|euch))|ue?ber(?! (?:uns|euch))|{LOWER}",
        r"hoher|hoeher|tiefer|niedriger|kleiner|grosser|groesser|weniger|mehr",
        r"entfernt|daneben|schritte?n?|punkte?|zahlen|stufen|abstand|plus|minus|hundert|dutzend",
    ),
)
