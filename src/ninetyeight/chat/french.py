"""The number words of French, with those of Switzerland and Belgium, and what players count."""

from __future__ import annotations

from ninetyeight.chat.tongue import Tongue, spelled, words

UNITS = {1: "un une", 2: "deux", 3: "trois", 4: "quatre quattre", 5: "cinq", 6: "six", 7: "sept",
         8: "huit", 9: "neuf"}  # fmt: skip
TEENS = {10: "dix", 11: "onze", 12: "douze", 13: "treize", 14: "quatorze quatorse",
         15: "quinze quinse", 16: "seize", 17: "dixsept", 18: "dixhuit", 19: "dixneuf"}  # fmt: skip
TENS = {20: "vingt vint", 30: "trente trante", 40: "quarante quarente",
        50: "cinquante cinquente", 60: "soixante soissante", 70: "septante",
        80: "quatrevingt quatrevingts huitante octante", 90: "nonante"}  # fmt: skip
#: From sixty and from eighty French counts on to nineteen.
LONG_TENS = {60: "soixante soissante", 80: "quatrevingt"}


def _cardinals() -> dict[str, int]:
    units, teens = spelled([UNITS]), spelled([TEENS])
    found = {"zero": 0, "cent": 100, **units, **teens, **spelled([TENS])}
    for tens, rest in ((TENS, units), (LONG_TENS, teens)):
        for ten, a in spelled([tens]).items():
            for word, b in rest.items():
                found[ten + word] = found[ten + "et" + word] = a + b
    return found


def _ordinals() -> dict[str, int]:
    found = {"premier": 1, "premiere": 1, "second": 2, "seconde": 2}
    for word, value in _cardinals().items():
        if value < 2 and word != "un":
            continue
        stem = word.removesuffix("e").removesuffix("s")
        if word.endswith("cinq"):
            stem += "u"
        elif word.endswith("neuf"):
            stem = word[:-1] + "v"
        if word == "trois":
            stem = "trois"
        elif word == "un":
            continue
        found[stem + "ieme"] = value
    return {**found, **{word + "s": value for word, value in found.items()}}


_ABOUT = "huit dix douz quinz vingt trent quarant cinquant soixant septant huitant nonant cent"

FRENCH = Tongue(
    code="fr",
    cardinals=_cardinals(),
    ordinals=_ordinals(),
    names=words(
        " ".join(stem.replace("dix", "diz") + "aine" for stem in _ABOUT.split())
        + " douzaines demidouzaine dizaines trentenaire quarantenaire"
    ),
    roots=(
        *("vingt", "quarante", "quarantai", "quarantie", "cinquant", "soixant", "septante"),
        *("septantai", "septantie", "octante", "octantie", "huitant", "nonant", "quatorz"),
        *("quadragen", "quinquagen", "trentai", "trentie", "trentena"),
    ),
    links=words("et"),
    counted=words("cartes rangees tours coups piles lignes colonnes paquets series"),
    counted_few=words(
        """joueurs joueuses personnes gens mains fois ordres feux cranes minutes minute secondes
        jours bots places essais chances options choses mots amis amies copains manches
        parties tiers quarts semaines directions cotes erreurs questions facons raisons possibilites
        defausses sens problemes idees sauts marqueurs min sec commandes tentatives cafes bieres
        betises victoires defaites pour"""
    ),
    ordered=words(
        """carte rangee tour coup pile ligne colonne paquet fois joueur joueuse manche partie main
        essai chance ordre place question sens serie personne jour tentative"""
    ),
    places=words("rangee pile ligne colonne"),
    between=words(
        """de des les mes tes ses nos vos leurs ces
        petites petits petite grandes grands bonnes bons belles
        autres dernieres derniers prochaines prochains premieres premiers nouvelles nouveaux
        mauvaises mauvais vraies sales jolies simples hautes basses autre pauvres derniere
        prochaine petits plus longs courts bonne mauvaise grande seules"""
    ),
    positions=words("en a de depuis"),
    choices=words("ou a"),
    ordinary=words(
        "elfe second seconde secondes mille teen null tens cents octant elfes achte achten"
    ),
    idioms=(
        r"(?:quoi|rien|chose|plein) de (?:tout |bien |vraiment |plus )?neuf",
        r"(?:tout|flambant|comme|quasi|quasiment|presque|vraiment|etat|encore tout|"
        r"jeu|paquet|deck|telephone|portable|ordi|ordinateur|tapis|depart|look|pc|serveur|site|"
        r"esprit|sang|regard|oeil|souffle|plan|micro|casque|ecran|clavier|chat|coeur|"
        r"truc|monde) neuf"
        r"(?! (?:cartes|ou|et|moins|plus|fois)\b)",
        r"(?:rangees?|piles?) (?:un|une|deux|trois|quatre|[1-4]) "
        r"(?:et|ou) (?:deux|trois|quatre|[1-4])",
        r"du neuf",
        r"neufs",
        r"(?:remis|remise|remettre|refait|refaite|repeint) a neuf",
        r"pour cent",
        r"cent pour cent",
        r"cent fois",
        r"100 pour 100",
        r"en quarantaine",
        r"au four",
        r"petits? fours?",
        r"(?:nous|vous|eux|elles|tous les|toutes les|autres|ces|les autres|vos|nos|dernieres|"
        r"derniers|premieres|premiers|prochains|prochaines) "
        r"(?:deux|trois|quatre|cinq)(?! (?:cent|vingts?)\b)",
        r"des deux(?! (?:cent|et)\b)",
        r"(?:on est|nous sommes|vous etes) (?:deux|trois|quatre|cinq)(?=$| ,)",
        r"(?:tout|toute|tous) est neuf",
        r"l an neuf",
        r"les deux(?! (?:cent|et)\b)",
        r"(?:a|entre) (?:deux|trois|quatre|cinq)"
        r"(?=$| ,| (?:on|c|nous|joueurs|ca|contre|aussi)\b)",
        r"jamais deux sans trois",
        r"deux doigts",
        r"deux mots",
        r"trente six chandelles",
        r"son trente et un",
        r"les cheveux en quatre",
        r"en quatre(?= pour\b)",
        r"ni une ni deux",
        r"un de ces quatre",
        r"en moins de deux",
        r"quatre yeux",
        r"a quatre mains",
        r"quatre a quatre",
        r"high five",
        r"sixieme sens",
        r"septieme ciel",
        r"(?:deux|trois|quatre) d entre (?:nous|vous|eux|elles)",
        r"des (?:dizaines|centaines|douzaines)",
        r"un deux trois (?:soleil|partez|go)",
        r"deux secondes",
        r"deux poids deux mesures",
        r"de deux choses l une",
        r"deux trois",
        r"le tiers",
        r"cinquieme roue",
        r"tous deux",
        r"toutes deux",
        r"chacune? (?:deux|trois)$",
    ),
    hints=(
        r"(?<!l )(?<!quelqu )(?<!celle )(?<!pas )(?:un|une) (?:juste )?"
        r"(?:au dessus|au dessous|en dessous|en dessus)(?! de (?:tout|la pile|la rangee))",
        r"(?:un|une) de (?:plus|moins) que",
        r"(?:plus|moins) un\b"
        r"(?! (?:peu|mot|bruit|instant|coup|tour|pas|geste))",
        r"demi siecle",
    ),
)
