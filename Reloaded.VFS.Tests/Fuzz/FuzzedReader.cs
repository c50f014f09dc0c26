using System.Text;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Archives;
using Reloaded.VFS.Tests.Cli.Installing;

namespace Reloaded.VFS.Tests.Fuzz;

/// <summary>A kind of file that rvfs or the DLL reads, and the code that reads it.</summary>
/// <param name="Name">The kind, for messages.</param>
/// <param name="File">The file's name in the folder of a trial, with slashes.</param>
/// <param name="Content">The valid file, from which the others are made.</param>
/// <param name="IsText">Whether the file is text.</param>
/// <param name="Read">
/// Reads the file as the product does, given the folder of the trial and the file. Returns what a user would be told.
/// </param>
internal sealed record FuzzedReader(string Name, string File, Func<byte[]> Content, bool IsText, Func<string, string, IEnumerable<string>> Read)
{
    /// <summary>Gets a function that completes the mutated bytes, so that not only checksums are tested.</summary>
    public Func<byte[], byte[]> Finish { get; init; } = bytes => bytes;

    /// <summary>Gets every kind of file.</summary>
    public static FuzzedReader[] All { get; } =
    [
        Text("rvfs.json", "rvfs/rvfs.json", """
            { "targets": ["..", "../data"], "mods": "my mods", "order": "o.txt", "include": ["readme*"], "writes": "overwrite",
              "map": [{ "from": "A/x", "to": "%DOCUMENTS%/My" }, { "from": "B", "to": "." }], "largestCopy": 12, "follow": ["*patch*"],
              "leave": ["x.exe"], "log": "logs/rvfs.log", "onError": "stop", "offline": true, "set": "hard", "undo": false, "names": "real" }
            """, (_, file) => Shown(ConfigurationReader.ReadFile(file).Diagnostics)),
        Text("mod.json", "mod/mod.json", """
            { "id": "a.b", "name": "Größe", "version": "1", "needs": ["x"], "after": ["y"], "before": ["z"], "conflicts": ["k"],
              "hide": ["data/**/*.txt"], "exclude": ["a*b"], "map": [{ "from": "x", "to": "y" }] }
            """, ReadMod),
        Text("ModConfig.json", "mod/ModConfig.json", """
            { "ModId": "a", "ModName": "Ümlaut \ud83d\ude00", "ModVersion": "1.0", "ModDependencies": ["b", "c"], "OptionalDependencies": [] }
            """, ReadMod),
        Text("manifest.json", "mod/manifest.json", """
            { "name": "Müller", "version_number": "1.2.3", "dependencies": ["Team-Mod-1.2.3", "x"], "description": "\u00fc" }
            """, ReadMod),
        Text("meta.ini", "mod/meta.ini", "[General]\r\nversion=\"1.2\"\r\nname=x\r\n[x]\r\nversion=3\r\n", ReadMod),
        Text("me3 profile", "mod/p.me3", """
            profileVersion = "v1"
            [[packages]]
            id = "a"
            path = 'x\y'
            load_after = [{ id = "b", optional = true }, { id = 'c' }]
            [[packages]]
            id = '''d'''
            enabled = false
            [dependencies]
            x.y = { path = "z", load_before = [{id = "\u00fc"}] } # comment
            """, ReadMod),
        Text("order.txt", "mods/order.txt", "# my order\r\nFirst mod\r\n-Off\n\n  Ümlaut 日本  \nSecond\n-Second\n\\#x\n", ReadOrder),
        Text("prefer.txt", "mods/prefer.txt", "# rules\nFirst: data/a.txt\nSecond mod: data/**/*.dds\n\\#x: y\n", ReadPreferences),
        Text("install.json", "rvfs/install.json", """
            { "format": 1, "version": "1", "game": "g.exe", "before": "x", "hadLogs": false,
              "files": [{ "path": "version.dll", "sha256": "00" }, { "path": "rvfs/reloaded_vfs.dll", "sha256": "11" }],
              "folders": ["rvfs"], "registry": { "prefix": "/p", "key": "k", "value": "v", "newKeys": ["a"] } }
            """, (folder, _) => Caught(() => InstalledGame.Find(folder),
                () => InstallManifest.Read(Path.Combine(folder, "rvfs"))?.FindOwn(folder, out bool _))),
        Text("undo journal", "overwrite.rvfs-undo/run", "2026-01-02T03:04:05.0000000Z\ngame.exe\nGame\n", ReadJournal),
        Text("undo log", "overwrite.rvfs-undo/1.log", "New\t\tdata\\a.txt\nFile\t1-1\tdata\\b.txt\nFolder\t\tdata\nMoved\tdata\\o\tdata\\n\nUnkept\t12 34\tc\n",
            ReadJournal),
        new("pending rename", "overwrite.rvfs-tmp/1-2.rename",
            () => Encoding.Unicode.GetBytes(".rvfs-tmp\\1-3\n\\data\\new.txt\n\\data\\old.txt.rvfshide\n"), false, (folder, _) =>
            {
                PendingRename.CompleteAll(Path.Combine(folder, "overwrite"));
                return [];
            }),
        new("kept folders", "kept", KeptContent, false, ReadKept) { Finish = WithChecksum },
        new("event file", "1.events", EventContent, false, ReadEvents),
        Text("start report", "logs/start-1.json", Encoding.UTF8.GetString(StartReportFile.ToJson(Report())), (_, file) =>
        {
            try
            {
                _ = StartReportText.Render(StartReportFile.Read(file));
                return [];
            }
            catch (InvalidDataException e)
            {
                return [$"{file}: {ErrorCause.Of(e)}"];
            }
        }),
        Text("originals.json", "logs/originals.json", """
            { "files": [{ "path": "a", "mod": "m", "replacement": { "size": 1, "time": "2026-01-02T03:04:05Z" },
              "original": { "size": 1, "time": "2026-01-02T03:04:05Z" } }] }
            """, (folder, _) => Quiet(OriginalsRecord.Read([Path.Combine(folder, "logs")]))),
        Text("index of archives", "cache/index.txt", "Unpacked\t0123456789abcdef0123456789abcdef\t12\t34\ta.zip\t\t\nRefused\t\t1\t2\tb.7z\tx\ty\n",
            (folder, _) => Quiet(ArchiveIndex.Read(Path.Combine(folder, "cache")))),
        Text("use file", "cache/x.used", "123\n456\n", (_, file) => Quiet(CachedContent.ReadUseFile(file))),
        Text("appmanifest", "steamapps/appmanifest_1.acf", "\"AppState\"\n{\n\t\"appid\"\t\t\"480\"\n\t\"installdir\"\t\t\"Game \\\"x\\\"\"\n}\n", (folder, _) =>
            Quiet(SteamGame.Find(Path.Combine(folder, "steamapps", "common", "Game", "bin", "g.exe")))),
        Text("steam_appid.txt", "game/steam_appid.txt", "480\n", (folder, _) =>
            Quiet(SteamAppId.Find(Path.Combine(folder, "game", "g.exe")))),
        Text("exit file", "exit", "3221225477", (_, file) => Quiet(ExitFile.Read(file))),
        new(".GamingRoot", ".GamingRoot", () => [.. "RGBX"u8, 1, 0, 0, 0, .. Encoding.Unicode.GetBytes("XboxGames\0")], false, (_, file) => Quiet(GamingRoot.Read(file))),
        new("program", "game.exe", Program, false, (folder, file) => Caught(() =>
        {
            _ = ImportedDlls.Read(file);
            _ = ImportedDlls.ReadDelayed(file);
            _ = OtherLoader.Recognise(file);
            _ = GameExecutable.Read(file);
        })),
        new("DLL", "reloaded_vfs.dll", Library, false, (_, file) => Caught(
            () => DllExports.FindRva(file, "rvfs_start"),
            () => DllExports.Read(file))),
        new("zip", "a.zip", () => ArchiveFiles.Zip(new ZipPart("data/a.txt"), new ZipPart("data/größe/b.txt", new string('b', 500)), new ZipPart("c/")),
            false, Unpack),
        new("7z", "a.7z", () => Packed("a.7z"), false, Unpack) { Finish = SevenZipHeader.WithSums },
        new("rar", "a.rar", () => ArchiveFiles.Rar(("data/a.txt", [1, 2, 3]), ("data/größe/b.txt", new byte[500])), false, Unpack),
    ];

