"""What goes wrong, as exceptions that say all of it. The compiled part raises them too."""

from __future__ import annotations

import os
import sys
import warnings
from dataclasses import dataclass
from types import FrameType
from typing import Any, Iterable, Optional, Tuple


@dataclass(frozen=True)
class Problem:
    """One thing that keeps a scenario from being run.

    `file` is its path, `<text>` or `<dict>`, or `set` for a value of that argument. `line` and `column` count from 1, in
    characters; both are None where there is no line. `key` is the place in a dict, such as `species[0].growth.rate`, or the
    path of a value of `set`. `hint` is the way out, where one is known.
    """

    file: str
    line: Optional[int]
    column: Optional[int]
    message: str
    hint: Optional[str] = None
    key: Optional[str] = None

    def __str__(self) -> str:
        place = self.file
        if self.key is not None:
            place = f"{self.file}: {self.key}"
        elif self.line is not None:
            place = f"{self.file}:{self.line}:{self.column}"
        hint = f"\nhint: {self.hint}" if self.hint else ""
        return f"{place}: {self.message}{hint}"


class Error(Exception):
    """Something cannot be made, measured or read. `hint` is the way out, where one is known."""

    def __init__(self, message: str, hint: Optional[str] = None) -> None:
        super().__init__(f"{message}\nhint: {hint}" if hint else message)
        self.hint = hint


class ScenarioError(Error):
    """A scenario, or a file that it names, has problems. `problems` has all of them, each with its place."""

    def __init__(self, problems: Iterable) -> None:
        found = [problem if isinstance(problem, Problem) else _of_plain(problem) for problem in problems]
        super().__init__("\n".join(str(problem) for problem in found))
        self.problems: Tuple[Problem, ...] = tuple(found)

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.problems,), self.__dict__


def _of_plain(plain: tuple) -> Problem:
    """A problem as the compiled part has it: one of no line has line 0 there."""
    file, line, column, message, hint = plain
    if line:
        return Problem(file, line, column, message, hint)
    if file.startswith("--set "):
        path, _, _ = file[len("--set ") :].partition("=")
        return Problem("set", None, None, message, hint, path)
    return Problem(file, None, None, message, hint)


def stopped(cause: BaseException, what_became: str) -> BaseException:
    """What to raise for `cause`, which stopped some work: it says what became of the work."""
    if isinstance(cause, KeyboardInterrupt):
        return KeyboardInterrupt(what_became)
    if hasattr(cause, "add_note"):
        cause.add_note(what_became)
    return cause


def warn(message: str, category: type = UserWarning) -> None:
    """Warns at the line of the user's program that called the package."""
    package = os.path.dirname(__file__)
    frame: Optional[FrameType] = sys._getframe()
    level = 1
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == package:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)
