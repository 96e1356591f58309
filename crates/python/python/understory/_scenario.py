"""Scenarios as Python gives them: the path of a file, a text, a dict."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Dict, Iterator, List, Optional, Union

from ._errors import Problem, ScenarioError

Scenario = Union[str, "os.PathLike[str]", Mapping]
"""A path; a TOML text, known by a line break in it; or a dict with the keys of a scenario."""

DICT = "<dict>"
TEXT = "<text>"


@dataclass
class Source:
    """A scenario on its way to the compiled part."""

    path: str
    text: Optional[str] = None
    lines: Dict[int, str] = field(default_factory=dict)
    """The key in the dict that each line of the text is from."""

    @contextmanager
    def located(self) -> Iterator[None]:
        """Problems in a dict are told at their keys in place of lines of a text that nobody wrote."""
        try:
            yield
        except ScenarioError as error:
            raise ScenarioError(map(self._at_its_key, error.problems)) from None

    def _at_its_key(self, problem: Problem) -> Problem:
        if problem.file != DICT or problem.line not in self.lines:
            return problem
        return replace(problem, line=None, column=None, key=self.lines[problem.line])


def source_of(scenario: Scenario) -> Source:
    """A scenario by its path, its text or as a dict. Files that a text or a dict names are seen from the working directory."""
    if isinstance(scenario, Mapping):
        writer = _Writer()
        writer.document(scenario)
        if writer.problems:
            raise ScenarioError(writer.problems)
        return Source(DICT, "".join(line + "\n" for line in writer.lines), writer.keys)
    if isinstance(scenario, str) and "\n" in scenario:
        return Source(TEXT, scenario)
    if isinstance(scenario, (str, os.PathLike)):
        return Source(os.fspath(scenario))
    kind = type(scenario).__name__
    raise TypeError(f"a scenario is a path, a TOML text or a dict, but this is of type {kind}")


def settings(values: Optional[Mapping]) -> List[str]:
    """`PATH=VALUE` for each of the values that are set in a scenario, the value as in TOML."""
    if values is None:
        return []
    if not isinstance(values, Mapping):
        example = '{"world.seed": 8, "species.beech.fruit.seeds_per_m2": 2}'
        raise TypeError(f"`set` is a dict from paths to values, such as {example}")
    writer = _Writer("set")
    written = []
    for path, value in values.items():
        if isinstance(path, str):
            written.append(f"{path}={writer.value(value, path)}")
        else:
            writer.problem(repr(path), "a path of `set` is a string such as `world.seed`")
    if writer.problems:
        raise ScenarioError(writer.problems)
    return written


class _Writer:
    """Writes a dict as TOML, every value in a line of its own, so that each line is known by its key."""

    def __init__(self, file: str = DICT) -> None:
        self.file = file
        self.lines: List[str] = []
        self.keys: Dict[int, str] = {}
        self.problems: List[Problem] = []

    def problem(self, key: str, message: str, hint: Optional[str] = None) -> None:
        self.problems.append(Problem(self.file, None, None, message, hint, key))

    def document(self, document: Mapping) -> None:
        """Values without a table come first, as TOML wants it."""
        tables = {}
        for name, value in document.items():
            if isinstance(value, Mapping) or _is_of_tables(value):
                tables[name] = value
            else:
                self.entry("", name, value, "")
        for name, value in tables.items():
            if isinstance(value, Mapping):
                self.line(f"[{self.name(name, '')}]", str(name))
                self.table("", value, str(name))
                continue
            for number, entry in enumerate(value):
                path = f"{name}[{number}]"
                self.line(f"[[{self.name(name, '')}]]", path)
                self.table("", entry, path)

    def line(self, text: str, key: str) -> None:
        self.lines.append(text)
        self.keys[len(self.lines)] = key

    def table(self, before: str, table: Mapping, path: str) -> None:
        for name, value in table.items():
            self.entry(before, name, value, path)

    def entry(self, before: str, name: Any, value: Any, path: str) -> None:
        """A value of a table, in whose line stands the whole way to it."""
        within = f"{path}.{name}" if path else str(name)
        written = before + self.name(name, path)
        if isinstance(value, Mapping) and value:
            self.table(f"{written}.", value, within)
        else:
            self.line(f"{written} = {self.value(value, within)}", within)

    def name(self, name: Any, path: str) -> str:
        if not isinstance(name, str):
            self.problem(f"{path}[{name!r}]" if path else repr(name), "a key of a scenario is a string")
            return '""'
        return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _text(name)

    def value(self, value: Any, path: str) -> str:
        """A value as in TOML: of Python, or what numpy has in its place."""
        if hasattr(value, "tolist"):
            value = value.tolist()
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return repr(value)
        if isinstance(value, (str, os.PathLike)):
            return _text(os.fspath(value))
        if isinstance(value, Mapping):
            entries = (f"{self.name(name, path)} = {self.value(entry, f'{path}.{name}')}" for name, entry in value.items())
            return "{ " + ", ".join(entries) + " }"
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(self.value(entry, f"{path}[{number}]") for number, entry in enumerate(value)) + "]"
        if value is None:
            self.problem(path, "the value is None", "leave the key out")
        else:
            hint = "give a number, a string, True or False, a list or a dict"
            self.problem(path, f"the value is of type {type(value).__name__}, which no scenario has", hint)
        return '""'


def _is_of_tables(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(entry, Mapping) for entry in value)


def _text(text: str) -> str:
    """A string between quotes. TOML has the escapes of JSON, and wants one more character escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
