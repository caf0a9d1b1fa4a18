"""What goes over the network: messages, and what they hold, as typed values that become JSON.

Server and clients both use this room; the law is the only thing it knows. A struct whose name ends
in ``Seen`` is what one receiver is shown of something and holds no more than that receiver may
know. (In :mod:`ninetyeight.handbook`, ``Told`` ends the names of texts and drawn examples, which
are the same for everybody.)

- :mod:`~ninetyeight.wire.messages`: the WebSocket protocol, in both directions;
- :mod:`~ninetyeight.wire.state`: what its States show of a table, the game on it and its log;
- :mod:`~ninetyeight.wire.views`: a whole :class:`~ninetyeight.rules.View`, for programs;
- :mod:`~ninetyeight.wire.http`: bodies of requests and answers of the HTTP API;
- :mod:`~ninetyeight.wire.plan`: how a table is to be set up.
"""

from ninetyeight.wire.views import ViewSeen, view_from_json, view_to_json

__all__ = ["ViewSeen", "view_from_json", "view_to_json"]
