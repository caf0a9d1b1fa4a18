"""Tables that people reach with a browser: HTTP and WebSocket, rooms, persistence, limits.

The server is a client of :mod:`ninetyeight.table` like the terminal: it knows no rule. A room is
a table with its links, seats and log; one task owns it; everything that happens in it is appended
to the log and committed before anybody is told.
"""
