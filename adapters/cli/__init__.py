"""The command line, `paperround`: the composition root. Imports here stay light; heavy ones happen where they are used."""
