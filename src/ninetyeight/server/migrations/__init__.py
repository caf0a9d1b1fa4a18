"""The history of the database's form. Each file of `versions` is one step, never changed again.

:mod:`ninetyeight.server.store.migrate` runs them when a database is opened; no file of settings is
needed.
"""
