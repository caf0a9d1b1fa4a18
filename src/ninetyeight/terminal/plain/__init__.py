"""The game line by line: for scripts, screen readers, slow lines and people who like it plain."""
