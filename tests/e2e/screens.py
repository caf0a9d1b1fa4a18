"""A walk past every screen, as a player takes it: for whatever is to hold on all of them.

Nothing is found by its words, so that the walk is the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from tests.e2e.table_page import Person

#: Deals that lie the same way each time.
PERSON = "_"
ALONE = "original-1p-K7Q2M9XA4TWB3H8C"
TEAM = "original-5p-K7Q2M9XA4TWB3H8C"
COMMANDS = "extreme-3p-K7Q2M9XA4TWB3H8C"
FIRE = "original-fire-2p-K7Q2M9XA4TWB3H8C"

#: Resolves when the last change is drawn, and what moves and comes to an end has come to it; after
#: a while in any case, because on a busy machine a browser may stop drawing.
STILL = """async () => {
  const late = new Promise((done) => setTimeout(done, 5000));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const ending = () => document.getAnimations().filter((moving) =>
    moving.playState === "running" && Number.isFinite(moving.effect.getComputedTiming().endTime));
  const still = async () => {
    await drawn();
    await drawn();
    while (ending().length) {
      await Promise.allSettled(ending().map((moving) => moving.finished));
      await drawn();
    }
  };
  await Promise.race([still(), late]);
}"""


def before_a_table(person: Person) -> Iterator[str]:
    """The screens on the way to a table."""
    page, url = person.page, person.url
    page.goto(url)
    page.locator("main form button").first.wait_for()
    yield "home"
    page.goto(f"{url}/#rules")
    page.locator("h3").first.wait_for()
    yield "rules in a minute"
    page.goto(f"{url}/#setup")
    page.locator("form button").last.wait_for()
    yield "setting up a table"
    page.locator("form button").last.click()
    person.wait(lambda state: state["room"]["phase"] == "gathering")
    page.locator("button[aria-pressed]").first.wait_for()
    yield "waiting room"
    page.keyboard.press("q")
    page.get_by_role("dialog").wait_for()
    yield "quick talk"
    link = person.invite_link
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(link)
    page.locator("main input").first.wait_for()
    yield "joining"
    page.goto(f"{url}/t/000000000000")
    page.locator("main h1").wait_for()
    yield "no such table"


def at_a_table(person: Person) -> Iterator[str]:
    """The screens while cards are laid."""
    page = person.page
    assert page.context.browser is not None
    friend = Person(page.context.browser, person.url)
    play_deal(person, TEAM, PERSON, "planner", "planner", "greedy")
    friend.join(person.invite_link, "Ben")
    for one in (friend, person):
        one.page.locator("main button[aria-pressed]").first.click()
    begin(friend, person)
    take_turns(person, friend)
    yield "a team"
    choose_best(person)
    yield "a card is chosen"
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.keyboard.press("a")
    page.locator("[data-lane] .menu").wait_for()
    yield "marking a row"
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator("[data-row].pointed, .buttons .pointed").first.wait_for()
    yield "a hint"
    page.keyboard.press("Escape")
    for tool, name in {0: "people", 3: "links"}.items():
        open_tool(person, tool)
        page.get_by_role("dialog").locator("li, input").first.wait_for()
        yield name
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
    open_tool(person, 2)
    page.locator("main section").first.wait_for()
    yield "looking back"
    page.keyboard.press("Escape")
    page.locator("[data-card]").first.wait_for()
    friend.close()
    page.keyboard.press("r")
    dialog = page.get_by_role("dialog")
    dialog.locator("h3").first.wait_for()
    for fold in (0, 1):
        dialog.locator("summary").nth(fold).click()
    dialog.locator(".entry").first.wait_for()
    yield "rules"
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")  # an open sheet takes no keys for the table
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    yield "keys"
    page.keyboard.press("Escape")
    play_deal(person, COMMANDS, "planner", "greedy", fan=True)
    page.locator(".picking [data-place]").first.wait_for()
    yield "picking a hand"
    page.locator(".picking footer button").first.click()
    page.locator(".picking footer button").last.click()
    person.wait(lambda state: state["room"]["phase"] == "agreeing")
    page.locator(".offers .own button").first.wait_for()
    yield "who starts"
    begin(person)
    lay(person, 4)
    choose_best(person)
    yield "commands"
    play_deal(person, FIRE, "planner")
    begin(person)
    lay(person, 2)
    choose_best(person)
    yield "fire"


def around_one_table(person: Person) -> Iterator[str]:
    """The screens of people who sit in one room."""
    page, url = person.page, person.url
    page.goto(f"{url}/#here")
    page.locator("form .go").wait_for()
    yield "people at one device"
    page.locator("form .go").click()
    page.locator(".curtain .primary").wait_for()
    yield "passed on"
    page.goto("about:blank")
    page.goto(f"{url}/#screen")
    page.locator("form .go").click()
    page.locator("aside [role=img]").wait_for()
    yield "a table for phones"


def to_the_end(person: Person) -> Iterator[str]:
    """A game alone to its end, and what comes after."""
    page, url = person.page, person.url
    play_deal(person, ALONE)
    begin(person)
    yield "alone"
    while person.phase == "playing":
        lay(person, 1, careful=False)
    page.locator(".arc").wait_for()
    yield "the end"
    assert person.state is not None
    page.goto(f"{url}/t/{person.table}/replay/{person.state['number'] - 2}")
    yield "replay"
    page.goto(url)
    person.state = None
    page.locator("[aria-labelledby=today] li button").first.click()
    begin(person)
    while person.phase == "playing":
        lay(person, 1, careful=False)
    page.locator(".arc").wait_for()
    yield "a game of the day"
    page.goto(f"{url}/mine")
    page.locator("main h1").wait_for()
    yield "my games"
    page.goto(url)
    yield "home again"
    page.locator("header button").last.click()
    page.locator("dialog[open] input").first.wait_for()
    yield "settings"


def screens(person: Person) -> Iterator[str]:
    """Go from screen to screen, and name each."""
    yield from before_a_table(person)
    yield from at_a_table(person)
    yield from around_one_table(person)
    yield from to_the_end(person)


def play_deal(person: Person, deal: str, *others: str, fan: bool = False) -> None:
    """Come to a table of one's own with these bots or people, by a link to a deal."""
    person.state = None
    person.page.goto("about:blank")
    seats = quote(" ".join(others))
    person.page.goto(f"{person.url}/#deal={deal}&seats={seats}&fan={str(fan).lower()}")
    person.wait(lambda _: True)


