"""A client of our own server: seats a bot from anywhere.

Everything here speaks the documented protocol; nothing is known that a page does not know.

>>> link = read_link("http://127.0.0.1:8098/t/0123456789ab#invite=SECRETCODE")
>>> link.socket_url
'ws://127.0.0.1:8098/ws/0123456789ab'
"""

from ninetyeight.client.errors import ClientError, Declined
from ninetyeight.client.link import Link, read_link
from ninetyeight.client.seat import SeatClient

__all__ = ["ClientError", "Declined", "Link", "SeatClient", "read_link"]