    private static FuzzedReader Text(string name, string file, string content, Func<string, string, IEnumerable<string>> read) =>
        new(name, file, () => Encoding.UTF8.GetBytes(content), true, read);

    private static IEnumerable<string> Shown(IEnumerable<Diagnostic> diagnostics) => [.. diagnostics.Select(diagnostic => diagnostic.ToString())];

    /// <summary>Returns no messages, for a reader that reports none.</summary>
    private static IEnumerable<string> Quiet(object? read)
    {
        GC.KeepAlive(read);
        return [];
    }

    /// <summary>Returns what commands print about errors that the user must solve.</summary>
    private static IEnumerable<string> Caught(params Action[] actions)
    {
        var told = new List<string>();
        foreach (Action action in actions)
        {
            try
            {
                action();
            }
            catch (CliException e)
            {
                told.Add(e.OwnText);
            }
        }

        return told;
    }

    private static IEnumerable<string> ReadMod(string folder, string file) =>
        Shown(ModMetadataReader.Read("", Path.Combine(folder, "mod"), ForeignMetadata.Instance).Diagnostics);

    private static IEnumerable<string> ReadOrder(string folder, string file)
    {
        LoadOrder order = LoadOrder.Read(Path.Combine(folder, "mods"));
        var editor = OrderEditor.Parse(System.IO.File.ReadAllBytes(file));
        editor.ListAll(order.Mods);
        editor.Save(Path.Combine(folder, "written.txt"));
        return Shown(order.Diagnostics);
    }

