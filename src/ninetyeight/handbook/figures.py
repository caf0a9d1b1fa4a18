"""What fills the placeholders of ``rules.toml`` at a table."""

from __future__ import annotations

from ninetyeight.rules import Command, Rules
from ninetyeight.rules.cards import COMMAND_COPIES


def figures(rules: Rules) -> dict[str, int | str]:
    """Every figure a text of ``rules.toml`` may name, for the rules in force.

    Pass it whole: ``catalogue("fr").text("rules.B2.text", **figures(rules))``.
    """
    edition = rules.edition
    less = 1 if rules.options.short_hand else 0
    found: dict[str, int | str] = {
        "low": edition.low,
        "high": edition.high,
        "cards": len(edition.cards),
        "rows": len(edition.rows),
        "seats": edition.max_players,
        "hand": rules.hand_size,
        "minimum": rules.minimum,
        "base_minimum": edition.minimum,
        "expert_minimum": edition.expert_minimum,
        "step": edition.step,
        "command_cards": len(Command) * COMMAND_COPIES,
        "command_kinds": len(Command),
        "command_copies": COMMAND_COPIES,
        "fires": ", ".join(str(card) for card in sorted(edition.fires)),
    }
    for players, hand in enumerate(edition.hands, start=1):
        found[f"hand_{players}"] = hand - less
        found[f"short_{players}"] = hand - 1
    for direction, up in (("up", True), ("down", False)):
        rows = [row for row in edition.rows if row.up is up]
        found[f"{direction}_rows"] = ", ".join(row.name for row in rows)
        # Rows of one direction show the same in every edition; should they differ, all are named.
        shown = dict.fromkeys(f"{row.shows[0]}→{row.shows[1]}" for row in rows)
        found[f"{direction}_shows"] = ", ".join(shown)
    found.update({code: below for below, code in edition.praise if code != "won"})
    return found
