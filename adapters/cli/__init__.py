"""The command line, `paperround`: the composition root. Imports stay light; heavy ones happen where they are used."""
