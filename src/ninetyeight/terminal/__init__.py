"""The game in a terminal: full screen, and a plain line mode for scripts and screen readers."""
