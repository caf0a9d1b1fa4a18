"""One game at the keyboard, from the first offer to the last card."""

from __future__ import annotations

from collections.abc import Callable
from threading import Timer

from ninetyeight.bots.bot import BotError
from ninetyeight.rules import GameError, Lay, Move, Refused, View
from ninetyeight.table import Moved, Phase, RecordError, preview
from ninetyeight.terminal.lanes import lanes
from ninetyeight.terminal.plain.before_play import agree, get_ready, pick
from ninetyeight.terminal.plain.console import Console, Leave, printable
from ninetyeight.terminal.plain.rules_in_force import rules_lines
from ninetyeight.terminal.plain.table_lines import (
    Story,
    duty_line,
    hand_line,
    row_lines,
    table_lines,
)
from ninetyeight.terminal.plain.typed import (
    ASIDE,
    HandOn,
    Look,
    Name,
    Play,
    SetMark,
    ShowWord,
    Unclear,
    plain,
    read_line,
    says,
    there_are,
)
from ninetyeight.terminal.session import Session
from ninetyeight.terminal.words import Words, names_of

#: Seconds after which people are told that a bot thinks.
TELL_AFTER = 1.5


class PlainGame:
    """Asks the people in turn and lets the bots play between them.

    With several people the keyboard is handed over: nobody's hand is printed before that person
    has confirmed to be the one who reads.
    """

    def __init__(self, session: Session, console: Console, words: Words, *, yes: bool) -> None:
        self.session = session
        self.console = console
        self.words = words
        self.yes = yes
        self.names = names_of(session.setup)
        self._story = Story(words, session.setup)
        #: The person at the keyboard, when several share it.
        self._reader: int | None = None
        self._noted: str | None = None
        #: How much of the log each person has been told. In a game that is taken up again that is
        #: all up to their own last turn, so that they hear what the others have done since.
        self._story.follow(session.table.log)
        self._told = {seat: self._story.last_turn_of(seat) for seat in range(len(self.names))}
        self.shared = len(session.people) > 1

    def play(self) -> None:
        """Play until the game is over; Leave when the person leaves before."""
        while self.session.phase is not Phase.OVER:
            self._bots()
            phase: Phase = self.session.phase
            match phase:
                case Phase.PICKING:
                    pick(self)
                case Phase.AGREEING if self.session.setup.rules.edition.spontaneous:
                    get_ready(self)
                case Phase.AGREEING:
                    agree(self)
                case Phase.PLAYING:
                    self._turn()
        self._tell_all()

    # The bots.

    def _bots(self) -> None:
        """Let the bots act until a person must; told at once when nobody needs to look away."""
        while True:
            before = self.session.table.state.active
            telling = Timer(TELL_AFTER, self._tell_thinking, [before])
            telling.start()
            try:
                event = self.session.bot_step()
            except (BotError, RecordError) as trouble:
                self._tell_all()
                self.console.say(self.words.error(trouble))
                self._try_again()
                continue
            finally:
                telling.cancel()
            self._tell_note()
            if event is None:
                self._tell_all()
                return
            if self.session.table.state.active != before:
                self._tell_all()

    def _tell_thinking(self, seat: int | None) -> None:
        """Say who thinks, and how to have it done."""
        if seat is not None and self.session.thinks is not None:
            self.console.say(self.words.say("thinks", name=self.names[seat]))

    def _tell_note(self) -> None:
        """Say once why a bot does not play as it would."""
        note, bot = self.session.mind.note, self.session.thinks
        if note is not None and note != self._noted and bot is not None:
            self.console.say(self.words.bot_note(note, bot))
        self._noted = note

    def _tell_all(self) -> None:
        """Tell the only reader what has happened; people who take turns are told at theirs."""
        self._story.follow(self.session.table.log)
        if self.shared and self.session.phase is not Phase.OVER:
            return
        reader = self.session.people[0] if self.session.people else 0
        without = reader if self.session.people and not self.shared else None
        self.console.say(*self._story.lines(self._told[reader], without))
        self._told = dict.fromkeys(self._told, len(self.session.table.log))

    def _try_again(self) -> None:
        """After trouble that may pass: go on when the person says so."""
        self.ask(self.words.say("try_again"))

    def ask(self, prompt: str) -> str:
        """An answer to a question; leaving, help and the rules are possible everywhere."""
        while True:
            typed = self.console.ask(prompt + " ").strip()
            asked = next((w for w in ASIDE if says(typed, w, self.words.language)), None)
            if asked is None:
                return typed
            self._aside(asked)

    def _aside(self, word: str) -> None:
        """What may be asked for at any question; `quit` leaves."""
        match word:
            case "rules":
                self.console.say(*rules_lines(self.words, self.session.setup))
            case "help":
                self.console.say(*self.words.say("help").splitlines())
            case "quit":
                raise Leave

    # A person's turn.

    def hand_over(self, seat: int) -> None:
        """Nobody but ``seat`` may see what comes next."""
        if not self.shared or self._reader == seat:
            return
        self.console.hide()
        self._reader = None
        self.ask(self.words.say("hand_over", name=self.names[seat]))
        self._reader = seat
        self.console.hide()

    def look_away(self) -> None:
        """Several people look at the keyboard together now: nobody's hand stands there."""
        if self.shared:
            self.console.hide()
            self._reader = None

    def seat_called(self, typed: str) -> int | None:
        """The seat of that name or number."""
        called = [plain(name) for name in self.names]
        if plain(typed) in called:
            return called.index(plain(typed))
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(called):
            return int(typed) - 1
        return None

    def _turn(self) -> None:
        seat = self.session.waiting_for()
        if seat is None:
            return
        self.hand_over(seat)
        self._story.follow(self.session.table.log)
        if self.shared:
            self.console.say(*self._story.lines(self._told[seat], without=seat))
        view = self.session.table.view(seat)
        self.console.say("", self.words.say("your_turn", name=self.names[seat]))
        self.console.say(*table_lines(self.words, view, self.names))
        turn = self._turn_number()
        while self._turn_number() == turn and self.session.waiting_for() == seat:
            typed = self.console.ask(f"{self.names[seat]}> ")
            laid = self.session.table.view(seat).laid
            for wish in read_line(typed, self.words.language):
                if self._turn_number() != turn or self.session.waiting_for() != seat:
                    self.console.say(self.words.say("rest_left"))
                    break
                if not self._do(seat, wish):
                    break
            if self._turn_number() == turn and self.session.waiting_for() == seat:
                self._status(self.session.table.view(seat), laid)
        self._told[seat] = len(self.session.table.log)
        self._story.follow(self.session.table.log)

    def _turn_number(self) -> tuple[int, int]:
        """Changes exactly when a turn has ended: cards on the rows before this turn, and draw."""
        game = self.session.table.state.game
        assert game is not None
        return sum(map(len, game.rows)) - len(game.laid), len(game.draw)

    def _do(self, seat: int, wish: object) -> bool:
        """Do what was typed; False when it did not work, so that the rest of the line waits."""
        view = self.session.table.view(seat)
        match wish:
            case Play(move=move):
                return self._move(seat, view, move)
            case Look(card=card):
                return self._look(view, card)
            case SetMark(row=row, marker=marker):
                done = self.done(lambda: self.session.table.mark(seat, row, marker))
            case Name(command=command):
                done = self.done(lambda: self.session.table.name(seat, command))
            case HandOn(who=who):
                done = self._hand_on(who)
            case ShowWord(word=word):
                self._show(view, word)
                return True
            case Unclear(text=text, no=no):
                shown = printable(text)[:40]
                if no is None:
                    self.console.say(self.words.say("unclear", text=shown))
                else:
                    known = ", ".join(there_are(no, self.words.language))
                    self.console.say(self.words.say(f"no_such_{no}", text=shown, known=known))
                return False
            case _:
                raise AssertionError(wish)
        if done:
            self._story.follow(self.session.table.log)
            self.console.say(*self._story.lines(len(self.session.table.log) - 1))
        return done

    def _hand_on(self, who: str) -> bool:
        """Let somebody else start (B10r)."""
        chosen = self.seat_called(who)
        if chosen is None:
            self.console.say(self.words.say("start.who", names=", ".join(self.names)))
            return False
        return self.done(lambda: self.session.settle(chosen))

    def _move(self, seat: int, view: View, move: Move) -> bool:
        if isinstance(move, Lay) and not self._sure(view, move):
            return False
        before = self.session.table.state
        if not self.done(lambda: self.session.table.submit(Moved(seat, move))):
            return False
        after = self.session.table.state
        told = self.session.table.log[-1]
        self.console.say(self.words.event(before, told, after))
        now = self.session.table.view(seat)
        ended = after.active != seat or not (now.laid or str(move) == "back")
        if ended and after.outcome is None and not self.shared:
            # Where the keyboard is handed on, new cards wait until their owner looks again.
            fresh = [card for card in now.hand if card not in view.hand]
            if fresh:
                drawn = self.words.cards(now, fresh)
                self.console.say(self.words.say("you_draw", cards=drawn))
        return True

    def _status(self, view: View, laid: tuple[Lay, ...]) -> None:
        """After a line that laid or took back: the hand and what is still to do."""
        if view.laid == laid:
            return
        self.console.say(hand_line(self.words, view), duty_line(self.words, view))

    def _sure(self, view: View, lay: Lay) -> bool:
        """ShowWord before a card that loses the game at once (X8r)."""
        shown = view.turn.judge(lay)
        if self.yes or shown.loses is None:
            return True
        why = self.words.text(f"rules.reason.{shown.loses.value}")
        question = self.words.of_edition(
            view.rules, "terminal.loses_question", card=lay.card, row=lay.row, why=why
        )
        while True:
            answer = self.ask(question)
            if says(answer, "yes", self.words.language):
                return True
            if not answer or says(answer, "no", self.words.language):
                self.console.say(self.words.say("not_laid"))
                return False

    def _look(self, view: View, card: int) -> bool:
        if card not in view.hand:
            self.console.say(self.words.error(Refused("not_in_hand", rule="B5", card=card)))
            return False
        self.console.say(self.words.say("preview.title", card=self.words.card(view, card)))
        told = (self.words.preview(view, it, self.names) for it in preview(view, card))
        self.console.say(*told)
        return True

    def _show(self, view: View, word: str) -> None:
        """Answer a word that changes nothing."""
        say, console = self.words.say, self.console
        match word:
            case "hint":
                assert view.viewer is not None
                found = self.session.hint(view)
                self.session.mark_hinted(view.viewer)
                reason = self.words.text(found.reason, **found.params)
                move = self._called(str(found.move))
                console.say(self.words.text("hint.line", move=move, reason=reason))
                console.say(*self.words.ways(found.ways))
            case "log":
                self._story.follow(self.session.table.log)
                console.say(*self._story.lines())
            case "rows":
                console.say(*table_lines(self.words, view, self.names))
            case "moves":
                possible = [str(lay) for lay in view.turn.lays()]
                possible += ["end"] if view.turn.may_end else []
                possible += ["back"] if view.laid and view.rules.options.take_backs else []
                console.say(say("moves", moves=" ".join(map(self._called, possible))))
            case "lanes":
                console.say(*lanes(view), say("lanes.legend"))
            case _:
                self._aside(word)

    def _called(self, move: str) -> str:
        """A move as the person would type it."""
        return self.words.say(f"typed.{move}").split()[0] if move in ("end", "back") else move

    def done(self, act: Callable[[], object]) -> bool:
        """True when it happened; otherwise say why not."""
        try:
            act()
        except GameError as refusal:
            self.console.say(self.words.error(refusal))
            return False
        return True


def opening_lines(words: Words, session: Session) -> list[str]:
    """What is said when a game begins or goes on."""
    setup = session.setup
    lines = [
        words.say("opening.game", edition=words.edition(setup.rules)),
        words.say("opening.seats", names=", ".join(names_of(setup))),
        words.say("opening.help"),
    ]
    if session.table.log and session.phase is Phase.PLAYING:
        lines.append(words.say("opening.resumed"))
        lines.extend(row_lines(words, session.table.view(None), names_of(setup)))
    return lines
