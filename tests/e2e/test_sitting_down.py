"""Coming to a table without an invite: by its address, by a spoken code, by the host's leave."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.table_page import Person, settle
from tests.e2e.test_every_screen import fits, serious

Come = Callable[..., Person]


def secret_of(person: Person) -> str:
    return str(
        person.page.evaluate(
            "table => JSON.parse(localStorage.getItem('ninetyeight.seats'))[table].secret",
            person.table,
        )
    )


def test_the_address_in_the_bar_is_the_one_to_share(come: Come) -> None:
    ada, ben, phone = come(), come(viewport={"width": 360, "height": 740}), come()
    ada.open_table("Original", 2, {}, "Ada")
    assert secret_of(ada) not in ada.page.url
    ben.page.goto(ada.page.url)
    ben.page.get_by_role("textbox").first.fill("Ben")
    assert fits(ben)
    assert serious(ben) == []
    ben.press("Sit down")
    ben.wait(lambda state: state["room"]["seat"] == 1)
    for person in (ada, ben):
        assert secret_of(person) not in person.page.url
        person.press("I am ready")
    settle(ada, ben)
    # A seat's own link has done its work before anybody can copy it: forwards and back again.
    secret, table = secret_of(ben), f"{ben.url}/t/{ben.table}"
    phone.page.goto(phone.url)
    phone.page.get_by_role("textbox", name="Did somebody send you").fill(f"{table}#seat={secret}")
    phone.press("Go")
    phone.wait(lambda state: state["room"]["seat"] == 1)
    assert phone.page.url == table
    phone.page.go_back()
    phone.page.go_forward()
    phone.wait(lambda state: state["room"]["seat"] == 1)
    assert phone.page.url == table


def test_where_nobody_may_watch_the_invite_stands_in_the_bar_while_a_seat_is_free(
    come: Come,
) -> None:
    ada, ben, late = come(), come(), come()
    ada.page.goto(f"{ada.url}/#setup")
    ada.page.get_by_role("switch", name="Others may watch").uncheck()
    ada.press("Open the table")
    ada.wait(lambda state: state["room"]["phase"] == "gathering")
    ada.page.wait_for_url("**#invite=*")
    link = ada.page.url
    ada.page.reload()
    ada.page.wait_for_url("**#invite=*")
    late.page.goto(link.partition("#")[0])
    expect(late.page.get_by_role("heading", name="This table is private")).to_be_visible()
    ben.join(link, "Ben")
    ada.page.wait_for_url(link.partition("#")[0])
    # Who may not watch is told so with a status, which the browser notes.
    ben.faults = [fault for fault in ben.faults if "403" not in fault]


def test_a_code_told_on_the_phone_leads_to_the_table(come: Come) -> None:
    ada, ben, late = come(), come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    code = ada.wait(lambda _: True)["room"]["code"]
    expect(ada.page.get_by_text(f"{code[:3]} {code[3:]}")).to_be_visible()
    ben.page.goto(ben.url)
    field = ben.page.get_by_role("textbox", name="Did somebody send you a link")
    field.fill(f"{code[:3].lower()}-{code[3:].lower()}")
    ben.press("Go")
    ben.page.wait_for_url(f"**/t/{ada.table}")
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.press("Sit down")
    ben.wait(lambda state: state["room"]["seat"] == 1)
    # The table is full: the code leads nowhere, and does not say that it ever did.
    late.page.goto(late.url)
    late.page.get_by_role("textbox", name="Did somebody send you a link").fill(code)
    late.press("Go")
    expect(late.page.get_by_role("alert").filter(has_text="No table")).to_be_visible()
    late.faults = [fault for fault in late.faults if "404" not in fault]


def test_where_the_host_wants_it_so_one_asks_and_is_let_in(come: Come) -> None:
    ada, ben = come(), come()
    ada.page.goto(f"{ada.url}/#setup")
    ada.page.get_by_role("radio", name="asks first").check()
    ada.press("Open the table")
    ada.wait(lambda state: state["room"]["phase"] == "gathering")
    ben.page.goto(ada.page.url)
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.press("Ask to sit down")
    expect(ben.page.get_by_text("The host is being asked")).to_be_visible()
    question = ada.page.get_by_role("region", name="May somebody sit down?")
    expect(question).to_contain_text("Ben would like to sit down.")
    assert serious(ada) == []
    question.get_by_role("button", name="Agree").click()
    ben.wait(lambda state: state["room"]["seat"] == 1)


def test_a_watcher_takes_over_a_seat_that_became_free_in_a_running_game(come: Come) -> None:
    ada, ben, zoe = come(), come(), come()
    ada.open_table("Original", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    zoe.page.goto(ada.page.url)
    zoe.wait(lambda state: state["room"]["phase"] == "playing")
    expect(zoe.page.get_by_role("button", name="Sit down")).to_have_count(0)
    ben.press("People")
    ben.press("Leave the seat")
    ben.page.get_by_role("alert").get_by_role("button", name="Leave the seat").click()
    zoe.wait(lambda state: state["room"]["seats"][1]["open"])
    zoe.press("Sit down")
    dialog = zoe.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Zoë")
    assert serious(zoe) == []
    dialog.get_by_role("button", name="Sit down").click()
    # The game is running: whoever is there is asked, and here that is the host alone.
    ada.question.get_by_role("button", name="Agree").click()
    zoe.wait(lambda state: state["room"]["seat"] == 1)
