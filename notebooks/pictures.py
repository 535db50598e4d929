"""Draw the picture at the head of each notebook: `python notebooks/pictures.py`.

The library draws them, so they show what the notebooks then compute.
"""

from __future__ import annotations

from pathlib import Path

import dominolab as dl
from dominolab import draw
from dominolab.result_html import histogram_svg

FOLDER = Path(__file__).with_name("pictures")
SQUARE, GAP, TEXT = 30, 5, 11
PER_ROW = 19


def first_round() -> str:
    """Draw the round of the first notebook after six steps."""
    return draw.round_svg(dl.play("muggins", players=2, seed=7, bots="greedy").at(6))


def reading_a_manual() -> str:
    """Draw a layout with arms, which only one of the leaflets has."""
    played = dl.play("branching", players=3, seed=11, bots="greedy")
    return draw.layout_svg(played.at(11).layout, width=24, exits=False)


def scoring() -> str:
    """Draw the tiles that are left to three players when a round is blocked."""
    return draw.hand_svg(dl.Hand.parse("1-0 6-4 3-3 5-0 2-1"))


def lost_in_translation() -> str:
    """Draw a square for each language, filled where another game comes out."""
    codes = [p.partition("@")[2] for p in dl.printings() if p.startswith("polyglot@")]
    squares = []
    for number, code in enumerate(codes):
        row, column = divmod(number, PER_ROW)
        x, y = column * (SQUARE + GAP), row * (SQUARE + GAP)
        differs = len(dl.diff("polyglot", f"polyglot@{code}")) > 0
        fill, ink = ("#b3362b", "#ffffff") if differs else ("#ffffff", "#2b2b2b")
        squares.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{SQUARE}" height="{SQUARE}" rx="4" '
            f'fill="{fill}" stroke="#b3362b"/><text x="{x + 1 + SQUARE / 2:g}" '
            f'y="{y + 1 + SQUARE / 2 + TEXT / 3:.1f}" font-size="{TEXT if len(code) < 4 else 7}" '
            f'text-anchor="middle" fill="{ink}" font-family="sans-serif">{code}</text>'
        )
    width = PER_ROW * (SQUARE + GAP) - GAP + 2
    height = -(-len(codes) // PER_ROW) * (SQUARE + GAP) - GAP + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}">{"".join(squares)}</svg>'
    )


def what_a_rule_is_worth() -> str:
    """Draw how long rounds of Block are."""
    result = dl.simulate("block", players=4, rounds=4000, seed=1)
    drawn = histogram_svg(result.label("length"), [result["length"]], ["of 4,000 rounds"])
    # As a file it has no page whose text colour it could take: it brings its own paper.
    return drawn.replace("style='", "style='background:#fff;color:#222;", 1)


PICTURES = {
    "first-round": first_round,
    "reading-a-manual": reading_a_manual,
    "scoring": scoring,
    "lost-in-translation": lost_in_translation,
    "what-a-rule-is-worth": what_a_rule_is_worth,
}


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, drawing in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(drawing() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
