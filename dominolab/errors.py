"""What can go wrong, each told in one sentence that a reader can act on."""


class DominoError(ValueError):
    """A mistake of the user's: the message says what is wrong and what is possible."""


class RuleError(DominoError):
    """A ruleset, an axis or a value that does not exist or cannot be combined."""


class IllegalAction(DominoError):  # noqa: N818 - it names what happened at the table
    """An action that the rules forbid here; nothing was changed."""

    def __init__(self, message: str, axis: str = "", why: str = "") -> None:
        super().__init__(message)
        self.axis = axis
        """The axis whose rule forbids it, or '' when no rule is concerned."""
        self.why = why or message
        """The sentence alone, without the rule and its source."""


class RecordError(DominoError):
    """A record that cannot be read, or that breaks a rule."""


class NotationError(DominoError):
    """A text that is not a tile, a move, a position or a round."""


def one_of(things: object) -> str:
    """Join *things* as a sentence does: `a`, `a or b`, `a, b or c`."""
    words = [str(thing) for thing in things] if isinstance(things, (list, tuple)) else [str(things)]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
