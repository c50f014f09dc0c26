using System.Text.RegularExpressions;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Mods.Names;

/// <summary>
/// Tests of mods' parts in the user's known folders, by a program that gets these folders from the system (Native/system/mapped.c). The
/// oracle is the same program without the VFS, after the parts were copied there.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class KnownFolderTests
{
    // The folders' names in files, and their paths below the user's folder in Wine's prefix.
    private static readonly (string Name, string Path)[] s_known =
    [
        ("%DOCUMENTS%", "Documents"), ("%SAVEDGAMES%", "Saved Games"), ("%AppData%", "AppData/Roaming"),
        ("%LOCALAPPDATA%", "AppData/Local"),
    ];

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void AProgramFindsThemInEach()
    {
        using var game = new LoaderGame();
        game.Add("mapped.exe");
        string own = $"rvfs-map-{Guid.NewGuid():N}";
        string[] rules = [.. s_known.Select((known, i) => $$"""{ "from": "part{{i}}", "to": "{{known.Name}}/{{own}}/My Game" }""")];
        for (int i = 0; i < s_known.Length; i++)
        {
            game.Write($"rvfs/mods/mapped/part{i}/a.txt", $"part {i}");
            game.Write($"rvfs/mods/mapped/part{i}/Saves/b.txt", $"save {i}");
        }

        game.Write("rvfs/mods/mapped/mod.json", $$"""{ "map": [{{string.Join(',', rules)}}] }""");
        game.Write("rvfs/mods/mapped/data/a.txt", "not laid over the game");
        string seen = Run(game, own, vfs: true), none = Run(game, own, vfs: false);
        Assert.NotEqual(none, seen);
        string[] places = [.. s_known.Select(known => Path.Combine(UserFolder, known.Path, own))];
        Assert.DoesNotContain(places, Directory.Exists);
        try
        {
            for (int i = 0; i < places.Length; i++)
                MergedFolder.CopyOver(Path.Combine(game.Folder, $"rvfs/mods/mapped/part{i}"), Path.Combine(places[i], "My Game"));
            Assert.Equal(Run(game, own, vfs: false), seen);
        }
        finally
        {
            foreach (string place in places.Where(Directory.Exists))
                Directory.Delete(place, recursive: true);
        }
    }

    /// <summary>Maps in <c>rvfs.json</c> pass through the launcher, and errors in them are reported with their place.</summary>
    [RealProcessFact]
    public void TheConfigurationMapsAModThatHasNoMap()
    {
        using var game = new LoaderGame();
        game.Add("mapped.exe");
        string own = $"rvfs-map-{Guid.NewGuid():N}";
        game.Write("rvfs/mods/m1/part/a.txt", "part");
        game.Write("rvfs/rvfs.json", $$"""
            {
              "map": [
                { "from": "Gone/x", "to": "data" },
                { "from": "M1/part", "to": "%APPDATA%/{{own}}" }
              ]
            }
            """);
        GameResult run = GameProcess.Run(Path.Combine(game.Folder, "mapped.exe"), [own], new GameOptions { Vfs = true });
        Assert.True(run.ExitCode == 0, run.ToString());
        Assert.Contains("a.txt: part", run.Text, StringComparison.Ordinal);
        Assert.Contains("rvfs.json(3): map[0].from: there is no mod 'Gone', which is mapped here.", run.Errors, StringComparison.Ordinal);
    }

    /// <summary>
    /// A known folder has its own part of the overwrite folder: the mod that is mapped there doesn't change, and files that no mod has are
    /// the user's, written in place. The oracle is the program without the VFS, in two runs, after the mod's part was copied there.
    /// </summary>
    [RealProcessFact]
    public void WithOverwriteAModInAKnownFolderStaysAsItIs()
    {
        using var game = new LoaderGame();
        game.Add("probe.exe");
        string own = $"rvfs-map-{Guid.NewGuid():N}", place = Path.Combine(UserFolder, "Documents", own);
        string windows = WinePrefix.ToWindows(place);
        foreach (string name in (string[])["a.txt", "b.txt", "c.txt", "gone.txt", "both.txt", "Saves/b.txt", "Fresh/f.txt"])
            game.Write($"rvfs/mods/mapped/part/{name}", $"part {name}");
        game.Write("rvfs/mods/mapped/mod.json", $$"""{ "map": [{ "from": "part", "to": "%DOCUMENTS%/{{own}}" }] }""");
        game.Write("rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        string part = Path.Combine(game.Folder, "rvfs/overwrite.rvfs-known/documents");
        string[] first = [
            @"append | a.txt | _more", "delete | gone.txt", "create | new.txt | new", "append | own.txt | _mine",
            "append | both.txt | _both",
            @"create | Saves\1.sav | one", @"create | Fresh\2.sav | two", @"rename | Fresh\2.sav | Fresh\3.sav",
            "create | save.tmp | saved", "rename | save.tmp | b.txt", "rename | c.txt | c.bak", "create | c.txt | again",
            "delete | mine.txt",
            "mkdir | Made", @"create | Made\m.txt | made", "create | a.txt-journal | journal",
            @"rename | Fresh\f.txt | Fresh\g.txt", "create | gone.txt | back", "delete | gone.txt",
        ], second = [
            "append | a.txt | _again", @"delete | Saves\b.txt", @"delete | Saves\1.sav", @"rmdir | Saves", "mkdir | Saves",
            @"create | Saves\2.sav | two", "delete | c.bak", "create | gone.txt | once more",
        ];
        try
        {
            AddOwn();
            using UntouchedFiles mod = UntouchedFiles.Of(Path.Combine(game.Folder, "rvfs/mods"));
            string one = Script(first, vfs: true);
            Assert.Equal("part a.txt_more", File.ReadAllText(Path.Combine(part, own, "a.txt")));
            Assert.Equal("part both.txt_both", File.ReadAllText(Path.Combine(part, own, "both.txt")));
            Assert.True(File.Exists(Path.Combine(part, own, "gone.txt.rvfshide")));
            foreach ((string name, string content) in (ReadOnlySpan<(string, string)>)[
                ("new.txt", "new"), ("own.txt", "own_mine"), ("both.txt", "user's"), ("Saves/1.sav", "one"), ("Fresh/3.sav", "two"),
                ("c.bak", "part c.txt"), ("Made/m.txt", "made")])
                Assert.Equal(content, File.ReadAllText(Path.Combine(place, name)));
            Assert.False(File.Exists(Path.Combine(place, "save.tmp")));
            string two = Script(second, vfs: true);
            Assert.Null(mod.FindChange());
            Assert.DoesNotContain("%DOCUMENTS%", Reports(game), StringComparison.Ordinal);

            string listed = Rvfs("overwrite");
            Assert.Contains($@"changed  %DOCUMENTS%\{own}\a.txt", listed, StringComparison.Ordinal);
            Assert.Contains($@"(overwrite)", Rvfs("which", $@"%DOCUMENTS%\{own}\a.txt"), StringComparison.Ordinal);
            Assert.Contains($@"%DOCUMENTS%\{own}\a.txt", Rvfs("undo", "--list"), StringComparison.Ordinal);
            Rvfs("undo", "--yes");
            Assert.Equal("part a.txt_more", File.ReadAllText(Path.Combine(part, own, "a.txt")));

            Directory.Delete(place, recursive: true);
            MergedFolder.CopyOver(Path.Combine(game.Folder, "rvfs/mods/mapped/part"), place);
            AddOwn();
            File.WriteAllText(Path.Combine(place, "both.txt"), "part both.txt");
            Assert.Equal(Script(first, vfs: false), one);
            Assert.Equal(Script(second, vfs: false), two);
        }
        finally
        {
            if (Directory.Exists(place))
                Directory.Delete(place, recursive: true);
        }

        void AddOwn()
        {
            Directory.CreateDirectory(place);
            foreach ((string name, string content) in (ReadOnlySpan<(string, string)>)[
                ("own.txt", "own"), ("mine.txt", "mine"), ("both.txt", "user's")])
                File.WriteAllText(Path.Combine(place, name), content);
        }

        string Script(string[] commands, bool vfs)
        {
            IEnumerable<string> lines = commands.Concat([
                "find | *", @"find | Saves\*", @"find | Fresh\*", "read | a.txt", "read | b.txt", "read | c.txt", "read | both.txt",
                "read | own.txt", "read | gone.txt", @"read | Fresh\3.sav", @"read | Saves\2.sav", "read | a.txt-journal"]).Select(line =>
            {
                string[] words = line.Split(" | ");
                bool isSecondPath = words[0] == "rename";
                for (int i = 1; i < words.Length; i++)
                    words[i] = i == 1 || isSecondPath ? $@"{windows}\{words[i]}" : words[i];
                return string.Join('\t', words);
            });
            game.Write("script.txt", string.Concat(lines.Select(line => line + "\n")));
            GameResult run = GameProcess.Run(Path.Combine(game.Folder, "probe.exe"), ["script", "script.txt"],
                new GameOptions { Vfs = vfs });
            Assert.True(run.ExitCode == 0, run.ToString());
            // Times aren't compared.
            return Regex.Replace(run.Text, @"\b(written|created|accessed|changed)=\d+", "$1");
        }

        string Rvfs(params string[] words)
        {
            GameResult run = GameProcess.RunCommand(
                [PublishedArtifacts.Launcher, .. words, "--game", Path.Combine(game.Folder, "probe.exe")],
                new GameOptions { Timeout = TimeSpan.FromSeconds(90) });
            Assert.True(run.ExitCode == 0, run.ToString());
            return run.Text;
        }
    }

    /// <summary>
    /// A launcher sees no mods, but sees what the game has written in a known folder: it reads and writes that, and not the user's own
    /// file.
    /// </summary>
    [RealProcessFact]
    public void WithOverwriteALauncherSharesThePartWithTheGame()
    {
        using var game = new LoaderGame();
        foreach (string name in (string[])["start.exe", "launcher.exe", "patcher.exe", "tool.exe"])
            File.Copy(NativePrograms.Get("chain.exe"), Path.Combine(game.Folder, name));
        string own = $"rvfs-map-{Guid.NewGuid():N}", place = Path.Combine(UserFolder, "Documents", own, "Data");
        game.Write("rvfs/mods/mapped/part/a.txt", "mod");
        game.Write("rvfs/mods/mapped/mod.json", $$"""{ "map": [{ "from": "part", "to": "%DOCUMENTS%/{{own}}/Data" }] }""");
        game.Write("rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        string part = Path.Combine(game.Folder, "rvfs/overwrite.rvfs-known/documents", own, "Data", "a.txt");
        try
        {
            Directory.CreateDirectory(place);
            File.WriteAllText(Path.Combine(place, "a.txt"), "user's");
            Assert.Equal(["start.exe a=mod", "launcher.exe a=user's"], Chain("start.exe", "launcher.exe"));
            Directory.CreateDirectory(Path.GetDirectoryName(part)!);
            File.WriteAllText(part, "played");
            Assert.Equal(["start.exe a=played", "launcher.exe a=played", "patcher.exe a=patched", "tool.exe a=patched"],
                Chain("start.exe", "launcher.exe", "patcher.exe", "tool.exe"));
            Assert.Equal("patched", File.ReadAllText(part));
            Assert.Equal("user's", File.ReadAllText(Path.Combine(place, "a.txt")));
            Assert.Equal("mod", File.ReadAllText(Path.Combine(game.Folder, "rvfs/mods/mapped/part/a.txt")));

            // A launcher, like the game, doesn't see the part of a folder to which no map leads.
            game.Write("rvfs/mods/mapped/mod.json", "{}");
            Assert.Equal(["start.exe a=user's", "launcher.exe a=user's"], Chain("start.exe", "launcher.exe"));
        }
        finally
        {
            Directory.Delete(Path.GetDirectoryName(place)!, recursive: true);
        }

        string[] Chain(params string[] programs)
        {
            GameResult run = GameProcess.Run(Path.Combine(game.Folder, programs[0]), programs[1..], new GameOptions
            {
                Vfs = true,
                Environment = new Dictionary<string, string?> { ["CHAIN_ROOT"] = WinePrefix.ToWindows(Path.GetDirectoryName(place)!) },
            });
            Assert.True(run.ExitCode == 7, run.ToString());
            return [.. run.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => Regex.Replace(line.TrimEnd(), " (path|inherited)=.*?(?= a=|$)", ""))];
        }
    }

    private static string Reports(LoaderGame game) =>
        string.Concat(Directory.GetFiles(Path.Combine(game.Folder, "rvfs/logs"), "*.json").Select(File.ReadAllText));

    private static string UserFolder => WinePrefix.IsNeeded
        ? Path.Combine(WinePrefix.Folder, "drive_c", "users", Environment.UserName)
        : Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);

    private static string Run(LoaderGame game, string name, bool vfs)
    {
        GameResult run = GameProcess.Run(Path.Combine(game.Folder, "mapped.exe"), [name], new GameOptions { Vfs = vfs });
        Assert.True(run.ExitCode == 0, run.ToString());
        return run.Text;
    }
}
