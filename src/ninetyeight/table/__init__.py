"""One running game as an authority without transport: seats, events, records."""

from ninetyeight.table.company import Company, play_out
from ninetyeight.table.events import (
    Event,
    Hinted,
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
from ninetyeight.table.finding import find_file, find_record
from ninetyeight.table.preview import (
    Duty,
    asked_off,
    duties,
    fire_deadline,
    in_force,
    lasting_commands,
    preview,
    takes,
    trick_card,
)
from ninetyeight.table.record import Record, read_record, record_lines, write_record
from ninetyeight.table.record_file import (
    RecordError,
    RecordFile,
    new_path,
    newest_first,
    records_folder,
    unfinished,
)
from ninetyeight.table.replay import Replay
from ninetyeight.table.setup import NAME_LENGTH, Seat, Setup
from ninetyeight.table.state import SAID_LENGTH, Phase, TableState, advance, fold, hushed, states
from ninetyeight.table.summary import Summary, summarise
from ninetyeight.table.table import Table
from ninetyeight.table.turns import LaidCard, TakenTurn, shown_turns, turns

__all__ = [
    "NAME_LENGTH",
    "SAID_LENGTH",
    "Company",
    "Duty",
    "Event",
    "Hinted",
    "LaidCard",
    "Marked",
    "Moved",
    "Named",
    "Offered",
    "Phase",
    "Phrased",
    "Picked",
    "Record",
    "RecordError",
    "RecordFile",
    "Replay",
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
    "asked_off",
    "duties",
    "event_from_json",
    "event_to_json",
    "find_file",
    "find_record",
    "fire_deadline",
    "fold",
    "hushed",
    "in_force",
    "lasting_commands",
    "new_path",
    "newest_first",
    "play_out",
    "preview",
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
    "write_record",
]
