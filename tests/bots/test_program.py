"""Any program can play; one that misbehaves gets a message that says how."""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ninetyeight.bots import Bot, BotError, make_bot, play_match
from ninetyeight.bots.program import ProgramBot
from ninetyeight.rules import BACK, Deal, Lay, Marker, Rules, Strictness, View, Wish
from ninetyeight.table import Company, Seat, Setup, Table
from tests.bots.positions import random_deal, random_position

EXAMPLE = Path(__file__).parents[2] / "examples" / "first_bot.py"

POLITE = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    kind = request["type"]
    if kind == "hello":
        print('{"name": "polite"}', flush=True)
        continue
    view = request["view"]
    %s
"""


@pytest.fixture
def started(tmp_path: Path) -> Iterator["Starter"]:
    starter = Starter(tmp_path)
    yield starter
    for bot in starter.bots:
        bot.close()


class Starter:
    """Starts programs written as Python source, and closes them after the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bots: list[Bot] = []

    def __call__(self, source: str, seconds: float = 20) -> ProgramBot:
        file = self.folder / f"bot{len(self.bots)}.py"
        file.write_text(source)
        bot = make_bot(f"program:{sys.executable} {file}", 3, time_limit=seconds)
        assert isinstance(bot, ProgramBot)
        self.bots.append(bot)
        return bot

    def polite(self, answer: str, seconds: float = 20) -> ProgramBot:
        """A program that says hello as it should, and then does what ``answer`` says."""
        return self(POLITE % answer, seconds)


@pytest.fixture
def view() -> View:
    game = random_position(Rules.of("original", players=2), Random(8))
    assert game.seat is not None
    return View.of(game, game.seat)


def test_the_example_plays_whole_games_like_greedy() -> None:
    rules = Rules.of("extreme", players=2, fire=True)
    team = [make_bot(f"program:{sys.executable} {EXAMPLE}", 0) for _ in range(2)]
    greedy = [make_bot("greedy"), make_bot("greedy")]
    try:
        assert team[0].name == "first bot"
        for i in range(3):
            deal = random_deal(rules, Random(i))
            told = play_match(deal, team, talk=Strictness.MARKERS, starter=0)
            own = play_match(deal, greedy, talk=Strictness.MARKERS, starter=0)
            assert told.moves == own.moves
    finally:
        for bot in team:
            bot.close()


def test_a_program_is_asked_for_moves_wishes_and_markers(started: Starter, view: View) -> None:
    bot = started.polite(
        """print(json.dumps({
        "move": {"move": view["legal"][0]},
        "offer": {"offer": "want"},
        "marks": {"marks": {"U1": "keep!", "D2": "small"}}}[kind]), flush=True)"""
    )
    assert bot.name == "polite"
    assert bot.move(view) == next(iter(view.turn.lays()))
    assert bot.offer(view) is Wish.WANT
    assert bot.marks(view) == {"U1": Marker.HARD, "D2": Marker.SMALL}


def test_the_hello_carries_protocol_and_seed(started: Starter) -> None:
    bot = started(
        """
import json, sys
hello = json.loads(sys.stdin.readline())
print(json.dumps({"name": f"{hello['type']} {hello['protocol']} {hello['seed']}"}), flush=True)
sys.stdin.read()"""
    )
    assert bot.name == "hello 1 3"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("program:", "missing"),
        ("program:./no/such/program", "cannot be started"),
        ("program:'unfinished", "quotation marks"),
        (f"program:{Path(__file__).parent}", "cannot be started"),
    ],
)
def test_a_program_that_cannot_be_started(command: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        make_bot(command, 0)


def test_a_program_that_ends_at_once() -> None:
    with pytest.raises(BotError, match=r"exit code 7\.\nno licence") as caught:
        make_bot(f"program:{sys.executable} -c 'import sys; print(\"no licence\", file=sys.stderr);"
                 " sys.exit(7)'", 0)  # fmt: skip
    assert "Code 7" in caught.value.text("de")
    assert "le code 7" in caught.value.text("fr")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("sys.exit(3)", "exit code 3"),
        ("raise ValueError('what now?')", "ValueError: what now?"),
        ("print('hello?', flush=True)", "not JSON: hello?"),
        ("print('[1, 2]', flush=True)", r"\[1, 2\], in which .move. is missing"),
        ("print('{}', flush=True)", "is missing"),
        ("print('{\"move\": 7}', flush=True)", "makes no sense here: 7"),
        ('print(\'{"move": "seven"}\', flush=True)', "wanted to play seven"),
        ('print(\'{"move": "999@U1"}\', flush=True)', "wanted to play 999@U1, which is not"),
        ('print(\'{"move": "back"}\', flush=True)', "wanted to play back, which is not"),
        ("print('x' * 200_000, flush=True)", "endless line"),
        ("sys.stdout.close(); import os; os.close(1); sys.stdin.read()", "closed its output"),
        ("print('[' * 60_000, flush=True)", "not JSON"),
    ],
)
def test_nonsense_gets_a_message_that_says_what_was_wrong(
    started: Starter, view: View, answer: str, message: str
) -> None:
    bot = started.polite(answer)
    with pytest.raises(BotError, match=message):
        bot.move(view)
    with pytest.raises(BotError, match=message):  # and it is not asked again
        bot.move(view)


@pytest.mark.parametrize("wish", ["'soon'", "7", "{}"])
def test_an_unknown_wish_is_nonsense(started: Starter, view: View, wish: str) -> None:
    bot = started.polite(f"print(json.dumps({{'offer': {wish}}}), flush=True)")
    with pytest.raises(BotError, match="makes no sense"):
        bot.offer(view)


