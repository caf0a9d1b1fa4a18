"""One thing that the API does: its method and path, what it takes, what it answers.

The routes and the OpenAPI document are both made from these, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from msgspec import Struct

from ninetyeight.server.errors import UNFIT

if TYPE_CHECKING:
    from ninetyeight.server.hall import Hall

S = TypeVar("S", bound=Struct)

#: The longest body of a request, in bytes.
BODY_BYTES = 64 * 1024


@dataclass(frozen=True)
class Asked:
    """A request whose every part has been read and fits."""

    path: Mapping[str, Any]
    query: Struct | None
    body: Struct | None
    #: The secret of a seat, None for a watcher.
    secret: str | None
    #: The address that asks, as limits count it.
    address: str

    def body_as(self, kind: type[S]) -> S:
        """The body, which the operation said is of that kind."""
        assert isinstance(self.body, kind)
        return self.body

    def query_as(self, kind: type[S]) -> S:
        """The query, which the operation said is of that kind."""
        assert isinstance(self.query, kind)
        return self.query


@dataclass(frozen=True)
class Attachment:
    """An answer that is a file to be kept."""

    name: str
    content: bytes


Handler: TypeAlias = Callable[["Hall", Asked], Awaitable[Struct | Attachment | dict[str, Any]]]


@dataclass(frozen=True)
class Operation:
    """What is done for one method of one path.

    ``answer`` is the struct of a good answer; None where it is a file or a document, of the kind
    ``media_type``. ``errors`` are the codes of the server's own errors that this operation can
    meet beyond those of every request; ``unfit`` is the status of an error of the law, None
    where there can be none.
    """

    id: str
    method: str
    path: str
    handle: Handler
    answer: type[Struct] | None
    told: str
    status: int = 200
    media_type: str = "application/json"
    params: Mapping[str, Any] = field(default_factory=dict)
    query: type[Struct] | None = None
    body: type[Struct] | None = None
    takes_secret: bool = False
    errors: tuple[str, ...] = ()
    unfit: int | None = None
    #: What can be asked next, by the id of an operation: a link of OpenAPI without that id.
    links: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def unfit_status(self) -> int:
        """The status of an error of the law."""
        return UNFIT if self.unfit is None else self.unfit
