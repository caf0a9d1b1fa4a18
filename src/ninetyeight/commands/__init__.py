"""The commands of the command line: one module each, imported when that command is called.

Every module has a `command`. What they share is in :mod:`ninetyeight.commands.frame`.
"""
