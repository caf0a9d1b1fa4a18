"""Ordinary words pass, alone and in the middle of talk, though many have a number inside."""

from __future__ import annotations

import pytest

from ninetyeight.chat import find_number

WORDS = {
    "en": """
the be to of and a in that have I it for not on with he as you do at this but his by from they we
say her she or an will my all would there their what so up out if about who get which go me when
make can like time no just him know take people into year your good some could them see other than
then now look only come its over think also back after use how our work well way even new want
because any these give day most us alone someone anyone everyone none phone stone bone done gone
money honest lonely tone zone throne drone ozone often listen kitten attention tension content
intent tend tent tenant tender tennis tense potential extent patent omitten mitten rotten bitten
written gluten weight freight height sleight before forest fortune fort fortress comfort effort
fortify force fourier several sever severe sieve even event canine feminine engine machine define
fine line mine pine wine vine shine twofold network between twin twist twitch artwork within elf
shelf self itself himself delf seize size cent scent accent recent innocent percent center century
centre once twice double triple single half quarter pair couple few several dozens hundreds
thousands million zero null first second mix mild dim dill ill will mill civil civic vivid livid
lid did CD DVD MIX ID DI MD LCD I ok lol XD omg thx pls btw brb gg wp glhf haha hmm won ate to too
for fore tree free there thief heaven even leaven raven given wife live dive drive strive hive
jive alive survive arrive tonight right light might fight night sight bright
""",
    "de": """
der die das und in zu den nicht von sie ist des sich mit dem dass er es ein ich auf so eine auch
als an nach wie im für man aber aus durch wenn nur war noch werden bei hat wir was wird sein einen
welche sind oder zur um haben einer mir über ihm diese einem ihr uns da zum kann doch vor dieser
mich ihn du hatte seine mehr am denn nun unter sehr selbst schon hier bis habe ihre dann ihnen
seiner alle wieder meine zeit gegen vom ganz einzelnen wo muss ohne eines können sei ja jetzt
immer keine gut einfach einmal einig einzeln einsam einst einander eindeutig Einfall Einsatz
Eindruck allein kein fein klein Stein Bein Wein Schein Verein rein Zweifel zweifeln Zweig entzwei
zweite zweiten zweitens Dreieck Dreirad dreist drehen Klavier Vierteln Viertel Revier Turnier
Manier Papier Tier hier Bier Gier Achtung achten achte achtet achtest beachten beobachten
Verachtung Nacht Macht Pracht Schlacht achtsam gedacht gebracht lacht wacht sacht Fracht Verdacht
Bedacht Elfenbein Elfe Elfen helfen Hälfte Zehen Zeh Jahrzehnt verzehren zehren neu neue neuen
neugierig Neuling Sieb Siebe siebt Siebdruck Sechseck Sextett Fünkchen hundertprozentig Hunderte
Jahrhundert tausend Tausende Dutzende Million null erst erste erstens zuerst vorerst beide beiden
Paar paar doppelt halb halbe Drittel Achterbahn zwar zwischen zwingen Zwilling Zwiebel Zwerg Zwirn
wer weiß wieso Spiel Karte Karten Reihe Reihen Zug Züge Stapel Hand Tisch Runde Feuer Totenkopf
Befehl Ruhe bitte danke hallo tschüss servus moin super prima klasse toll schade Mist Pech Glück
gern gerne vielleicht mild wild Bild Schild DM CD DVD ICH MIR DIR WILL IDEE civil zivil viel Ziel
Civis Lili Vivi mix Mixer zweimal dreimal einerlei zweierlei zweisprachig dreifach Zweikampf
Vierbeiner Dreiklang
""",
    "fr": """
le la les de des du un une et à il elle être avoir que pour dans ce son sa ses qui ne sur se pas
plus par je avec tout faire nous mettre autre on mais leur ou si comme où peu dire votre quel en y
au aux même là prendre encore aussi bien sans toujours venir très car donc moins tant ainsi jamais
rien chaque depuis entre avant après devant derrière souvent vent vente couvent avent aucun aucune
chacun quelqu'un quelques commun brun jeune lune prune brune dune une union unique unité uni lundi
mardi jeudi vendredi samedi dimanche midi dis dit dixit suite ensuite nuit fruit bruit huître
huile puits cuit huis conduite tuile sixte mixte fixe prix voix noix choix paix croix deuil dieux
mieux vieux lieux cieux yeux trop trou croire étroit droit quart quartier quatrain carré cinéma
cinglé septembre sceptre accepter concept neuve neuves nouveau nouvelle onde bronze gaz douce
douceur doute redouter treillis tresse rentrer centre accent récent innocent décent absent content
attente attendre tendre entendre vin mille milliers million zéro second seconde secondes premier
première double triple moitié demi tiers paire couple plusieurs carte cartes rangée rangées tour
tours pioche main table pile feu crâne ordre silence merci bonjour bonsoir salut coucou bravo
génial super dommage zut chance désolé ici vie vif vis civil civique vil ville mil mille fil fils
il ils CD DVD MIX MIDI lit lis livre lol mdr ok d'accord s'il te plaît aujourd'hui d'abord d'un
d'une l'un l'une qu'un jusqu'à peut-être tout-à-coup d'eux c'est n'est j'ai t'en m'en s'en l'on
septique sceptique nonchalant
""",
}  # fmt: skip


def ordinary(language: str) -> list[str]:
    return WORDS[language].split()


@pytest.mark.rule("T2")
@pytest.mark.parametrize("language", WORDS)
def test_ordinary_words_pass(language: str) -> None:
    assert len(ordinary(language)) > 250
    assert [word for word in ordinary(language) if find_number(word, language)] == []


@pytest.mark.rule("T2")
@pytest.mark.parametrize("language", WORDS)
def test_ordinary_words_pass_side_by_side(language: str) -> None:
    """No two of them make a number together, but for two that do."""
    numbers = {"der achte", "einen unter"}
    some = ordinary(language)[::5]
    pairs = [f"{one} {other}" for one in some for other in some if f"{one} {other}" not in numbers]
    assert [pair for pair in pairs if find_number(pair, language)] == []
