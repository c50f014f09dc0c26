#!/usr/bin/env python3
"""Runs other projects' test programs on a merged folder by plain Wine, and on the overlay by `rvfs run`, and compares their output.

Started by build/conformance.sh, which fetches the programs. One line a program and variant: same, differs, or skipped with the reason.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import layout    # noqa: E402
import results   # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "conformance"


class Hung(Exception):
    """Raised if a program has not ended within its time limit."""


def wine_environment():
    environment = dict(os.environ)
    environment.pop("DISPLAY", None)
    environment.update(WINEPREFIX=str(CACHE / "prefix"), WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=", RVFS_WINE=layout.wine(),
                       # Go's runtime suspends threads for preemption, and sometimes hangs in this under Wine 8, even without a VFS.
                       GODEBUG="asyncpreemptoff=1", RVFS_CONFORMANCE="1")
    return environment


def end_all():
    """Ends the programs left running by one that hung: everything in the prefix, which belongs to this command only."""
    subprocess.run(["wineserver", "-k"], env=wine_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def run(tree, vfs, program, **variables):
    """Runs the program once and returns its output as text and how it ended."""
    deadline = time.monotonic() + program.limit
    if program.kind == "sqlite":
        # Both write at once; then a third program checks the result.
        writers = [start(tree, vfs, program, [writer, "150", *program.arguments], variables) for writer in ("first", "second")]
        text = "".join(end(writer, deadline) for writer in writers) + end(start(tree, vfs, program, ["check"], variables), deadline)
    else:
        text = end(start(tree, vfs, program, program.arguments, variables), deadline)
    return text.replace(layout.windows(tree.overlay), layout.windows(tree.merged)).replace(str(tree.overlay), str(tree.merged))


def start(tree, vfs, program, arguments, variables):
    game = tree.overlay if vfs else tree.merged
    inside = [layout.windows(game / "start.exe"), layout.windows(game / "tmp"), layout.windows(game / program.exe)] + \
        [argument.replace("{game}", layout.windows(game)) for argument in arguments]
    command = [str(ROOT / "artifacts/linux-x64/rvfs"), "run", "--target", str(game), "--mods", str(tree.mods)] if vfs else [layout.wine()]
    tree.started += 1
    out = tree.root / f"out{tree.started}"
    with open(out, "wb") as output, open(tree.root / "errors", "ab") as errors:
        process = subprocess.Popen(command + inside, cwd=game, env=wine_environment() | variables, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                   start_new_session=True)
    return process, out


def end(started, deadline):
    process, out = started
    try:
        process.wait(timeout=max(1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        end_all()
        raise Hung from None
    return out.read_bytes().decode("utf-8", "replace")


class Outcome:
    def __init__(self, state, detail="", places=()):
        self.state, self.detail, self.places = state, detail, places


def names_of(program):
    """Returns every name that the program creates below its folder, found once by a run with Wine's trace of calls."""
    kept = CACHE / "names" / (program.name.replace("/", "_") + ".txt")
    # The names that layout.py accepts for a mod may have changed since.
    if not kept.exists() or kept.stat().st_mtime < pathlib.Path(layout.__file__).stat().st_mtime:
        with layout.Tree(program, "b1", CACHE) as tree:
            run(tree, False, program, WINEDEBUG="+file")
            made = layout.names_in_trace((tree.root / "errors").read_text("utf-8", "replace"), layout.windows(tree.merged / "tmp"))
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(f"{kind} {name}\n" for name, kind in sorted(made.items())), "utf-8")
    return dict(reversed(line.split(" ", 1)) for line in kept.read_text("utf-8").splitlines())


def observe(program, variant, names, vfs, keep):
    with layout.Tree(program, variant, CACHE, names, keep) as tree:
        began = time.monotonic()
        text = run(tree, vfs, program)
        if keep:
            suffix = "vfs" if vfs else "plain"
            (keep / f"{program.name.replace('/', '_')}.{variant}.{suffix}.txt").write_text(text, "utf-8")
        return results.read(program.kind, text), time.monotonic() - began


def compare(program, variant, keep, repeats):
    """Compares both sides: a place differs if no run of one side gave the same as a run of the other side."""
    names = names_of(program) if variant in ("b4", "b5", "b6") and program.kind == "wine" else {}
    plain, overlaid = [], []
    spent = [0.0, 0.0]
    for attempt in range(repeats):
        for vfs, seen in ((False, plain), (True, overlaid)):
            try:
                found, seconds = observe(program, variant, names, vfs, keep)
            except Hung:
                if vfs:
                    return Outcome("differs", f"has not ended in {program.limit} s", [("end", "plain run ended", "hung")])
                return Outcome("skipped", f"the plain run has not ended in {program.limit} s")
            seen.append(found)
            spent[vfs] += seconds
        if not plain[0]:
            return Outcome("skipped", "the plain run printed nothing that could be compared")
        places = results.different(plain, overlaid)
        if not places:
            break
    time_text = f"{len(plain[0])} places, {spent[0] / len(plain):.1f} s and {spent[1] / len(plain):.1f} s"
    return Outcome("differs" if places else "same", time_text, places)


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--variant", action="append", default=[])
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    allowed = results.Allowed(ROOT / "build/conformance/allowed.txt")
    programs = layout.read_programs(ROOT / "build/conformance/programs.txt", CACHE)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    for name in options.programs:
        program = programs[name]
        missing = program.why_missing()
        for variant in options.variant or program.variants:
            if missing:
                outcome = Outcome("skipped", missing)
            elif variant not in program.variants:
                continue
            else:
                outcome = compare(program, variant, options.keep, options.repeats)
            unexplained = [place for place in outcome.places if not allowed.has(name, variant, place[0])]
            explained = len(outcome.places) - len(unexplained)
            state = "skipped" if outcome.state == "skipped" else "differs" if unexplained else "same"
            counts[{"skipped": "skipped", "differs": "failed", "same": "passed"}[state]] += 1
            note = f", {explained} allowed" if explained else ""
            unneeded = allowed.unneeded(name, variant) if outcome.state != "skipped" else []
            if unneeded:
                note += f"; not needed here: {', '.join(unneeded)}"
            print(f"{state:8} {variant} {name}: {outcome.detail}{note}", flush=True)
            for place, plain, overlaid in unexplained[:40]:
                print(f"         {place}: plain {plain}; VFS {overlaid}", flush=True)
            if len(unexplained) > 40:
                print(f"         and {len(unexplained) - 40} more", flush=True)
    end_all()
    print(f"\n{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
