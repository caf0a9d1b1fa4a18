"""An open, independent implementation of a cooperative card game with four rows.

The law is in `ninetyeight.rules`; everything else in this package is its client.
"""

__version__ = "0.1.0"