def open_tool(person: Person, nth: int) -> None:
    """Open a tool of the bar; where the bar is narrow, all but two of them are in its menu."""
    buttons = person.page.locator("header button")
    if buttons.count() == 6:
        buttons.nth(nth).click()
    elif nth < 2:
        buttons.nth(nth + 1).click()
    else:
        buttons.last.click()
        person.page.get_by_role("dialog").locator(".menu button").nth(nth - 2).click()


def begin(*people: Person) -> None:
    """Answer who would like to start, where that is asked, until the first turn has begun."""
    for person in people:
        state = person.wait(lambda state: state["room"]["phase"] in ("agreeing", "playing"))
        if state["room"]["phase"] == "agreeing":
            person.page.locator(".offers .own button").first.click()
    for person in people:
        person.wait(lambda state: state["room"]["phase"] == "playing")


def my_turn(person: Person) -> bool:
    """Wait until it is one's own turn; false when the game is over first."""
    state = person.wait(lambda state: state["room"]["phase"] == "over" or state["game"]["my_turn"])
    return bool(state["room"]["phase"] == "playing")


def take_turns(*people: Person) -> None:
    """Everybody moves when it is their turn, until the first of them has laid a few cards."""
    while len(people[0].news) < 40:
        mover = next((p for p in people if p.state and p.state["game"]["my_turn"]), None)
        if mover is None:
            people[0].wait(lambda _: any(p.state and p.state["game"]["my_turn"] for p in people))
        else:
            make(mover)
    my_turn_of(people[0], *people[1:])


def my_turn_of(person: Person, *others: Person) -> None:
    """Go on until it is this person's turn."""
    while not (person.state and person.state["game"]["my_turn"]):
        mover = next((p for p in others if p.state and p.state["game"]["my_turn"]), None)
        if mover is not None:
            make(mover)
        else:
            person.wait(
                lambda _: any(p.state and p.state["game"]["my_turn"] for p in (person, *others))
            )


def choose_best(person: Person) -> None:
    """Choose a card, and lay none: what it would do is shown."""
    while my_turn(person):
        card, _, row = person.best().partition("@")
        if row:
            person.card(int(card)).click()
            return
        lay(person, 1)


def lay(person: Person, moves: int, *, careful: bool = True) -> None:
    """Make moves when it is one's turn; the largest steps end a game soon."""
    for _ in range(moves):
        if not my_turn(person):
            return
        make(person, careful=careful)


def make(person: Person, *, careful: bool = True) -> None:
    """Make one move of one's own turn. Nothing is found by its words."""
    assert person.state is not None
    move = person.best(careful=careful)
    heard, seat = len(person.news), person.state["room"]["seat"]
    if move == "end":
        person.page.keyboard.press("e")
    else:
        card, row = move.split("@")
        person.page.keyboard.press("Escape")  # a card chosen already would be put down
        person.card(int(card)).click()
        person.row(row).click()
        if person.page.locator("dialog[open]").count():
            person.page.locator("dialog[open] .danger").click()
    kind = "ended" if move == "end" else "laid"
    person.wait(lambda _: (kind, seat) in [(n["kind"], n.get("seat")) for n in person.news[heard:]])
