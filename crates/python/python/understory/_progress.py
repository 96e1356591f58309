"""How far work has come: what a function that looks on is told, and the lines that are shown in its place."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, NamedTuple, Optional, Union


class Progress(NamedTuple):
    """How far work has come.

    `kind` is `year` (a year is over), `replicate`, `method` (one is about to be compared) or `step` (other work is at hand), and
    `what` says it in words. `done` of `of` parts are over. `trees` are the living trees after a year, otherwise None.
    """

    kind: str
    what: str
    done: int
    of: int
    trees: Optional[int] = None


Watcher = Union[bool, Callable[[Progress], Any]]
"""True shows progress on stderr; a function is called with each `Progress`, and stops the work by an exception."""


@contextmanager
def watching(progress: Watcher) -> Iterator[Optional[Callable[..., Any]]]:
    """What the compiled part calls while it is at work; None where nobody looks on."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        lines = _Lines()
        try:
            yield lines.show
        finally:
            lines.end()
    elif callable(progress):
        yield lambda *event: progress(Progress(*event))
    else:
        raise TypeError(f"`progress` is True, False or a function, but this is of type {type(progress).__name__}")


class _Lines:
    """One line that is written over on a terminal and goes in the end; elsewhere a line now and then."""

    def __init__(self) -> None:
        self.is_terminal = sys.stderr.isatty()
        self.every_s = 0.1 if self.is_terminal else 10.0
        self.last = time.monotonic()

    def show(self, *event: Any) -> None:
        now = time.monotonic()
        if now - self.last < self.every_s:
            return
        self.last = now
        progress = Progress(*event)
        of = f" of {progress.of}" if progress.kind == "year" else f": {progress.done} of {progress.of}"
        trees = f", {progress.trees} trees" if progress.trees is not None else ""
        line = progress.what + (of if progress.of > 1 else "") + trees
        self.write(f"\r\x1b[K{line}" if self.is_terminal else f"{line}\n")

    def end(self) -> None:
        if self.is_terminal:
            self.write("\r\x1b[K")

    def write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
