"""Which numbered rules are in force at a table, and how they are told to people.

The terminal, the command line, the server's page and the documentation all ask this room.
"""
