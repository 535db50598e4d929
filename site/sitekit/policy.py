"""The Content-Security-Policy and the other headers, said once."""

from __future__ import annotations

# What Bokeh forces: it writes `style` elements and attributes, hence 'unsafe-inline' for styles;
# it shows images it has drawn, hence data: and blob: for images. Nothing forces inline script.
PAGE = {
    "default-src": "'none'",
    "script-src": "'self' blob:",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}

# A header governs the worker too, which compiles WebAssembly. A view may stand in a frame on any
# page (`embed=1`): there is nothing in it that a reader could be tricked into doing elsewhere.
HEADER = PAGE | {"script-src": "'self' blob: 'wasm-unsafe-eval'", "frame-ancestors": "*"}


# What JupyterLab forces: it compiles the checks of its settings (ajv) and runs the scripts that
# outputs such as Panel's bring along, hence 'unsafe-eval' and 'unsafe-inline' for scripts; its
# styles hold small fonts as data:, and what a reader opens or saves goes through data: and blob:.
# Whatever a notebook does, nothing can be asked of another host.
LAB_PAGE = PAGE | {
    "script-src": "'self' blob: 'unsafe-eval' 'unsafe-inline'",
    "font-src": "'self' data:",
    "connect-src": "'self' data: blob:",
    "frame-src": "'self' blob:",
    "media-src": "'self' data: blob:",
}
LAB_HEADER = LAB_PAGE | {"frame-ancestors": "'self'"}


def policy(directives: dict[str, str]) -> str:
    """Write a policy as browsers read it."""
    return "; ".join(f"{name} {value}" for name, value in directives.items())


def headers_file(hashed: tuple[str, ...]) -> str:
    """Write the `_headers` file; `hashed` are the folders whose name changes with their content."""
    lines = [
        "/*",
        "  X-Content-Type-Options: nosniff",
        "  Referrer-Policy: no-referrer",
        "  Cross-Origin-Opener-Policy: same-origin",
        "  Permissions-Policy: camera=(), microphone=(), geolocation=()",
    ]
    # Hosts join the headers of all patterns that match, and a browser obeys every policy it is
    # sent: so the strict one is not for everything, but for each place that is not the lab's.
    for place in ("/", "/index.html", "/sw.js", *(f"/{folder}/*" for folder in hashed)):
        lines += [place, f"  Content-Security-Policy: {policy(HEADER)}"]
    lines += ["/lab/*", f"  Content-Security-Policy: {policy(LAB_HEADER)}"]
    for folder in hashed:
        lines += [f"/{folder}/*", "  Cache-Control: public, max-age=31536000, immutable"]
    return "\n".join(lines) + "\n"


def read_headers_file(text: str) -> list[tuple[str, dict[str, str]]]:
    """Read a `_headers` file back: patterns with the headers they add."""
    rules: list[tuple[str, dict[str, str]]] = []
    for line in text.splitlines():
        if line.startswith("/"):
            rules.append((line.strip(), {}))
        elif line.strip() and rules:
            name, _, value = line.strip().partition(": ")
            rules[-1][1][name] = value
    return rules
