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

#: Where a neighbour lies.
NEAR = "(?:(?:au|en|par) (?:dessus|dessous|dessou)|audessus|audessous|endessous|dessous|dessus)"
#: A card that another is compared with.
PEER_BARE = (
    r"(?:(?:la|le) (?:tienne?|mienne?|sienne?|carte)|(?:ta|ma|sa|cette) (?:carte|derniere)|"
    r"celle|celui|ce (?:que|qu|qui)|ca|cela|toi|moi|lui|elle|[a-z] [0-9])\b"
)
PEER = rf"(?:d une?|d elle|du (?:tien|mien|dessus)|de {PEER_BARE})"

FRENCH = Tongue(
    code="fr",
    cardinals=_cardinals(),
    ordinals=_ordinals(),
    names=words(
        " ".join(stem.replace("dix", "diz") + "aine" for stem in _ABOUT.split())
        + " douzaines demidouzaine exactementtrois dizaines trentenaire quarantenaire"
    ),
    roots=(
        *("vingt", "quarante", "quarantai", "quarantie", "cinquant", "soixant", "septante"),
        *("septantai", "septantie", "octante", "octantie", "huitant", "nonant", "quatorz"),
        *("quadragen", "quinquagen", "trentai", "trentie", "trentena"),
    ),
    said={"katr": "quatr", "kinz": "quinz", "cinkant": "cinquant"},
    links=words("et"),
    counted=words("cartes rangees tours coups piles lignes colonnes paquets series"),
    counted_few=words(
        """joueurs joueuses personnes gens mains fois feux
        jours bots places essais chances options choses mots amis amies copains manches
        parties tiers quarts semaines directions cotes erreurs questions facons raisons possibilites
        defausses sens problemes idees sauts marqueurs tentatives cafes bieres
        betises victoires defaites retros retours reculs"""
    ),
    commands=words(
        """consigne consignes ordre ordres commande commandes stop stops crane cranes silence
        silences eclair eclairs infini infinis interdiction interdictions"""
    ),
    spans=words("minutes minute min secondes sec"),
    ordered=words(
        """carte tour coup paquet fois joueur joueuse manche partie main
        essai chance place question sens serie personne jour tentative"""
    ),
    places=words(
        """rangee range rengee ranjee pile ligne colonne tas rang
        ascendante croissante montante descendante decroissante"""
    ),
    many_places=words("rangees piles lignes colonnes"),
    seats=words("joueur joueuse siege bot"),
    numbered=words("n no num numero"),
    between=words(
        """de des les mes tes ses nos vos leurs ces
        petites petits petite grandes grands bonnes bons belles
        autres dernieres derniers prochaines prochains premieres premiers nouvelles nouveaux
        mauvaises mauvais vraies sales jolies simples hautes basses autre pauvres derniere
        prochaine petits plus longs courts bonne mauvaise grande seules seule
        meilleures meilleurs pires x"""
    ),
    positions=words("en a de depuis du"),
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
        # The backwards trick by another name (T1), but not the card: "reprends le dix".
        r"(?<!le )(?<!mon )(?<!ton )(?<!carte )(?<!est )(?:dix|10) "
        r"(?:pas |points )?en arriere",
        r"(?:moins|plus) dix sur (?=[a-z] [0-9]|la |rangee)",
        r"(?:dix|10) de recul",
        r"(?:recul\w*|retours?|retros?|sauts?|bonds?|revenir|reviens|revient) (?:en arriere )?"
        r"(?:exactement )?(?:de |d )?(?:exactement )?(?:dix|10)(?! (?:sept|huit|neuf)\b)",
        # A count of cards: "en" says what is counted.
        r"(?:en|n en|m en|t en) \w+ (?:que )?une? de (?:plus|moins)(?! que)",
        # A row, but a card once somebody has it: "j'ai celle juste en dessous".
        r"(?:rangees?|piles?|lignes?|colonnes?|(?<!ai )(?<!as )(?<!il a )(?<!elle a )(?<!on a )"
        r"(?<!avez )(?<!avons )(?<!ont )(?<!tiens )(?<!est )(?:celles?|celui)) "
        r"(?:juste|directement|immediatement) "
        r"(?:au dessus|au dessous|en dessous|en dessus|dessous|dessus)",
        r"les (?:deux|trois|2|3) (?=du (?:haut|bas|milieu)|d en (?:haut|bas)|de (?:gauche|droite)|"
        r"croissantes|decroissantes|premieres|dernieres)",
        r"du neuf",
        r"neufs",
        r"(?:remis|remise|remettre|refait|refaite|repeint) a neuf",
        r"pour cent",
        r"cent pour cent",
        r"(?:cent|100) fois",
        r"100 pour 100",
        r"en quarantaine",
        r"au four",
        r"petits? fours?",
        r"(?:nous|vous|eux|elles|tous les|toutes les|autres|ces|les autres|vos|nos|dernieres|"
        r"derniers|premieres|premiers|prochains|prochaines) "
        r"(?:deux|trois|quatre|cinq)(?! (?:cent|vingts?)\b)",
        r"des deux(?! (?:cent|et)\b)",
        r"(?:on est|nous sommes|vous etes) (?:deux|trois|quatre|cinq|six|[2-6])"
        r"(?=$| ,| (?:ce soir|aujourd|ici|maintenant|en tout|a table|a la table)\b)",
        r"(?:tout|toute|tous) est neuf",
        r"l an neuf",
        r"les deux(?! (?:cent|et)\b)",
        r"(?:a(?<!est a)(?<!rangee a)(?<!pile a)(?<![0-9] a)|on est a|entre) "
        r"(?:deux|trois|quatre|cinq)"
        r"(?=$| ,| (?:on|c|nous|joueurs|ca|contre|aussi)\b)",
        r"jamais deux sans trois",
        r"(?:deux|trois|quatre) de suite",
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
        # "En" says what is counted: cards.
        r"(?:en (?:pose|poses|posez|poser|reste|restent|joue|joues|jouer|mets|mettre)|"
        r"(?:pose|poses|posez|joue|joues|jouez|mets|mettez) en) "
        r"(?:que |plus que |encore |juste |seulement |au moins )?"
        r"(?:deux|trois|quatre|cinq|six|[2-6])"
        r"(?=$| ,| (?:sur|si|maintenant|ici|ce|ou|et|de toute|au maximum|au moins|tout|a ce)\b)",
        r"se met\w* en quatre",
        r"vingt dieux",
    ),
    hints=(
        r"une?(?<!l une)(?<!l un)(?<!quelqu une)(?<!quelqu un)(?<!pas une)(?<!pas un)"
        rf"(?<!celle une) (?:seule? )?(?:juste )?{NEAR}"
        r"(?! (?:de l autre|l autre|de tout|du lot)\b)",
        r"une?(?<!l une)(?<!l un) (?:juste )?sous(?! (?:pression|l autre|la main|le coude))",
        r"une?(?<!pas une)(?<!pas un)(?<!encore une)(?<!encore un)(?<!l un) "
        r"(?:seule? )?(?:de|en) (?:plus|moins?|mois)\b(?! (?:en|vers|pour|dans|a) )",
        r"(?<!au )(?<!du )(?:plus|moins) un(?=$| ,| (?:et|ou|s|c|est|ca|seul|exactement)\b)",
        r"(?:ecart|saut|bond|difference|distance|intervalle|inferieure?|superieure?|grande?|"
        r"petite?|haute?|basse?|bas|faut|dessous|dessus) (?:est )?(?:d|de) une?"
        r"(?=$| ,| (?:seulement|seule?|a|que|de (?:plus|moins)|par rapport|et|ou)\b)",
        r"d un de (?:plus|moins)",
        r"une? (?:seule? )?(?:unite|cran|numero|chiffre|nombre|degre) "
        rf"(?:de (?:plus|moins)|plus (?:haut|bas|grand|petit)|{NEAR})",
        r"(?:exactement|juste) une? plus (?:haute?|bas(?:se)?|grande?|petite?)",
        r"a un (?:seul )?chiffre",
        r"(?<!pas )un seul chiffre",
        r"un plus (?:haut|bas)(?=$| ,| que\b)",
        r"une? (?:seule? )?de (?:difference|distance)",
        r"(?:celle |carte )(?:juste|directement|immediatement) (?:apres|avant)(?=$| ,)",
        r"(?:juste|directement|immediatement) (?:apres|avant) "
        r"(?:la (?:tienne|mienne)|le dessus|celle du dessus|[a-z] [0-9])\b",
        r"(?:decalee?s?|differe) (?:d|de) une?",
        r"un pas de une?\b(?! (?:carte|rangee|pile|tour))",
        r"(?:le|son|leur|du) (?:successeur|predecesseur)(?=$| ,| (?:de|du|est)\b)",
        r"(?:la|le) (?:suivante?|precedente?|voisine?) (?:immediate?|directe?)",
        r"(?:est|etait) une? plus (?:haute?|bas(?:se)?|grande?|petite?)(?=$| ,| que\b)",
        r"(?:successeur|predecesseur|voisine?)s? (?:direct|immediat)e?",
        r"d une? (?:seule? )?(?:unite|cran|numero|chiffre)",
        r"a une? pres",
        r"une? trop (?:haut|bas|grand|petit)",
        r"un (?:seul )?d ecart",
        r"un (?:juste )?(?:avant|apres)(?<!l un avant)(?<!l un apres)"
        r"(?=$| ,| (?:le|la|les|ta|ton|ma|mon|celle|celui)\b)",
        rf"(?:juste|directement|immediatement|a peine|a un (?:cheveu|poil)) {NEAR}(?=$| ,| {PEER})",
        r"(?:juste|directement|immediatement|a peine|a un (?:cheveu|poil)) "
        rf"sous(?= (?!l autre\b){PEER_BARE})",
        r"(?:nombre|chiffre|valeur|numero) "
        r"(?:suivante?|precedente?|d apres|d avant|d a cote|voisine?|adjacente?|"
        rf"(?:juste |directement |immediatement )(?:apres|avant|{NEAR}))",
        r"prochain (?:nombre|chiffre|numero)",
        r"demi siecle",
    ),
    command_names=(
        r"(?:exactement|exactemant|exactment|exatement|exactemen) ?(?:trois|3)",
        r"(?:trois|3) exactement",
        r"(?:trois|3) (?:avec (?:le |un |son )?)?point d exclamation",
        r"(?:consigne|ordre|commande|symbole) (?:exactement |des |du |de )?(?:trois|3)",
        r"(?:trois|3) (?:en tout|au total)",
        r"(?:en tout|au total) (?:exactement )?(?:trois|3)",
        r"(?:pioche|piocher|piochez|pioches|tire|tirer) "
        r"(?:seulement |juste |que |qu |n en )*(?:1|une)",
        r"une seule rangee",
        r"une seule carte a piocher",
        r"tetes? de morts?",
        r"(?:0|zero|pas de|aucun) (?:retros?|retours?(?: en arriere)?|reculs?)",
    ),
    values=(
        r"(?:carte|nombre|valeur|numero|chiffre|basse|haute|petite|grande|rangee|pile|ecart|"
        r"difference|dessus|[a-z] [0-9]|[mts]ienn?e?) (?:est|etait|fait|vaut)(?: a| sur)?",
        r"(?:est|reste|monte|descend|arrive|va|rangee|pile) (?:a|sur)",
        r"jusqu a",
        r"(?:ecart|difference|saut|bond|distance|valeur|multiple) (?:d|de)",
        r"(?:haute?|basse?|bas|petite?|grande?|superieure?|inferieure?) (?:d|de|que)",
        r"(?:nombre|numero|valeur|chiffre|vaut|fois|entre)",
    ),
    measures=(
        rf"(?:de|en) (?:plus|moins)|{NEAR}|sous|plus (?:haut|bas|petit|grand)s?",
        r"d ecart|a cote|pres|pas(?! (?:maintenant|encore|ici|tout|si|la))|points?|crans?",
        r"unites?|plus|moins|fois|cents?|douzaines?",
    ),
)
