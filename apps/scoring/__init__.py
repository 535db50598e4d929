"""The scoring dashboard's own pieces: what it knows first, how it looks after."""
