"""The colours in which terminal output is drawn for the docs and the preview."""

from rich.terminal_theme import TerminalTheme

THEME = TerminalTheme(
    (18, 21, 27), (236, 239, 244),
    [(14, 17, 22), (240, 113, 120), (170, 217, 140), (255, 203, 107), (140, 180, 255), (199, 146, 234), (178, 238, 255),
     (222, 226, 233)],
)  # fmt: skip
