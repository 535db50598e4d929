"""The step view: its state and actions (no Panel), its pictures and words, its page."""
