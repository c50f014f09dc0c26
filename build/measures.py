#!/usr/bin/env python3
"""Prints the size of the sources: lines, files, rooms, long methods, static roots and the image.

    python3 build/measures.py

A room is a folder of a project in src. A method is what the parser below takes for one: a header at a type's level of indentation with a
block body; its length is that of the body with its braces, its parameters are counted by commas outside of brackets.
"""
import re
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = re.compile(r"^ +(?:(?:public|internal|private|protected|static|unsafe|override|sealed|virtual|async|partial|readonly|new|extern) )*"
                    r"(?:\([\w<>\[\]?.,* ]+\)\??|[A-Za-z_][\w.]*(?:<[\w<>\[\]?.,*() ]+>)?[\[\]?*,]*) (\w+)(?:<[\w, ]+>)?\(")
# What Windows or a game calls, or what Windows exports, has its parameters from there.
FOREIGN = ("[UnmanagedCallersOnly", "[LibraryImport", "[DllImport")

NOT_METHODS = re.compile(r"^ *(?:return|if|for|foreach|while|using|lock|await|throw|else|new|//)\b|^ *//|\b(?:class|struct|record|interface) ")


def sources() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z", "src/*.cs"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name]


def parameters(header: str) -> int:
    inside = header[header.index("(") + 1:header.rindex(")")]
    depth, count = 0, 1 if inside.strip() else 0
    for character in inside:
        if character in "(<[{":
            depth += 1
        elif character in ")>]}":
            depth -= 1
        elif character == "," and depth == 0:
            count += 1
    return count


def signature(header: str) -> str:
    return header.split(" =>")[0]


def methods(lines: list[str]):
    """Yields name, parameters and lines of each method, and whether its parameters are Windows' or the game's."""
    i = 0
    while i < len(lines):
        match = HEADER.match(lines[i])
        if not match or NOT_METHODS.search(lines[i]):
            i += 1
            continue
        header, end, first = lines[i], i, i
        while first > 0 and lines[first - 1].lstrip().startswith("["):
            first -= 1
        is_foreign = any(line.lstrip().startswith(FOREIGN) for line in lines[first:i])
        while signature(header).count("(") > signature(header).count(")") and end + 1 < len(lines):
            end += 1
            header += " " + lines[end].strip()
        header = signature(header) + (" =>" if "=>" in header else "")
        body = end + 1
        while body < len(lines) and lines[body].strip().startswith(("where ", ":")):
            body += 1
        if body < len(lines) and lines[body].strip() == "{":
            indent = len(lines[body]) - len(lines[body].lstrip())
            close = next((k for k in range(body + 1, len(lines)) if lines[k].startswith(" " * indent + "}")), body)
            yield match[1], parameters(header[:header.rindex(")") + 1]), close - body + 1, is_foreign
            i = end + 1
            continue
        if header.rstrip().endswith(("=>", ";")) or "=>" in header:
            yield match[1], parameters(header[:header.rindex(")") + 1]) if ")" in header else 0, 1, is_foreign
        i = end + 1


def main() -> None:
    rooms, total, long, many, foreign, roots = Counter(), 0, [], [], [], 0
    files = sources()
    for path in files:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        total += len(lines)
        rooms[str(path.relative_to(ROOT / "src").parent)] += len(lines)
        roots += sum(len(re.findall(r"\b[A-Z]\w*\.Current\b", line)) for line in lines if not line.lstrip().startswith("//"))
        for name, count, length, is_foreign in methods(lines):
            place = f"{path.relative_to(ROOT)}: {name}"
            if length > 60:
                long.append((length, place))
            if count >= 7:
                (foreign if is_foreign else many).append((count, place))
    print(f"lines of C# in src            {total}")
    print(f"files in src                  {len(files)}")
    room, size = rooms.most_common(1)[0]
    print(f"largest room                  {size} lines ({room})")
    print(f"methods over 60 lines         {len(long)}")
    print(f"with 7 or more parameters     {len(many)}")
    print(f"  Windows' and the game's     {len(foreign)}")
    print(f"uses of .Current              {roots}")
    image = ROOT / "artifacts" / "win-x64" / "reloaded_vfs.dll"
    if image.exists():
        print(f"reloaded_vfs.dll              {image.stat().st_size} bytes")
    for title, rows in (("rooms", [(size, room) for room, size in rooms.most_common(8)]), ("long methods", sorted(long, reverse=True)),
                        ("many parameters", sorted(many, reverse=True))):
        print(f"\n{title}")
        for number, what in rows[:60]:
            print(f"{number:6} {what}")


main()
