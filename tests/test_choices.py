"""Whatever is chosen among words may be given as a word, and no other word is taken for one."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from ninetyeight import bench
from ninetyeight.arena import Run, arena
from ninetyeight.bots import BotError, bot_names, compatible_cards, kernel, make_bot, play_match
from ninetyeight.bots.kernel.team import Team
from ninetyeight.bots.simple import GreedyBot
from ninetyeight.envs import actions, team, vector
from ninetyeight.envs import table as tables
from ninetyeight.envs.seat import SeatEnv
from ninetyeight.envs.settings import EnvSettings
from ninetyeight.handbook import answers, examples, minute, numbered, told, wording
from ninetyeight.rules import (
    EDITIONS,
    OPTION_NAMES,
    Command,
    Commands,
    Deal,
    Game,
    GameError,
    Mark,
    Marker,
    Options,
    Outcome,
    Phrase,
    Reason,
    Rules,
    Sign,
    Strictness,
    Talk,
    View,
    Wish,
    find_edition,
    read_game,
    talk_refusal,
    write_game,
)
from ninetyeight.rules.editions import ORIGINAL
from ninetyeight.table import Marked, Named, Offered, Phrased, Seat, Setup, Table, play_out

RULES = Rules.of("original", players=2)
COMMANDS = Rules.of("original", players=2, commands=True)
DEAL = Deal.of_bits(RULES, 5)
GAME = DEAL.game().start(0)
#: The first seat holds a command.
HELD = Deal(COMMANDS, DEAL.deck, Commands({DEAL.deck[0]: Command.STOP}))
SEATS = (Seat("Ada"), Seat("Ben"))
TALKS, WISHES, MARKERS = ", ".join(Strictness), ", ".join(Wish), ", ".join(Marker)
SIGNS, KINDS, REASONS = ", ".join(Sign), ", ".join(Command), ", ".join(Reason)
QUIET = "'silent', 'markers'"


class Ask(NamedTuple):
    """One question, with a choice to put in: as a word or as the member of that word."""

    where: str
    ask: Callable[[Any], Any]
    member: Any
    choices: str


def in_kernel(ask: Callable[..., Any], *given: Any) -> Callable[[Any], Any]:
    return lambda talk: ask(*given, talk=talk).table.tolist()


def table() -> Table:
    return Table(Setup(DEAL, SEATS))


def started() -> Table:
    holding = Table(Setup(HELD, SEATS))
    holding.start(0)
    return holding


def settled(name: str, env: Any, given: Any) -> Any:
    return getattr(env(players=2, **{name: given}).settings, name)


ASKS = [
    Ask(
        "rules.view.View.filled",
        lambda c: View.of(GAME, 0).filled(GAME.hands, GAME.draw, {5: c}, open_commands=False),
        Command.STOP,
        KINDS,
    ),
    Ask("rules.cards.Commands", lambda c: Commands({5: c}), Command.STOP, KINDS),
    Ask("rules.cards.Commands.of", lambda c: Commands.of({5: c}), Command.STOP, KINDS),
    Ask(
        "rules.deals.Deal.with_commands", lambda c: HELD.with_commands({5: c}), Command.STOP, KINDS
    ),
    Ask(
        "rules.game.Game.deal",
        lambda c: Game.deal(COMMANDS, HELD.deck, {5: c}),
        Command.STOP,
        KINDS,
    ),
    Ask("rules.outcome.Outcome", lambda r: Outcome(False, r, 5), Reason.SKULL, REASONS),
    Ask("rules.talk.Mark", lambda m: Mark(0, "U1", m, 5), Marker.KEEP, MARKERS),
    Ask("rules.talk.Talk", Talk, Strictness.SILENT, TALKS),
    Ask("rules.talk.Talk", lambda w: Talk(offers={0: w}).settled(2), Wish.MUST, WISHES),
    Ask("rules.talk.Talk", lambda c: Talk(named=((0, c),)).named, Command.STOP, KINDS),
    Ask("rules.talk.Talk.with_offer", lambda w: Talk().with_offer(1, w), Wish.MUST, WISHES),
    Ask("rules.talk.Talk.with_named", lambda c: Talk().with_named(1, c), Command.STOP, KINDS),
    Ask(
        "rules.talk.Talk.without_named",
        lambda c: Talk(named=((1, Command.STOP),)).without_named(1, c),
        Command.STOP,
        KINDS,
    ),
    Ask(
        "rules.talk.talk_refusal",
        lambda s: str(talk_refusal(RULES, Talk(), s, silence=False, laying=False, draw_size=9)),
        Sign.COMMAND,
        SIGNS,
    ),
    Ask(
        "rules.view.View.talk_refusal",
        lambda s: str(View.of(GAME, 0).talk_refusal(s)),
        Sign.COMMAND,
        SIGNS,
    ),
    Ask(
        "rules.view.View.mark_changes",
        lambda m: list(View.of(GAME, 0).mark_changes({"U1": m})),
        Marker.KEEP,
        MARKERS,
    ),
    Ask("table.events.Offered", lambda w: Offered(0, w), Wish.CAN, WISHES),
    Ask("table.events.Marked", lambda m: Marked(0, "U1", m), Marker.HARD, MARKERS),
    Ask("table.events.Named", lambda c: Named(0, c), Command.STOP, KINDS),
    Ask("table.events.Phrased", lambda p: Phrased(0, p), Phrase.HELP, ", ".join(Phrase)),
    Ask("table.setup.Setup", lambda t: Setup(DEAL, SEATS, t), Strictness.FREE, TALKS),
    Ask("table.table.Table.offer", lambda w: table().offer(1, w), Wish.CAN, WISHES),
    Ask("table.table.Table.mark", lambda m: started().mark(1, "U1", m), Marker.KEEP, MARKERS),
    Ask("table.table.Table.name", lambda c: started().name(0, c), Command.STOP, KINDS),
    Ask("bots.kernel.knows", partial(kernel.knows, "planner"), Strictness.SILENT, TALKS),
    Ask(
        "bots.kernel.team_of",
        lambda t: kernel.team_of(RULES, "planner", t) is None,
        Strictness.FREE,
        TALKS,
    ),
    Ask(
        "bots.kernel.team.Team",
        lambda t: Team(RULES, "greedy", t).play(3, 1).table.tolist(),
        Strictness.MARKERS,
        TALKS,
    ),
    Ask(
        "bots.kernel.play_many",
        in_kernel(kernel.play_many, RULES, "planner", 3, 1),
        Strictness.MARKERS,
        TALKS,
    ),
    Ask(
        "bots.markers.compatible_cards",
        lambda m: compatible_cards(RULES, ((21, 30), (20, 50), (), ()), "U2", m),
        Marker.HARD,
        MARKERS,
    ),
    Ask(
        "bots.match.play_match",
        lambda t: play_match(DEAL, ["greedy"] * 2, talk=t),
        Strictness.MARKERS,
        TALKS,
    ),
    Ask(
        "table.company.play_out",
        lambda t: play_out(DEAL, [make_bot("greedy")] * 2, talk=t).over,
        Strictness.MARKERS,
        TALKS,
    ),
    Ask(
        "arena.result.arena",
        lambda t: arena("random", players=2, games=1, talk=t, jobs=1).run,
        Strictness.SILENT,
        TALKS,
    ),
    Ask("arena.runs.Run", lambda t: Run(RULES, ("greedy",) * 2, t), Strictness.SILENT, TALKS),
    Ask(
        "envs.actions.show_action",
        lambda m: actions.show_action(RULES, {"U2": m}),
        Marker.HARD,
        MARKERS,
    ),
    Ask(
        "envs.settings.EnvSettings",
        lambda t: EnvSettings(RULES, t).markers,
        Strictness.MARKERS,
        QUIET,
    ),
    *(
        Ask(f"envs.{where}", partial(settled, name, env), member, choices)
        for where, env in (
            ("seat.SeatEnv", SeatEnv),
            ("table.TableEnv", tables.TableEnv),
            ("team.TeamEnv", team.TeamEnv),
            ("vector.TeamVectorEnv", vector.TeamVectorEnv),
        )
        for name, member, choices in (
            ("talk", Strictness.MARKERS, QUIET),
            ("reward", "cards", "'win', 'cards'"),
            ("illegal", "refuse", "'raise', 'lose', 'refuse'"),
        )
    ),
    Ask(
        "envs.vector.TeamVectorEnv",
        lambda m: vector.TeamVectorEnv(1, autoreset_mode=m).autoreset_mode,
        AutoresetMode.NEXT_STEP,
        "'NextStep', 'SameStep', 'Disabled'",
    ),
    Ask(
        "handbook.answers.answer_to_sign",
        lambda s: answers.answer_to_sign(GAME, Talk(), s, "en"),
        Sign.CHAT,
        SIGNS,
    ),
    Ask(
        "handbook.examples.examples",
        lambda t: len(list(examples.examples(RULES, t, fan=False))),
        Strictness.SILENT,
        TALKS,
    ),
    Ask("handbook.numbered.in_force", partial(numbered.in_force, RULES), Strictness.SILENT, TALKS),
    Ask(
        "handbook.minute.minute_told",
        lambda t: minute.minute_told(RULES, t, False, "en"),
        Strictness.FREE,
        TALKS,
    ),
    Ask(
        "handbook.minute.telling_minute",
        lambda t: told.at_once(minute.telling_minute(RULES, t, False, "en")),
        Strictness.FREE,
        TALKS,
    ),
    Ask(
        "handbook.told.telling_rules",
        lambda t: told.at_once(told.telling_rules(RULES, t, False, "en")),
        Strictness.FREE,
        TALKS,
    ),
    Ask(
        "handbook.told.rules_told",
        lambda t: told.rules_told(RULES, t, False, "en"),
        Strictness.FREE,
        TALKS,
    ),
    Ask(
        "handbook.wording.traits", lambda t: wording.traits(RULES, t, False), Strictness.FREE, TALKS
    ),
    Ask(
        "handbook.wording.Wording",
        lambda t: wording.Wording(RULES, t, False, "en").numbers,
        Strictness.SILENT,
        TALKS,
    ),
    # Editions, bots and engines.
    Ask("rules.editions.find_edition", find_edition, ORIGINAL, ", ".join(EDITIONS)),
    Ask("rules.editions.Rules.of", partial(Rules.of, players=2), ORIGINAL, ", ".join(EDITIONS)),
    Ask(
        "rules.text.read_game",
        lambda e: read_game(write_game(GAME), e) == GAME,
        ORIGINAL,
        ", ".join(EDITIONS),
    ),
    Ask("rules.editions.Rules", lambda e: Rules(e, players=2), ORIGINAL, ", ".join(EDITIONS)),
    Ask(
        "bench.measure_games",
        lambda e: bench.measure_games(e, 1, "greedy", 0.0).games,
        ORIGINAL,
        "gold",
    ),
    Ask("bots.bot.make_bot", lambda b: make_bot(b).name, "planner", ", ".join(bot_names())),
    Ask(
        "bots.match.play_match",
        lambda b: play_match(DEAL, [b, b]).moves,
        "planner",
        ", ".join(bot_names()),
    ),
    Ask("arena.runs.Run", lambda b: Run(RULES, (b, b)), "planner", ", ".join(bot_names())),
    Ask(
        "arena.runs.Run",
        lambda e: Run(RULES, ("greedy",) * 2, engine=e),
        "reference",
        "auto, kernel, reference",
    ),
    Ask(
        "bots.kernel.team.Team",
        lambda b: len(Team(RULES, b).play(1, 1)),
        "greedy",
        "greedy, planner",
    ),
]


def word_of(member: Any) -> str:
    return str(getattr(member, "id", getattr(member, "value", member)))


@pytest.mark.parametrize("question", ASKS, ids=lambda ask: f"{ask.where} {word_of(ask.member)}")
def test_a_choice_may_be_given_by_its_word_and_by_no_other(question: Ask) -> None:
    word = word_of(question.member)
    assert question.ask(word) == question.ask(question.member)
    for nonsense in ("nonsense", "", word.upper() + "!", 7, ("x",)):
        with pytest.raises((GameError, ValueError)) as unknown:
            question.ask(nonsense)
        assert question.choices in str(unknown.value), nonsense


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_an_option_is_on_or_off(option: str) -> None:
    """Any text would count as on, also “no”."""
    assert getattr(Rules.of("original", 2, **{option: np.True_}).options, option) is True  # type: ignore[arg-type]
    plain: Any = Options
    assert getattr(plain(**{option: 0}), option) is False
    values: list[Any] = ["no", "True", 2, []]
    asks: list[Any] = [plain, partial(Rules.of, "original", 2), team.TeamEnv]
    for value in values:
        for ask in asks:
            with pytest.raises(GameError, match="Choose from: True, False") as unknown:
                ask(**{option: value})
            assert option in str(unknown.value)


@pytest.mark.parametrize(
    ("env", "names"),
    [
        (SeatEnv, ("flat", "scaled")),
        (tables.TableEnv, ("flat", "scaled")),
        (team.TeamEnv, ("flat", "scaled", "open_hands")),
        (partial(vector.TeamVectorEnv, 1), ("flat", "scaled", "open_hands")),
    ],
)
def test_a_switch_of_an_environment_is_on_or_off(
    env: Callable[..., Any], names: tuple[str, ...]
) -> None:
    """With “no” for ``open_hands`` a learner would see all hands."""
    for name in names:
        assert env(players=2, **{name: np.False_})
        for nonsense in ("no", "", 2, None):
            with pytest.raises(ValueError, match=f"{name}=.*True, False"):
                env(players=2, **{name: nonsense})


@pytest.mark.parametrize("given", ["2", 1.5, None, -1])
def test_what_is_counted_is_a_whole_number(given: Any) -> None:
    with pytest.raises(ValueError, match="num_envs"):
        vector.TeamVectorEnv(given, players=2)
    if given is not None:  # no limit
        with pytest.raises(ValueError, match="max_cycles"):
            tables.TableEnv(players=2, max_cycles=given)
        with pytest.raises(ValueError, match="max_episode_steps"):
            vector.TeamVectorEnv(1, players=2, max_episode_steps=given)


@pytest.mark.parametrize("row", ["U9", "u1", "", None, 1])
def test_a_row_that_there_is_not_is_refused_with_those_that_there_are(row: Any) -> None:
    view = View.of(GAME, 0)
    asks: list[Callable[[], object]] = [
        lambda: list(view.mark_changes({row: "keep"})),
        lambda: compatible_cards(RULES, view.rows, row, "keep"),
        lambda: started().mark(1, row, "keep"),
        lambda: GAME.lay(GAME.hands[0][0], row),
    ]
    for ask in asks:
        with pytest.raises(GameError, match="U1, U2, D1, D2"):
            ask()


def test_a_bot_that_marks_a_row_that_there_is_not_is_told() -> None:
    class Marking(GreedyBot):
        def marks(self, view: View) -> dict[str, Marker]:
            return {"U9": Marker.KEEP}

    with pytest.raises(BotError, match="There is no row U9") as told:
        play_match(DEAL, [Marking(), Marking()], talk="markers")
    assert str(DEAL.code) in str(told.value)


@pytest.mark.parametrize("nobody", ["planner", None, 3])
def test_who_plays_out_a_deal_is_a_bot(nobody: Any) -> None:
    with pytest.raises(TypeError, match="is no bot"):
        play_out(DEAL, [nobody] * 2)


def test_an_option_that_there_is_not_is_told_with_everything_that_there_is() -> None:
    with pytest.raises(GameError) as unknown:
        Rules.of("original", player=3)  # type: ignore[call-arg]
    assert ", ".join(("players", *OPTION_NAMES)) in str(unknown.value)


# No entry point is forgotten.

#: Kinds of choices, as annotations name them.
CHOICE = re.compile(r"\b(Strictness|Marker|Wish|Sign|Command|Reason|TalkOption|Reward|Illegal)\b")
#: What makes values of ours, which nobody gives a word.
OURS = {
    "rules.view.View",
    "table.turns.LaidCard",
    "arena.runs.GameResult",
    "handbook.examples.Example",
    "handbook.examples.Scene.position",
    "bots.markers.gives_away",
    "envs.episode.Episode.show",
}
ROOMS = ("rules", "table", "bots", "arena", "solver", "envs", "client", "fast", "chat", "handbook")


def functions(module: Any) -> Iterator[tuple[str, Any]]:
    """The public functions and methods of a module; a class is how it is made."""
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isclass(thing):
            for method, made in vars(thing).items():
                if method == "__init__":
                    yield name, made
                elif not method.startswith("_"):
                    yield f"{name}.{method}", getattr(made, "__func__", made)
        else:
            yield name, inspect.unwrap(thing)


def test_every_function_that_takes_a_choice_is_asked_here() -> None:
    found = set()
    for room in ROOMS:
        package = importlib.import_module(f"ninetyeight.{room}")
        modules = [
            importlib.import_module(m.name)
            for m in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        ]
        for module in (package, *modules):
            for name, function in functions(module):
                taken = dict(getattr(function, "__annotations__", {}))
                taken.pop("return", None)
                if any(CHOICE.search(str(kind)) for kind in taken.values()):
                    found.add(f"{module.__name__.removeprefix('ninetyeight.')}.{name}")
    assert found - OURS <= {ask.where for ask in ASKS}
    assert found >= OURS
