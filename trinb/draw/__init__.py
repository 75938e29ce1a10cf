"""Pictures: `palette` holds the look, `svg` draws it as text, `shapes` is the geometry between them.

Everything here is pure text building: nothing compiled, so that it also runs in the browser.
"""
