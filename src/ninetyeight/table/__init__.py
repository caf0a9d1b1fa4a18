"""One running game as an authority without transport: seats, events, records."""

from ninetyeight.table.events import (
    Event,
    Marked,
    Moved,
    Named,
    Offered,
    Picked,
    Started,
    event_from_json,
    event_to_json,
)
from ninetyeight.table.preview import Duty, Preview, duties, preview
from ninetyeight.table.record import Record, read_record, write_record
from ninetyeight.table.record_file import (
    RecordError,
    RecordFile,
    new_path,
    records_folder,
    unfinished,
)
from ninetyeight.table.setup import Seat, Setup
from ninetyeight.table.state import TableState, advance, fold, states
from ninetyeight.table.summary import Summary, summarise
from ninetyeight.table.table import Table

__all__ = [
    "Duty",
    "Event",
    "Marked",
    "Moved",
    "Named",
    "Offered",
    "Picked",
    "Preview",
    "Record",
    "RecordError",
    "RecordFile",
    "Seat",
    "Setup",
    "Started",
    "Summary",
    "Table",
    "TableState",
    "advance",
    "duties",
    "event_from_json",
    "event_to_json",
    "fold",
    "new_path",
    "preview",
    "read_record",
    "records_folder",
    "states",
    "summarise",
    "unfinished",
    "write_record",
]
