"""Names of tables and secrets of seats: made from the operating system's randomness.

A seat's secret is told to its owner once and kept only as a hash: whoever reads the database can
move nobody's cards. 128 random bits need no slow hash.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
#: Characters of a table's name: 60 bits, so that tables cannot be found by guessing.
TABLE_LENGTH = 12


def new_table_id() -> str:
    """A name for a table, which is also the address to watch it."""
    return _word(TABLE_LENGTH)


def table_id_of(secret: str) -> str:
    """The name of the table that was opened with this secret: asked again, it is found again."""
    bits = int.from_bytes(hashlib.sha256(f"ninetyeight/table/{secret}".encode()).digest())
    return "".join(_ALPHABET[bits >> 5 * place & 31] for place in range(TABLE_LENGTH))


def new_invite() -> str:
    """The code of a join link: whoever has it may take a free seat."""
    return _word(TABLE_LENGTH)


def new_secret() -> str:
    """The secret of a seat: whoever has it moves that seat's cards."""
    return secrets.token_urlsafe(16)


def secret_of_device(device: str, purpose: str) -> str:
    """The secret of a seat that only this device can have, for one purpose.

    It is made from the device's own random id, which is kept nowhere: the same device comes to the
    same table again, and nobody who does not know the id can find it.
    """
    made = hmac.digest(device.encode(), f"ninetyeight/seat/{purpose}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")


def hash_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _word(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))
