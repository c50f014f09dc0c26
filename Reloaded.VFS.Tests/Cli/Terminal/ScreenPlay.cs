using System.Text;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Checking;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;
using Reloaded.VFS.Tests.Cli.Installing;
using CommandLine = Reloaded.VFS.Cli.Terminal.CommandLine;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>
/// A game with mods, for which each command is typed in a terminal of one width. Everything lies in a folder whose path is as long as the
/// one that takes its place in the screens, so that lines are broken in the same places on every machine.
/// </summary>
internal sealed partial class ScreenPlay : IDisposable
{
    private const string ShownHome = "/home/ann";

    private readonly string _home = NewHome();
    private readonly int? _width;
    private readonly UserFolders _user;
    private readonly Dictionary<string, StringBuilder> _screens = [];

    /// <param name="width">The number of columns; null for no terminal.</param>
    private ScreenPlay(int? width)
    {
        _width = width;
        _user = new UserFolders(_home);
        Environment.SetEnvironmentVariable("COLUMNS", width is null ? null : $"{width}");
        TerminalSize.IsOutputTerminal = width is not null;
    }

    /// <summary>Types all commands, and returns the screens of each.</summary>
    public static Dictionary<string, string> Run(int? width)
    {
        using ScreenPlay play = new(width);
        play.PutInMods();
        play.LookOn();
        play.Repair();
        play.GoElsewhere();
        return play._screens.ToDictionary(screen => screen.Key, screen => Shown(screen.Value.ToString(), play._home));
    }

    public void Dispose()
    {
        TerminalSize.IsOutputTerminal = null;
        _user.Dispose();
        TemporaryFolder.Delete(_home);
    }

