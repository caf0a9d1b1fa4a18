"""Talk at the table: chat without numbers, markers, and silence that closes all of it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.table_page import PHONE, Person, play_on, settle

Come = Callable[..., Person]

#: The first seat holds a silence card, and none that binds the seat that lays it.
SILENT = "extreme-2p-0000000000000YXX"


def two_at_a_table(come: Come, edition: str = "Original") -> tuple[Person, Person]:
    ada, ben = come(), come()
    ada.open_table(edition, 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] == "playing")
    return ada, ben


def test_words_arrive_and_numbers_do_not(come: Come) -> None:
    ada, ben = two_at_a_table(come)
    field = ada.page.locator("[data-chat]")
    field.fill("please nothing on the lowest row")
    field.press("Enter")
    expect(ben.page.get_by_text("please nothing on the lowest row").first).to_be_visible()
    field.fill("mine is forty-two")
    field.press("Enter")
    # The sender is told kindly and keeps the text; nobody else ever sees it.
    expect(ada.page.get_by_text("sounds like a number").first).to_be_visible()
    expect(field).to_have_value("mine is forty-two")
    field.fill("a small step only")
    field.press("Enter")
    expect(ben.page.get_by_text("a small step only").first).to_be_visible()
    expect(ben.page.get_by_text("forty-two")).to_have_count(0)


def test_names_and_words_are_shown_as_they_are_written(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Original", 2, {}, "<b>Ada</b>")
    ben.join(ada.invite_link, "<img src=x>")
    field = ben.page.locator("[data-chat]")
    if field.count():
        field.fill("<script>alert(1)</script>")
        field.press("Enter")
        expect(ada.page.get_by_text("<script>alert(1)</script>").first).to_be_visible()
    expect(ada.page.get_by_text("<img src=x>").first).to_be_visible()
    expect(ben.page.get_by_text("<b>Ada</b>").first).to_be_visible()


def test_a_marker_is_seen_by_the_other(come: Come) -> None:
    ada, ben = two_at_a_table(come)
    ben.page.get_by_role("button", name="Marker on row D2").click()
    ben.page.get_by_role("button", name="on no account").click()
    state = ada.wait(lambda state: bool(state["game"]["rows"][3]["marks"]))
    assert state["game"]["rows"][3]["marks"] == [{"seat": 1, "marker": "keep!", "stale": False}]
    expect(ada.page.locator('[data-lane="D2"]')).to_contain_text("B")


def test_a_silence_card_closes_all_talk(come: Come) -> None:
    # A deal by its code, in which the one who starts holds a silence card.
    ada, ben = come(), come()
    ada.page.goto(ada.url)
    ada.page.get_by_role("link", name="Set up a table").click()
    ada.page.get_by_role("radio", name="Extreme", exact=True).check()
    ada.page.get_by_role("radio", name="2 seats").check()
    ada.page.get_by_role("textbox", name="Deal code").fill(SILENT)
    ada.press("Open the table")
    ada.wait(lambda state: state["room"]["phase"] == "gathering")
    ben.join(ada.invite_link, "Ben")
    for person in (ada, ben):
        person.press("I am ready")
    settle(ada, ben)
    state = ada.wait(lambda state: state["room"]["phase"] == "playing")
    holder = ada if state["game"]["my_turn"] else ben
    other = ben if holder is ada else ada
    assert holder.state is not None
    expect(other.page.locator("[data-chat]")).to_be_enabled()
    silence = next(h for h in holder.state["game"]["hand"] if h["command"] == "silence")
    row = next(p["row"] for p in silence["previews"] if not p["refusal"] and not p["loses"])
    holder.do(f"{silence['card']}@{row}")
    for person in (holder, other):
        person.wait(lambda state: state["game"]["no_chat"] is not None)
        expect(person.page.get_by_text("silence", exact=False).first).to_be_visible()
        field = person.page.locator("[data-chat]")
        assert field.count() == 0 or field.is_disabled()
        expect(person.page.get_by_role("button", name="Marker on row D2")).to_be_disabled()
    play_on([ada, ben], moves=1)


def test_on_a_phone_what_is_said_passes_by_and_leads_to_the_chat(come: Come) -> None:
    ada, ben = two_at_a_table(come)
    ada.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    field = ben.page.locator("[data-chat]")
    field.fill("please leave the lowest row")
    field.press("Enter")
    toast = ada.page.get_by_role("button", name="Ben please leave the lowest row")
    toast.click()
    expect(ada.page.get_by_role("log")).to_contain_text("please leave the lowest row")
    expect(toast).to_have_count(0)


def test_a_phrase_stands_at_the_seat_in_the_language_of_whoever_reads_it(come: Come) -> None:
    ada, ben, cleo = come(), come(locale="de-DE"), come(locale="fr-FR")
    ada.open_table("Original", 2, {}, "Ada")
    ben.page.goto(ada.invite_link)
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.press("Hinsetzen")
    ben.wait(lambda state: state["room"]["seat"] == 1)
    cleo.page.goto(f"{ada.url}/t/{ada.table}")
    cleo.wait(lambda state: state["room"]["seat"] is None)
    ben.press("Ich bin bereit")
    ada.press("I am ready")
    for person in (ada, ben, cleo):
        person.wait(lambda state: state["game"] is not None)
    ben.page.keyboard.press("q")
    sheet = ben.page.get_by_role("dialog", name="Kurz gesagt")
    expect(sheet).to_contain_text("Alle lesen es in ihrer eigenen Sprache.")
    sheet.get_by_role("button", name="Auf D2 bitte nichts.").click()
    expect(sheet).to_have_count(0)
    for person, words in (
        (ada, "Nothing on D2, please."),
        (ben, "Auf D2 bitte nichts."),
        (cleo, "S’il vous plaît, rien sur D2."),
    ):
        seat = person.page.locator(".seats .seat").nth(1)
        expect(seat).to_contain_text(words)
        expect(person.page.get_by_role("log")).to_contain_text(words)
    # A watcher may read, and nothing else.
    expect(cleo.page.get_by_role("button", name="Vite dit")).to_have_count(0)
    cleo.page.keyboard.press("q")
    expect(cleo.page.get_by_role("dialog")).to_have_count(0)
    ada.press("Quick talk")
    ada.press("Wow!")
    expect(cleo.page.locator(".seats .seat").first).to_contain_text("Waouh")


def test_on_a_phone_a_phrase_is_spoken_and_does_not_cover_the_table(come: Come) -> None:
    ada, ben = two_at_a_table(come)
    ada.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    ben.press("Quick talk")
    ben.press("Phew!")
    expect(ada.page.locator(".seats .seat").nth(1)).to_contain_text("Phew!")
    expect(ada.page.locator("[data-said]")).to_have_text("Ben: “Phew!”")
    expect(ada.page.get_by_role("button", name="Ben Phew!")).to_have_count(0)
    box = ada.page.locator(".bubble").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_where_words_are_closed_there_are_no_phrases_but_the_reason(come: Come) -> None:
    ada, ben = come(), come()
    ada.open_table("Gold and grey", 2, {}, "Ada")
    ben.join(ada.invite_link, "Ben")
    # Before the cards are dealt everybody may talk at every table.
    ben.press("Quick talk")
    ben.press("Thank you!")
    expect(ada.page.get_by_text("Thank you!").first).to_be_visible()
    for person in (ada, ben):
        person.press("I am ready")
    for person in (ada, ben):
        person.wait(lambda state: state["room"]["phase"] == "picking")
        person.press("Quick talk")
        sheet = person.page.get_by_role("dialog", name="Quick talk")
        expect(sheet).to_contain_text("At this table markers say it all")
        expect(sheet.get_by_role("button", name="Wow!")).to_have_count(0)
        expect(person.page.locator("[data-chat]")).to_have_count(0)


def test_what_is_said_on_a_phone_is_unread_until_it_is_read_also_after_a_reload(come: Come) -> None:
    ada, ben = two_at_a_table(come)
    ada.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    field = ben.page.locator("[data-chat]")
    field.fill("please leave the lowest row")
    field.press("Enter")
    chat = ada.page.get_by_role("button", name="Chat 1 new message")
    expect(chat).to_be_visible()
    ada.page.reload()
    chat.click()
    expect(ada.page.get_by_role("log")).to_contain_text("please leave the lowest row")
    ada.page.reload()
    ada.wait(lambda state: state["game"] is not None)
    expect(ada.page.get_by_role("button", name="Chat", exact=True)).to_be_visible()


def test_what_is_said_stands_in_the_chat_and_not_in_the_log_as_well(come: Come) -> None:
    ada, ben = two_at_a_table(come)
    field = ben.page.locator("[data-chat]")
    field.fill("please leave the lowest row")
    field.press("Enter")
    expect(ada.page.get_by_text("please leave the lowest row")).to_have_count(1)


def test_beside_bots_there_is_nobody_to_chat_with(come: Come) -> None:
    ada = come()
    ada.page.goto(ada.url)
    ada.page.get_by_role("radio", name="With 2 bots").check()
    ada.press("Play now")
    settle(ada)
    expect(ada.page.get_by_role("region", name="Log")).to_be_visible()
    expect(ada.page.locator("[data-chat]")).to_have_count(0)
