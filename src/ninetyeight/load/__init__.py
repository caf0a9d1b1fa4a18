"""What a server can take: many tables at once, and attacks on a server of one's own.

Everything here comes over the wire like any other client's; nothing is known that a page does
not know.
"""
