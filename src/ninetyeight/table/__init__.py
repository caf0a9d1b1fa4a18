"""One running game as an authority without transport: seats, events, records."""

from ninetyeight.table.company import Company, Player, play_out, random_pick
from ninetyeight.table.events import (
    Event,
    Marked,
    Moved,
    Named,
    Offered,
    Phrased,
    Picked,
    Said,
    Started,
    StoodIn,
    event_from_json,
    event_to_json,
)
from ninetyeight.table.preview import (
    Duty,
    Preview,
    duties,
    fire_deadline,
    in_force,
    preview,
    takes,
    trick_card,
)
from ninetyeight.table.record import Record, read_record, record_lines, write_record
from ninetyeight.table.record_file import (
    RecordError,
    RecordFile,
    new_path,
    records_folder,
    unfinished,
)
from ninetyeight.table.setup import (
    MOST_WITH_TAKE_BACKS,
    NAME_LENGTH,
    Seat,
    Setup,
    usual_take_backs,
)
from ninetyeight.table.state import SAID_LENGTH, TableState, advance, fold, hushed, states
from ninetyeight.table.summary import Summary, summarise
from ninetyeight.table.table import Table
from ninetyeight.table.turns import TakenTurn, shown_turns, turns

__all__ = [
    "MOST_WITH_TAKE_BACKS",
    "NAME_LENGTH",
    "SAID_LENGTH",
    "Company",
    "Duty",
    "Event",
    "Marked",
    "Moved",
    "Named",
    "Offered",
    "Phrased",
    "Picked",
    "Player",
    "Preview",
    "Record",
    "RecordError",
    "RecordFile",
    "Said",
    "Seat",
    "Setup",
    "Started",
    "StoodIn",
    "Summary",
    "Table",
    "TableState",
    "TakenTurn",
    "advance",
    "duties",
    "event_from_json",
    "event_to_json",
    "fire_deadline",
    "fold",
    "hushed",
    "in_force",
    "new_path",
    "play_out",
    "preview",
    "random_pick",
    "read_record",
    "record_lines",
    "records_folder",
    "shown_turns",
    "states",
    "summarise",
    "takes",
    "trick_card",
    "turns",
    "unfinished",
    "usual_take_backs",
    "write_record",
]
