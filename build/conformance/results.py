"""Parses a test program's output into places (a check's source line, a test's name, a printed line), and finds allowed differences."""
import collections
import fnmatch
import re

_WINE = re.compile(r"(\w+\.c):(\d+):\S*(.*?)(Test failed|Test marked todo|Test succeeded inside todo block|Test marked flaky|Tests skipped|this is the last test seen|"
                   r"unhandled exception)")
_PASSED = re.compile(r"^passed (\w+\.c):(\d+) (\d+)", re.M)
_GO = re.compile(r"^\s*--- (PASS|FAIL|SKIP): (\S+)", re.M)
_PYTHON = re.compile(r"^(test\w*) \(([\w.]+)\)(?:\n.*?)? \.\.\. .*?(ok|FAIL|ERROR|skipped|expected failure)\b", re.M)
_COUNT = re.compile(r"\b\d+ x ")
_ENDED = re.compile(r"^ended: (.*)$", re.M)


def read(kind, text):
    """Returns a table of the output for each place."""
    text = text.replace("\r\n", "\n")
    places = {}
    if kind == "wine":
        found = collections.defaultdict(collections.Counter)
        for match in _WINE.finditer(text):
            found[f"{match[1]}:{match[2]}"][match[4]] += 1
        for match in _PASSED.finditer(text):
            found[f"{match[1]}:{match[2]}"]["passed"] += int(match[3])
        places = {place: ", ".join(f"{count} x {what}" for what, count in sorted(counts.items())) for place, counts in found.items()}
    elif kind == "go":
        places = {match[2]: match[1] for match in _GO.finditer(text)}
    elif kind == "python":
        places = {f"{match[2]}.{match[1]}": match[3] for match in _PYTHON.finditer(text)}
    else:
        counts = collections.Counter(line for line in text.split("\n") if line and not line.startswith("passed "))
        places = {line: f"{count} x" for line, count in counts.items()}
    if places:
        ended = _ENDED.search(text)
        how = ended[1] if ended else "not at all"
        # Wine's tests exit with the number of failures, which are places themselves.
        places["end"] = "by itself" if kind == "wine" and len(how) < 3 else how
    return places


def different(plain, overlaid):
    """
    Returns the places at which no run of one side gave the same as a run of the other, with both results. If the plain runs count differently
    among themselves, as in a loop that waits, only the counted results are compared, not their numbers.
    """
    places = []
    for place in sorted(set().union(*plain, *overlaid), key=_order):
        left, right = {run.get(place, "nothing") for run in plain}, {run.get(place, "nothing") for run in overlaid}
        if len(left) > 1:
            left, right = (left, right) if left & right else ({_COUNT.sub("", seen) for seen in left}, {_COUNT.sub("", seen) for seen in right})
        if not left & right:
            places.append((place, " or ".join(sorted(left)), " or ".join(sorted(right))))
    return places


def _order(place):
    name, _, line = place.partition(":")
    return (name, int(line)) if line.isdigit() else (place, 0)


class Allowed:
    """The lines of allowed.txt: program, variants, places, page, reason. Records which of them were needed."""

    def __init__(self, path):
        self._path, self._lines, self._needed = path, [], set()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split(None, 4)
            if len(parts) < 5:
                raise SystemExit(f"{path.name}:{number}: program, variants, places, page and reason are wanted")
            page = path.parents[2] / parts[3].split("#")[0]
            if not page.is_file():
                raise SystemExit(f"{path.name}:{number}: there is no {parts[3]}")
            self._lines.append((number, parts[0], parts[1].split(","), parts[2].split(",")))

    def has(self, program, variant, place):
        """Determines whether a difference is allowed, and marks the lines that allow it as needed."""
        fitting = [(number, variant, pattern) for number, pattern in self._patterns(program, variant) if _covers(pattern, place)]
        self._needed.update(fitting)
        return bool(fitting)

    def unneeded(self, program, variant):
        """Returns the lines for a comparison that have allowed none of its differences."""
        return [f"{self._path.name}:{number}: {pattern}" for number, pattern in self._patterns(program, variant)
                if (number, variant, pattern) not in self._needed]

    def _patterns(self, program, variant):
        return [(number, pattern) for number, name, variants, places in self._lines
                if fnmatch.fnmatchcase(program, name) and variant in variants for pattern in places]


# file.c:10-20 is a range of lines; anything else is a name with * and ?.
def _covers(pattern, place):
    match = re.fullmatch(r"(\w+\.c):(\d+)-(\d+)", pattern)
    if match:
        name, _, line = place.partition(":")
        return name == match[1] and line.isdigit() and int(match[2]) <= int(line) <= int(match[3])
    return fnmatch.fnmatchcase(place, pattern)
