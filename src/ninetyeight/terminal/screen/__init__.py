"""The game full screen, with Textual: the same lanes as on any other table, in characters."""
