"""The start page and the web manifest."""

from __future__ import annotations

import json
import re
from html import escape

from sitekit.doors import door, lab_door
from sitekit.first import first_content, live_link
from sitekit.icons import mark_svg
from sitekit.paths import WEB
from sitekit.policy import PAGE, policy
from sitekit.tables import tables
from sitekit.views import ViewInfo

PRELOADED = ("config.js", "shell/address.js", "shell/frontend.js", "shell/link.js",
             "shell/loading.js", "shell/offline.js", "shell/problem.js", "shell/python.js",
             "shell/question.js", "shell/view.js")  # fmt: skip

LAB_TAB = '<li><a href="lab/">Notebooks</a></li>'


def fill(template: str, values: dict[str, str]) -> str:
    """Put values into a template; every {{name}} must have one."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found.group(1)], template)


def start_page(app_folder: str, views: tuple[ViewInfo, ...], *, notebooks: bool) -> str:
    """Write index.html with everything that can be read before Python is there."""
    return fill(
        (WEB / "index.html").read_text(encoding="utf-8"),
        {
            "policy": policy(PAGE),
            "app": app_folder,
            "preload": "\n".join(
                f'<link rel="modulepreload" href="{app_folder}{path}">' for path in PRELOADED
            ),
            "mark": mark_svg(),
            "navigation": "".join(_tab(view) for view in views) + (LAB_TAB if notebooks else ""),
            "first": first_content(live_link() if "step" in {v.name for v in views} else ""),
            "doors": "".join(door(view) for view in views) + (lab_door() if notebooks else ""),
            "tables": tables(),
        },
    )


def _tab(view: ViewInfo) -> str:
    # On a phone there is room for the first word only.
    first, space, rest = view.title.partition(" ")
    words = f'{escape(first)}<span class="more">{space}{escape(rest)}</span>'
    return f'<li><a href="?view={view.name}" data-view="{view.name}">{words}</a></li>'


def manifest(app_folder: str) -> str:
    """Write the web manifest, which makes the site installable."""
    icons = [
        {"src": f"{app_folder}icon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": f"{app_folder}icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": f"{app_folder}icon-512.png", "sizes": "512x512", "type": "image/png"},
        {
            "src": f"{app_folder}icon-maskable-512.png",
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    data = {
        "name": "Dominolab",
        "short_name": "Dominolab",
        "description": "Domino games from five real manuals: played, explained, compared.",
        "lang": "en",
        "start_url": "./",
        "scope": "./",
        "id": "./",
        "display": "standalone",
        "background_color": "#f6f4ee",
        "theme_color": "#2f6b62",
        "categories": ["education", "games"],
        "icons": icons,
    }
    return json.dumps(data, indent=1) + "\n"