@pytest.mark.parametrize("marks", ["None", "['U1']", "{'U9': 'keep'}", "{'U1': 'danger'}"])
def test_unknown_markers_are_nonsense(started: Starter, view: View, marks: str) -> None:
    bot = started.polite(f"print(json.dumps({{'marks': {marks}}}), flush=True)")
    with pytest.raises(BotError, match="makes no sense"):
        bot.marks(view)


def test_the_refusal_is_told_in_the_language_of_the_message(started: Starter, view: View) -> None:
    bot = started.polite('print(\'{"move": "999@U1"}\', flush=True)')
    with pytest.raises(BotError) as caught:
        bot.move(view)
    refused = caught.value.params["cause"]
    assert refused.text("de") in caught.value.text("de")  # type: ignore[attr-defined]
    assert refused.text("fr") in caught.value.text("fr")  # type: ignore[attr-defined]


def test_a_program_that_takes_too_long_is_ended(started: Starter, view: View) -> None:
    bot = started.polite("import time; time.sleep(600)", seconds=0.5)
    with pytest.raises(BotError, match=r"no answer within 0\.5 seconds"):
        bot.move(view)
    assert gone(bot)


def test_a_program_that_speaks_out_of_turn(started: Starter, view: View) -> None:
    bot = started.polite(
        """print(json.dumps({"move": view["legal"][0]}) + "\\n" + "by the way", flush=True)"""
    )
    bot.move(view)
    with pytest.raises(BotError, match="without being asked"):
        bot.move(view)


def test_a_flood_of_complaints_stops_nobody(started: Starter, view: View) -> None:
    bot = started.polite(
        """print("complaint " * 200_000, file=sys.stderr, flush=True)
    print(json.dumps({"move": view["legal"][0]}), flush=True)"""
    )
    assert isinstance(bot.move(view), Lay)
    assert isinstance(bot.move(view), Lay)


def test_a_program_may_take_back_where_that_is_allowed(started: Starter) -> None:
    game = random_position(Rules.of("original", players=1, take_backs=True), Random(1))
    while not game.laid:
        game = game.apply(next(iter(game.legal)))
    bot = started.polite('print(\'{"move": "back"}\', flush=True)')
    assert bot.move(View.of(game, 0)) is BACK


def test_closing_ends_a_stubborn_program_and_leaves_no_zombie(started: Starter) -> None:
    bot = started(
        """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stdin.readline()
print('{"name": "stubborn"}', flush=True)
while True:
    time.sleep(60)"""
    )
    assert not gone(bot)
    bot.close()
    assert gone(bot)
    bot.close()  # twice does no harm


def test_closing_ends_what_the_program_started(started: Starter, tmp_path: Path) -> None:
    note = tmp_path / "child"
    bot = started(
        f"""
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open({str(note)!r}, "w").write(str(child.pid))
sys.stdin.readline()
print('{{"name": "parent"}}', flush=True)
sys.stdin.read()"""
    )
    child = int(note.read_text())
    bot.close()
    for _ in range(200):  # it is not our child: wait until whoever inherited it has seen it end
        if not running(child):
            return
        time.sleep(0.05)
    pytest.fail("the program's child is still there")


def gone(bot: ProgramBot) -> bool:
    """True when the program has ended and been waited for."""
    return bot._pipe._process.returncode is not None


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


KEEPS_EVERYTHING = """
import json, sys
with open(sys.argv[1], "a") as kept:
    for line in sys.stdin:
        kept.write(line)
        kept.flush()
        request = json.loads(line)
        answer = {"name": "elephant", "marks": {}, "offer": None}
        if request["type"] == "move":
            legal = request["view"]["legal"]
            answer["move"] = "end" if "end" in legal else legal[0]
        print(json.dumps(answer), flush=True)
"""


@pytest.mark.rule("B12r")
def test_a_program_is_told_nothing_of_a_card_that_was_taken_back(tmp_path: Path) -> None:
    """Not while it lies there, when nobody is asked, and not later: it is in a hand again."""
    deal = Deal.from_code("extreme-2p-K7Q2M9XA4TWB3H8C", take_backs=True)
    file, kept = tmp_path / "elephant.py", tmp_path / "kept"
    file.write_text(KEEPS_EVERYTHING)
    bot = make_bot(f"program:{sys.executable} {file} {kept}", 3)
    try:
        company = Company({1: bot}, 3)
        table = Table(Setup.default(deal, (Seat("Ada"), Seat("Elephant", "program:elephant"))))

        def bots() -> None:
            while (event := company.next_event(table.state, table.log)) is not None:
                table.submit(event)

        bots()
        table.start(0)
        bots()
        shy = next(card for card in table.view(0).hand if deal.commands.on(card) is not None)
        before = kept.read_text().splitlines()[-1]
        table.lay(0, shy, "U1")
        bots()
        table.back(0)
        bots()
        # Asked for its markers again, it sees exactly what it saw before.
        assert kept.read_text().splitlines()[-1] == before
        low, high = table.view(0).hand[0], table.view(0).hand[-1]
        assert shy not in (low, high)
        for card, row in ((low, "U1"), (high, "D1")):
            table.lay(0, card, row)
            bots()
        table.end(0)
        bots()
    finally:
        bot.close()
    views = [json.loads(line)["view"] for line in kept.read_text().splitlines()[1:]]
    assert len(views) > 4
    for view in views:
        assert shy in view["unseen"]
        assert str(shy) not in view["commands"]
        assert all(shy not in row for row in view["rows"].values())
        assert not any(text.startswith(f"{shy}@") for text in view["laid"])