    private void PutInMods()
    {
        File("games/Hero Quest/hero.exe", TestImage.Make(["kernel32.dll"], []));
        foreach (string name in (string[])["data/hero.dds", "data/music.ogg", "data/intro.bik", "docs/readme.pdf"])
            File("games/Hero Quest/" + name, "the game's");
        Folder("empty");
        Go("empty");
        Type("ls", "ls");
        Go("games/Hero Quest");
        Type("init", "init");
        Type("init", "init");
        Type("mods", "mods");
        Type("conflicts", "conflicts");

        Zip("Better Hero-1234-1-0-1700000000.zip",
            ("data/hero.dds", "better"), ("data/armour.dds", "better"), ("data/textures/shield.dds", "same"),
            ("mod.json", """{ "id": "better-hero", "name": "Better Hero, the Armours of the Old North", "version": "1.0", "after": ["Old Hero"] }"""));
        Zip("Old Hero.zip", ("data/hero.dds", "old"), ("data/armour.dds", "old"), ("data/textures/shield.dds", "same"));
        File("Downloads/New Island/data/maps/island of the lost king, with all of its harbours.map", "map");
        Zip("Team-Fast_Loading-1.2.0.zip", ("manifest.json",
            """{ "name": "Fast_Loading", "version_number": "1.2.0", "dependencies": ["BepInEx-BepInExPack-5.4.2100"] }"""),
            ("plugins/FastLoading.dll", "x"), ("icon.png", "x"), ("README.md", "x"));
        Zip("Weather.zip", ("fomod/ModuleConfig.xml", Fomod), ("rain/rain.dds", "rain"), ("snow/snow.dds", "snow"));
        File("Downloads/broken.7z", "no archive");
        File("Downloads/notes.txt", "text");
        Type("add", """add "~/Downloads/Better Hero-1234-1-0-1700000000.zip" "~/Downloads/Old Hero.zip" "~/Downloads/New Island" """);
        Type("add", "add ~/Downloads/Team-Fast_Loading-1.2.0.zip");
        Type("add", "add ~/Downloads/Weather.zip");
        Type("add", "add --defaults ~/Downloads/Weather.zip");
        Type("add", "add ~/Downloads/broken.7z ~/Downloads/notes.txt");
        Type("add", "add ~/Downloads/none.zip");
        File("games/Hero Quest/rvfs/mods/Better Hero/data/hero.dds", "changed by the player");
        Zip("Better Hero-1234-1-1-1800000000.zip",
            ("data/hero.dds", "best"), ("data/armour.dds", "best"), ("data/textures/shield.dds", "same"),
            ("mod.json", """{ "id": "better-hero", "name": "Better Hero, the Armours of the Old North", "version": "1.1", "after": ["Old Hero"] }"""));
        Type("add", """add "~/Downloads/Better Hero-1234-1-1-1800000000.zip" """);
        Type("add", """add "~/Downloads/Better Hero-1234-1-1-1800000000.zip" """, "k");

        Type("order", "order");
        Type("order", "order --check");
        Type("order", "order --fix");
        Type("order", "order --check");
        Type("mods", "mods");
        Type("mods", """mods disable Weather Team-Fast_Loading""");
        Type("mods", """mods enable Team-Fast_Loading""");
        Type("mods", """mods move "New Island" --first""");
        Type("mods", """mods move Weather --before "Old Hero" """);
        Type("mods", """mods disable "Beter Hero" """);
        File("games/Hero Quest/rvfs/mods/No Intro/data/intro.bik.rvfshide", "");
        File("games/Hero Quest/rvfs/mods/Broken/mod.json", "{ \"after\": 1 }");
        File("games/Hero Quest/rvfs/mods/Broken/data/readme", "x");
        File("games/Hero Quest/rvfs/mods/stray.dds", "x");
        File("games/Hero Quest/rvfs/mods/loose/hero.dds", "x");
        Type("mods", "mods");

        Type("prefer", "prefer");
        Type("prefer", """prefer "Old Hero" data/armour.dds""");
        Type("prefer", """prefer "Old Hero" data/textures""");
        Type("prefer", """prefer "Old Hero" data/none.dds""");
        Type("prefer", "prefer");
        Type("prefer", "prefer --remove data/textures");
        Type("set", "set");
        Type("set", "set hard --new");
        Type("set", """set "without the island" --new""");
        Type("set", "set");
        Type("set", "set hard");
        Type("set", "set hrad");
        Type("set", "set hard --delete", "n");
        Type("set", "set hard --delete", "y");
        Type("refresh", "refresh");
        Move("Downloads/Old Hero.zip", "games/Hero Quest/rvfs/mods/Packed.zip");
        Type("refresh", "refresh");
        Type("refresh", "refresh");
        File("games/Hero Quest/rvfs/mods/Damaged.zip", "no archive");
        Type("refresh", "refresh");
        Delete("games/Hero Quest/rvfs/mods/Damaged.zip");

        Type("remove", "remove --list");
        Type("remove", "remove Broken stray.dds");
        Type("remove", "remove Broken loose");
        Type("remove", "remove --list");
        Type("remove", "remove --undo");
        Type("remove", "remove --undo none");
        Type("remove", "remove --forever", "n");
        Type("remove", "remove loose");
        Type("remove", "remove --forever", "y");
        Delete("games/Hero Quest/rvfs/mods/stray.dds");
    }

    private void LookOn()
    {
        Type("ls", "ls");
        Type("ls", "ls --only-mods data/maps");
        Type("ls", "ls data/hero.dds");
        Type("which", "which data/hero.dds");
        Type("which", "which data/textures");
        Type("which", "which data/intro.bik");
        Type("which", "which data/none.dds");
        Type("conflicts", "conflicts");
        Type("conflicts", """conflicts "Better Hero" """);
        Type("conflicts", """conflicts "New Island" """);
        Type("conflicts", "conflicts --all");
        Type("last", "last");
        Report();
        Type("last", "last");
        Type("last", "last --all");
        Type("games", "games");
        _ = _user.AddSteamGame("1", "The Long Tale of the Old King: Game of the Year Edition", "Long Tale");
        KnownGames.Remember(At("games/Hero Quest/hero.exe"), At("games/Hero Quest"));
        Type("games", "games");
        File("games/Hero Quest/rvfs/rvfs.json", """{ "wirtes": "overwrite" }""");
        File("games/Hero Quest/rvfs/mods/Damaged.zip", "no archive");
        Folder("games/Hero Quest/rvfs/mods/Empty");
        Doctor();
        Delete("games/Hero Quest/rvfs/mods/Damaged.zip");
        Directory.Delete(At("games/Hero Quest/rvfs/mods/Empty"));
        Monitor();
    }