    private static IEnumerable<string> ReadPreferences(string folder, string file)
    {
        var editor = PreferenceEditor.Read(file);
        editor.Prefer("M", "data/x");
        editor.Remove("data/x");
        return Shown(PreferenceFile.Read(file).Diagnostics);
    }

    private static IEnumerable<string> ReadJournal(string folder, string file)
    {
        // The other one of the two files.
        string journal = Path.Combine(folder, "overwrite.rvfs-undo"), overwrite = Path.Combine(folder, "overwrite");
        if (!System.IO.File.Exists(Path.Combine(journal, "run")))
            System.IO.File.WriteAllText(Path.Combine(journal, "run"), "2026-01-02T03:04:05.0000000Z\ngame.exe\n");
        _ = UndoJournal.PolicyOf(overwrite);
        if (UndoJournal.Read(overwrite) is not { } read)
            return [];
        var plan = new UndoPlan(read, overwrite, UndoRoots.Of(read.Policy, overwrite, new VfsConfiguration { Targets = [folder] }), () => path => path);
        return Quiet(plan.Steps);
    }

    private static byte[] KeptContent()
    {
        using var builder = new CachedFoldersBuilder();
        builder.AddFolder(new FolderStamp(1, 2, 3));
        builder.AddEntry("mod", isFolder: true, 1);
        builder.AddEntry("order.txt", isFolder: false, CachedLayout.None);
        builder.AddFolder(new FolderStamp(4, 5, 6));
        builder.AddEntry("größe", isFolder: false, CachedLayout.None);
        builder.AddEntry("模组", isFolder: true, CachedLayout.None);
        return builder.Build();
    }

    private static byte[] WithChecksum(byte[] bytes)
    {
        if (bytes.Length > sizeof(ulong))
            BitConverter.TryWriteBytes(bytes, CachedLayout.Sum(bytes));
        return bytes;
    }

    private static IEnumerable<string> ReadKept(string folder, string file)
    {
        using CachedFolders? kept = CachedFolders.Open(file, new SameStamps());
        Span<char> buffer = stackalloc char[255];
        for (int i = 0; i < kept?.Count; i++)
        {
            (int first, int count) = kept.GetEntries(i);
            for (int entry = first; entry < first + count; entry++)
                _ = kept.GetName(entry, buffer).Length + kept.GetFolder(entry);
            _ = kept.FindFolder(i, "mod");
        }

        return [];
    }

