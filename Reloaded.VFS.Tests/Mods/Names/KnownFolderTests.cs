using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Mods.Names;

/// <summary>
/// Parts of mods in the user's known folders, as a program finds them that asks the system for these folders (Native/system/mapped.c). The
/// oracle is the same program without the VFS, once the parts were copied there.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class KnownFolderTests
{
    // As files name them, and below the user's folder of Wine's prefix.
    private static readonly (string Name, string Path)[] s_known =
    [
        ("%DOCUMENTS%", "Documents"), ("%SAVEDGAMES%", "Saved Games"), ("%AppData%", "AppData/Roaming"),
        ("%LOCALAPPDATA%", "AppData/Local"),
    ];

    [RealProcessFact]
    [Trait("Run", "Quick")]
    public void A_program_finds_them_in_each()
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

    /// <summary>What <c>rvfs.json</c> maps goes through the launcher; what is wrong with it is told with its place.</summary>
    [RealProcessFact]
    public void The_configuration_maps_a_mod_that_has_no_map()
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
    /// The overwrite folder has no part for the user's own folders: the game writes there, and into the mod that is mapped there.
    /// </summary>
    [RealProcessFact]
    public void With_overwrite_a_known_folder_is_written_where_it_is()
    {
        using var game = new LoaderGame();
        game.Add("probe.exe");
        string own = $"rvfs-map-{Guid.NewGuid():N}", place = Path.Combine(UserFolder, "Documents", own);
        string windows = WinePrefix.ToWindows(place);
        game.Write("rvfs/mods/mapped/part/a.txt", "part");
        game.Write("rvfs/mods/mapped/part/Saves/b.txt", "save");
        game.Write("rvfs/mods/mapped/mod.json", $$"""{ "map": [{ "from": "part", "to": "%DOCUMENTS%/{{own}}" }] }""");
        game.Write("rvfs/rvfs.json", """{ "writes": "overwrite" }""");
        try
        {
            string seen = Script($"append\t{windows}\\a.txt\t_more\ncreate\t{windows}\\new.txt\tnew\ncreate\tdata\\a.txt\tover\n");
            Assert.DoesNotContain(": error", seen, StringComparison.Ordinal);
            Assert.Equal("part_more", File.ReadAllText(Path.Combine(game.Folder, "rvfs/mods/mapped/part/a.txt")));
            Assert.Equal("new", File.ReadAllText(Path.Combine(place, "new.txt")));
            Assert.Equal("base", File.ReadAllText(Path.Combine(game.Folder, "data/a.txt")));
            Assert.Equal(["a.txt"], Directory.GetFiles(Path.Combine(game.Folder, "rvfs/overwrite"), "*", SearchOption.AllDirectories)
                .Select(Path.GetFileName));
            Assert.Contains("the overwrite folder has no part for %DOCUMENTS%",
                string.Concat(Directory.GetFiles(Path.Combine(game.Folder, "rvfs/logs"), "*.json").Select(File.ReadAllText)),
                StringComparison.Ordinal);
            seen = Script($"read\t{windows}\\a.txt\nread\t{windows}\\new.txt\nread\t{windows}\\Saves\\b.txt\n");
            foreach (string text in (string[])["part_more", "new", "save"])
                Assert.Contains($"text={text}", seen, StringComparison.Ordinal);
        }
        finally
        {
            if (Directory.Exists(place))
                Directory.Delete(place, recursive: true);
        }

        string Script(string commands)
        {
            game.Write("script.txt", commands);
            GameResult run = GameProcess.Run(Path.Combine(game.Folder, "probe.exe"), ["script", "script.txt"],
                new GameOptions { Vfs = true });
            Assert.True(run.ExitCode == 0, run.ToString());
            return run.Text;
        }
    }

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