    private void Repair()
    {
        File("games/Hero Quest/rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        Type("overwrite", "overwrite");
        Type("undo", "undo");
        string overwrite = At("games/Hero Quest/rvfs/overwrite");
        UndoJournal.Begin(overwrite, "hero.exe");
        foreach (string name in (string[])["data/hero.dds", "saves/1.sav", "saves/The siege of the old king, third night.sav"])
            File("games/Hero Quest/rvfs/overwrite/" + name, new string('x', 2048));
        File("games/Hero Quest/rvfs/overwrite/data/music.ogg.rvfshide", HideMarker.DeletedByGame);
        string journal = OverwritePlaces.JournalOf(overwrite);
        string[] made = [@"data\hero.dds", "saves", @"saves\1.sav", @"saves\The siege of the old king, third night.sav", @"data\music.ogg.rvfshide"];
        System.IO.File.WriteAllText(Path.Combine(journal, "1.log"), string.Concat(made.Select(name => new UndoRecord(UndoKind.New, name, "").Line)));
        Type("overwrite", "overwrite");
        Type("last", "last");
        Type("undo", "undo --list");
        Type("undo", "undo", "n");
        Type("overwrite", "overwrite clear saves/1.sav", "n");
        Type("overwrite", "overwrite clear none");
        Type("overwrite", """overwrite to "My saves" """, "n");
        Type("undo", "undo", "y");
        File("games/Hero Quest/rvfs/overwrite/saves/2.sav", new string('x', 2048));
        Type("overwrite", """overwrite to "My saves" """, "y");
        Type("overwrite", "overwrite clear", "y");
        File("games/Hero Quest/rvfs/overwrite/saves/3.sav", "x");
        Type("overwrite", "overwrite clear", "y");
        File("games/Hero Quest/rvfs/rvfs.json", "{}");
        Type("undo", "undo");
        Type("deleted", "deleted");
        File("games/Hero Quest/rvfs/mods/Better Hero/data/music.ogg.rvfshide", HideMarker.DeletedByGame);
        Type("deleted", "deleted");
        Type("deleted", "deleted clear data/none");
        Type("deleted", "deleted clear", "y");

        Type("materialise", "materialise ~/merged");
        File("merged/saves/1.sav", "written");
        Type("materialise", "materialise --status ~/merged");
        Type("materialise", "materialise ~/merged");
        Type("materialise", """materialise --to "My saves" ~/merged""");
        File("merged/new.txt", "written");
        Type("materialise", "materialise --remove ~/merged");
        Type("materialise", "materialise --status ~/Downloads");
        Type("materialise", "materialise ~/Downloads");
    }

    private void GoElsewhere()
    {
        Type("export", "export ~/my-mods.json");
        Type("export", "export --to mo2 ~/Instance");
        Type("export", "export --to r2z ~/mine.r2z");
        Type("export", "export --to zip ~/mine.zip");
        Type("import", "import --check ~/my-mods.json");
        File("games/Other/other.exe", TestImage.Make(["kernel32.dll"], []));
        Go("games/Other");
        File("MO2/ModOrganizer.ini", "[General]\ngameName=Skyrim\n");
        File("MO2/profiles/Hard/modlist.txt", "+Better Sky\n-Old Sky\n+Gone\n+Weapons_separator\n");
        File("MO2/mods/Better Sky/sky.dds", "sky");
        File("MO2/mods/Better Sky/meta.ini", "[General]\nversion=2.1\n");
        File("MO2/mods/Old Sky/sky.dds", "old");
        Type("import", "import --check ~/MO2");
        Type("import", "import ~/MO2");
        Type("import", "import ~/MO2");
        Type("import", "import ~/Downloads");
        Type("import", "import ~/my-mods.json --new-set hero");
        Type("shortcut", "shortcut");
        Type("shortcut", """shortcut --name "Another name" --set hero""");
        Type("shortcut", "shortcut --remove");
        Type("install", "install none.exe");
        Type("install", "uninstall");
        Type("monitor", "monitor");
        Type("bugreport", "bugreport --out ~/bug.zip");
        Type("report", "report");
        Type("completion", "completion elvish");
        Type("run", "run none.exe");
        Type("run", "run %command%");
        Type("run", "run --jsno other.exe");
    }

    private void Report()
    {
        var begun = new DateTimeOffset(2026, 11, 27, 23, 58, 1, TimeSpan.Zero);
        string folder = At("games/Hero Quest");
        StartReportFile.Write(new StartReport
        {
            Version = "1.2.3",
            Time = begun,
            Milliseconds = 41,
            System = "Windows 10.0.19043 x64, Wine 8.0",
            Game = Path.Combine(folder, "hero.exe"),
            ProcessId = 32,
            Running = true,
            Targets = [folder],
            ModsFolder = Path.Combine(folder, "rvfs", "mods"),
            Files = 3,
            Replaces = 1,
            Mods = [
                new ModReport { Name = "Old Hero", State = ModState.Active, Files = 3, Wins = 0 },
                new ModReport { Name = "Better Hero", State = ModState.Active, Files = 3, Wins = 3, Replaces = 1 },
                new ModReport { Name = "Weather", State = ModState.Disabled },
                new ModReport { Name = "Gone", State = ModState.Missing }],
            Diagnostics = [Diagnostic.Warning("there is no mod 'Gone'") with
            {
                File = Path.Combine(folder, "rvfs", "mods", "order.txt"),
                Line = 4,
                Fix = "fix the name, or remove the line",
            }],
            Hooks = [new HookReport { Function = "NtCreateFile", State = HookState.Installed },
                new HookReport { Function = "NtQueryDirectoryFileEx", State = HookState.Absent }],
            Exit = new ExitReport { Time = begun.AddMinutes(1), Code = 0xC0000005, Status = "STATUS_ACCESS_VIOLATION: it crashed", FilesOpened = 17 },
        }, StartReportFile.NameFor(ReportFolders.OfGame(folder), begun, 32));
    }

    /// <summary>The findings about the game and its mods: those about a system are another's on each machine.</summary>
    private void Doctor()
    {
        TextWriter before = Console.Error;
        using StringWriter screen = new();
        try
        {
            Console.SetError(screen);
            RunOptions options = new() { Game = At("games/Hero Quest/hero.exe") };
            IReadOnlyList<Diagnostic> system = Examination.Run(null);
            using (TextWriter output = Writer(screen))
                DoctorCommand.Show([.. Examination.Run(options).Where(found => !system.Contains(found))], json: false, output, options);
        }
        finally
        {
            Console.SetError(before);
        }

        Add("doctor", "doctor", screen.ToString(), ExitCodes.NothingFound);
    }

    /// <summary>The totals at a game's end.</summary>
    private void Monitor()
    {
        MonitorModel model = new(new EventFilter());
        const string target = @"Z:\home\ann\games\Hero Quest";
        EventLayer hero = new(1, "Better Hero", @"\??\" + target + @"\rvfs\mods\Better Hero\", target),
            idle = new(2, "New Island", @"\??\" + target + @"\rvfs\mods\New Island\", target);
        for (int i = 0; i < 12; i++)
        {
            string name = i % 3 == 0 ? $@"\data\textures\armours of the old kings and queens\wall {i:00}.dds" : $@"\data\sound {i:00}.ogg";
            model.Add(new FileEvent(TimeSpan.FromSeconds(i), TimeSpan.FromMicroseconds(3000 - (i * 7)), 7, EventFunction.NtCreateFile,
                i % 5 == 1 ? unchecked((int)0xC0000034) : 0, i % 3 == 0 ? LookupKind.File : LookupKind.Miss, target + name,
                i % 3 == 0 ? hero : null));
        }

        using StringWriter screen = new();
        using (TextWriter output = Writer(screen))
            EventText.WriteSummary(output, model, [hero, idle], 1);
        Add("monitor", "monitor hero.exe", screen.ToString(), 0);
    }

    private TextWriter Writer(TextWriter screen) => _width is { } width ? new WrappedOutput(screen, width) : screen;

    /// <summary>Types a line, and an answer to what it asks.</summary>
    private void Type(string file, string line, string answer = "")
    {
        using StringWriter screen = new();
        (TextWriter output, TextWriter errors, TextReader input) = (Console.Out, Console.Error, Console.In);
        int code;
        try
        {
            Console.SetOut(screen);
            Console.SetError(screen);
            Console.SetIn(new EchoingReader(answer, screen));
            string typed = "rvfs " + line.Replace("~/", _home + "/", StringComparison.Ordinal);
            code = Reloaded.VFS.Cli.Application.Run([.. CommandLine.Split(typed).Skip(1).Select(word => word.Value)]);
        }
        finally
        {
            Console.SetOut(output);
            Console.SetError(errors);
            Console.SetIn(input);
        }

        Add(file, line.TrimEnd(), screen.ToString(), code);
    }

    private void Add(string file, string line, string screen, int code)
    {
        if (!_screens.TryGetValue(file, out StringBuilder? text))
            _screens[file] = text = new StringBuilder();
        if (screen.Length > 0 && !screen.EndsWith('\n'))
            screen += "\n";
        text.Append($"$ rvfs {line}\n{screen}{(code == 0 ? "" : $"[{code}]\n")}\n");
    }

    /// <summary>Puts what is another on each machine and at each time aside, by something as long.</summary>
    public static string Shown(string text, string home)
    {
        text = text.Replace(home, ShownHome, StringComparison.Ordinal)
            .Replace(home.Replace('/', '\\'), ShownHome.Replace('/', '\\'), StringComparison.Ordinal);
        text = Day().Replace(text, "2026-11-27");
        text = Time().Replace(text, time => "23:58:01"[..time.Length]);
        text = Hash().Replace(text, hash => new string('0', hash.Length));
        return Sizes().Replace(text, size => new string(' ', size.Length - 9) + "123 bytes");
    }

    /// <summary>Makes a folder whose path is as long as the one that the screens show.</summary>
    public static string NewHome()
    {
        while (true)
        {
            string home = $"/tmp/{Random.Shared.Next(0x10000):x4}";
            if (home.Length == ShownHome.Length && !Path.Exists(home))
                return Directory.CreateDirectory(home).FullName;
        }
    }

    private string At(string path) => Path.Combine(_home, path);

    private void Folder(string path) => Directory.CreateDirectory(At(path));

    private void Go(string path) => Environment.CurrentDirectory = At(path);

    private void File(string path, string content) => File(path, Encoding.UTF8.GetBytes(content));

    private void File(string path, byte[] content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(At(path))!);
        System.IO.File.WriteAllBytes(At(path), content);
    }

    private void Move(string from, string to) => System.IO.File.Move(At(from), At(to));

    private void Delete(string path) => System.IO.File.Delete(At(path));

    private void Zip(string name, params (string Path, string Content)[] files) =>
        File("Downloads/" + name, ArchiveFiles.Zip([.. files.Select(file => new ZipPart(file.Path, file.Content))]));

    private const string Fomod = """
        <config><moduleName>Weather</moduleName><installSteps order="Explicit"><installStep name="Sky"><optionalFileGroups order="Explicit">
        <group name="Kind" type="SelectExactlyOne"><plugins order="Explicit">
        <plugin name="Rain"><description>Wet</description><files><file source="rain/rain.dds" destination="data/rain.dds"/></files>
        <typeDescriptor><type name="Recommended"/></typeDescriptor></plugin>
        <plugin name="Snow"><description>Cold</description><files><file source="snow/snow.dds" destination="data/snow.dds"/></files>
        <typeDescriptor><type name="Optional"/></typeDescriptor></plugin>
        </plugins></group></optionalFileGroups></installStep></installSteps></config>
        """;

    [GeneratedRegex(@"\b20\d\d-\d\d-\d\d\b")]
    private static partial Regex Day();

    [GeneratedRegex(@"(?<= )\d\d:\d\d(:\d\d)?\b")]
    private static partial Regex Time();

    // In the names of a report and of a folder in the cache.
    [GeneratedRegex(@"(?<=-32-)[0-9a-f]{8}\b|\b[0-9a-f]{32}\b")]
    private static partial Regex Hash();

    // Of the files of a bug report, which tell of this system.
    [GeneratedRegex(@"(?<=^  \S+\.(?:txt|json) +) *[\d,]+ bytes$", RegexOptions.Multiline)]
    private static partial Regex Sizes();

    /// <summary>An input that the screen shows as it is typed.</summary>
    private sealed class EchoingReader(string answer, TextWriter screen) : TextReader
    {
        public override string? ReadLine()
        {
            if (answer.Length == 0)
                return null;
            screen.Write(answer + "\n");
            return answer;
        }
    }
}