    private static unsafe byte[] EventContent()
    {
        byte[] content = new byte[EventFileLayout.FileSize];
        fixed (byte* first = content)
        {
            var header = (EventHeader*)first;
            (header->Format, header->ProcessId, header->StampsPerSecond, header->Stamp) = (EventFileLayout.Format, 7, 1000, 5);
            "1.0".CopyTo(new Span<char>(header->Version, 31));
            int layers = 0;
            EventLayer.TryWrite(header, ref layers, 1, "Mod", @"\??\C:\m\", @"C:\g");
            var record = new EventRecord { Began = 10, Duration = 3, Thread = 4, Layer = 1, Function = 1 };
            fixed (char* path = @"C:\g\data\a.txt")
            {
                EventWriter.WriteCrash(header, record, path, 15);
                EventWriter.Write(header, record, path, 15);
                EventWriter.Write(header, record, path, 15);
            }

            header->Magic = EventFileLayout.Magic;
        }

        return content;
    }

    private static IEnumerable<string> ReadEvents(string folder, string file)
    {
        try
        {
            using var reader = EventReader.Open(file, version: null);
            _ = (reader.Started, reader.Layers.Count, reader.Version, reader.Program, reader.ReadCrashRings().Count);
            reader.TurnOn(fromTheBegin: true);
            _ = reader.Read(1000).Count + reader.Read(1000).Count;
            return [];
        }
        catch (OtherVersionException)
        {
            // It names the process, because the file is the process's own.
            return [];
        }
        catch (EventFileException e)
        {
            return [e.OwnText];
        }
    }

    private static StartReport Report() => new()
    {
        Version = "1",
        Time = DateTimeOffset.UnixEpoch,
        Game = @"C:\g\g.exe",
        Targets = [@"C:\g"],
        Mods = [new ModReport { Name = "Größe", Files = 3 }],
        Hooks = [new HookReport { Function = "NtCreateFile" }],
        Diagnostics = [Diagnostic.Warning("x") with { File = "y", Line = 3 }],
        Exit = new ExitReport { Code = 5, Time = DateTimeOffset.UnixEpoch },
    };

    private static byte[] Program() => TestImage.Make(["kernel32.dll", "version.dll"], ["d3d11.dll"]);

    /// <summary>Returns a DLL that exports one function.</summary>
    private static byte[] Library()
    {
        const int section = 0x1000, header = 0x400, exportEntry = 0x98 + 112;
        byte[] image = TestImage.Make([new string('x', 200)], [], isDll: true);
        int at = image.AsSpan().IndexOf(Encoding.ASCII.GetBytes("xxxx"));
        // IMAGE_EXPORT_DIRECTORY, then one function, one name, its index, and the text.
        int[] table = [0, 0, 0, 0, 1, 1, 1, At(40), At(44), At(48), section, At(52), 0];
        Buffer.BlockCopy(table, 0, image, at, table.Length * sizeof(int));
        Encoding.ASCII.GetBytes("rvfs_start\0").CopyTo(image, at + 52);
        Buffer.BlockCopy((int[])[At(0), 40], 0, image, exportEntry, 2 * sizeof(int));
        return image;

        int At(int offset) => section + at - header + offset;
    }

    private static byte[] Packed(string name)
    {
        using var folder = new TemporaryFolder();
        folder.File("packed/data/a.txt", "a");
        folder.File("packed/data/größe/b.txt", new string('b', 500));
        folder.Folder("packed/c");
        ArchiveFiles.Pack(folder.At("packed"), folder.At(name), options: "-mhc=off");
        return System.IO.File.ReadAllBytes(folder.At(name));
    }

    private static IEnumerable<string> Unpack(string folder, string file)
    {
        string to = Directory.CreateDirectory(Path.Combine(folder, "unpacked")).FullName;
        try
        {
            return Shown(new Unpacker(file, new UnpackLimits(1 << 20, 1000)).Unpack(to));
        }
        catch (ArchiveException e)
        {
            return [e.Diagnostic.ToString()];
        }
    }

    private sealed class SameStamps : IFolderStamps
    {
        public FolderStamp? Find(string path, bool withId) => new FolderStamp(4, 5, 6);
    }
}
