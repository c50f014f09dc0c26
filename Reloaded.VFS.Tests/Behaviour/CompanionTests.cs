using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of companion files, whose names extend another file's, as a database's journal does: they lie beside the file that they belong to,
/// and a companion of the game's own file isn't seen if a mod supplies that file (docs/writes.md).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class CompanionTests
{
    private static readonly string[] Endings = ["-journal", "-wal", "-shm", ".wal", "-mj0123ABC9F"];

    public static TheoryData<string, string> Ways => new()
    {
        { "create", "create | {0} | made" },
        { "create new", "createnew | {0} | made" },
        { "open always", "openalways | {0} | made" },
        { "supersede", "ntcreate | 0 | 40 | {0}\nappend | {0} | made" },
        { "relative to a folder", "ntcreate | 2 | 40 | {1} | {2}\nappend | {0} | made" },
        { "rename", "create | temporary | made\nrename | temporary | {0}" },
        { "rename relative to a folder", "create | temporary | made\nntrename | 10 | 0 | temporary | {2} | {1}" },
        { "hard link", "create | temporary | made\nlink | {0} | temporary\ndelete | temporary" },
        { "copy", "create | temporary | made\ncopy | temporary | {0}\ndelete | temporary" },
        { "a backup", "create | temporary | new\ncreate | old | made\nreplace | old | temporary | {0}\ndelete | old" },
    };

    [RealProcessTheory]
    [MemberData(nameof(Ways))]
    public void AreMadeBesideTheFileThatTheyBelongTo(string way, string commands)
    {
        using MergedFolder folder = Build(leftovers: false);
        string[] names =
            [.. Endings.Select(ending => @"Both\over.db" + ending).Append(@"ModFolder\only.db-journal").Append(@"Data\game.db-journal")];
        Scenario[] first = [.. names.Select(name => new Scenario(name, Format(commands, name) + "\n" + Look(name)))];
        string script = Scenario.ToScript(first);
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script),
            BackendRunner.Run(folder, Backend.Vfs, script, tolerant: true));
        Assert.True(difference is null, $"{way}\n{difference}");
        foreach (string ending in Endings)
        {
            Assert.Equal("made", File.ReadAllText(In(folder.Mods, "mod/Both/over.db" + ending)));
            Assert.False(File.Exists(In(folder.Game, "Both/over.db" + ending)));
        }

        Assert.Equal("made", File.ReadAllText(In(folder.Mods, "mod/ModFolder/only.db-journal")));
        Assert.False(Directory.Exists(In(folder.Game, "ModFolder")));
        Assert.Equal("made", File.ReadAllText(In(folder.Game, "Data/game.db-journal")));

        // The next start sees them, so the game can delete them.
        string second = Scenario.ToScript(
            names.SkipLast(1)
                .Select(name => new Scenario(name,
                    Look(name) + $"\ndelete | {name}\nattributes | {name}\nfind | {name}\ncreate | {name} | again\ndelete | {name}"))
            .Append(new Scenario("all", "tree | .")));
        difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, second),
            BackendRunner.Run(folder, Backend.Vfs, second, tolerant: true));
        Assert.True(difference is null, $"{way}, second run\n{difference}");
        Assert.Equal(["over.db"], Names(In(folder.Mods, "mod/Both")));
    }

    /// <summary>No kind of call sees them, and they stay as they are when the game creates and deletes files of the same names.</summary>
    [RealProcessFact]
    public void OfTheGamesOwnFileOrALowerModsAreNotSeen()
    {
        using MergedFolder folder = Build(leftovers: true);
        string names = string.Concat(
            new[] { "-journal", "-WAL", "-shm",
                "-mj0123abc9f" }.Select(ending =>
                    $"{Look(@"Both\over.db" + ending)}\nntopen | Both | over.db{ending}\nntbyname | Both\\over.db{ending}\n"));
        string output = BackendRunner.Run(folder, Backend.Vfs,
            Scenario.ToScript([new("look", names + "find | Both\\*\nntlist | Both | 37 | 4096 | all | over.db-*")]));
        Assert.DoesNotContain("game's", output, StringComparison.Ordinal);
        Assert.DoesNotContain("lower's", output, StringComparison.Ordinal);
        Assert.DoesNotContain("name=over.db-", output, StringComparison.Ordinal);
        Assert.Contains("mod's database", BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("read", @"read | Both\over.db")])),
            StringComparison.Ordinal);

        BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("work", """
            create | Both\over.db-journal | made
            create | Both\over.db-shm | made
            delete | Both\over.db-journal
            delete | Both\over.db-journal
            deleteonclose | Both\over.db-wal
            ntdelete | Both\over.db-wal
            createnew | Both\over.db-wal | made
            delete | Both\over.db-wal
            rename | Both\over.db-shm | Both\over.db-wal
            delete | Both\over.db-wal
            """)]));
        AssertLeftovers(folder);
        Assert.Equal(["over.db"], Names(In(folder.Mods, "mod/Both")));

        // A database in the game's own folder that a mod replaces keeps its companions.
        File.Delete(In(folder.Mods, "mod/Both/over.db"));
        Assert.Contains("lower's journal",
            BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("lower", @"read | Both\over.db-shm")])),
            StringComparison.Ordinal);
        File.Delete(In(folder.Mods, "lower/Both/over.db"));
        File.Delete(In(folder.Mods, "lower/Both/over.db-shm"));
        Assert.Contains("game's journal",
            BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("game", @"read | Both\over.db-journal")])),
            StringComparison.Ordinal);
    }

    /// <summary>
    /// A companion without its file beside it, such as a journal that an earlier version left, belongs to the file that is seen, as in a
    /// merged folder.
    /// </summary>
    [RealProcessFact]
    public void WithoutAFileBesideThemAreSeen()
    {
        using MergedFolder folder = MergedFolder.Build(
            FixtureTree.Parse("game", "Both/over.db-journal = lost\nBoth/quest-journal/in it.txt = a folder\n"),
            [FixtureTree.Parse("lower", "Both/over.db-wal = lost too\n"),
                FixtureTree.Parse("mod", "Both/over.db = mod's database\nBoth/quest = a file\n")],
            (NativePrograms.Probe, BackendRunner.GameName));
        string script = Scenario.ToScript([new("look", Look(@"Both\over.db-journal") + "\n" + Look(@"Both\over.db-wal") + """

            read | Both\quest-journal\in it.txt
            create | Both\over.db-journal | changed
            read | Both\over.db-journal
            delete | Both\over.db-journal
            attributes | Both\over.db-journal
            tree | .
            """)]);
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script),
            BackendRunner.Run(folder, Backend.Vfs, script));
        Assert.True(difference is null, difference);
    }

    /// <summary>The game gets an error, and its own file isn't changed.</summary>
    [RealProcessFact]
    public void ThatCannotBeMadeInTheModAreNotMadeInTheGame()
    {
        using MergedFolder folder = Build(leftovers: true);
        Directory.CreateDirectory(In(folder.Mods, "mod/Both/over.db-journal"));
        string output = BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new("work", """
            create | Both\over.db-journal | made
            delete | Both\over.db-journal
            """)]));
        Assert.Contains("CreateFileW: error 5", output, StringComparison.Ordinal);
        AssertLeftovers(folder);
    }

    private static void AssertLeftovers(MergedFolder folder)
    {
        foreach (string ending in new[] { "-journal", "-wal", "-mj0123abc9f" })
            Assert.Equal("game's journal", File.ReadAllText(In(folder.Game, "Both/over.db" + ending)));
        Assert.Equal("lower's journal", File.ReadAllText(In(folder.Mods, "lower/Both/over.db-shm")));
        Assert.Equal("game's database", File.ReadAllText(In(folder.Game, "Both/over.db")));
    }

    private static string Look(string name) => $"""
        read | {name}
        attributes | {name}
        ntattributes | {name}
        ntfullattributes | {name}
        names | {name}
        find | {name}
        find | {name[..name.IndexOf('\\')]}\*
        """;

    private static string Format(string commands, string name) =>
        string.Format(System.Globalization.CultureInfo.InvariantCulture, commands, name, name[..name.IndexOf('\\')],
            name[(name.IndexOf('\\') + 1)..]);

    private static string In(string folder, string path) => Path.Combine(folder, path.Replace('/', Path.DirectorySeparatorChar));

    private static string[] Names(string folder) =>
        [.. Directory.GetFileSystemEntries(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    private static MergedFolder Build(bool leftovers) => MergedFolder.Build(
        FixtureTree.Parse("game", """
            Both/over.db = game's database
            Data/game.db = game's database

            """ + (leftovers ? """
            Both/over.db-journal = game's journal
            Both/over.db-wal = game's journal
            Both/over.db-mj0123abc9f = game's journal
            """ : "")),
        [
            FixtureTree.Parse("lower", "Both/over.db = lower's database\n" + (leftovers ? "Both/over.db-shm = lower's journal\n" : "")),
            FixtureTree.Parse("mod", "Both/over.db = mod's database\nModFolder/only.db = mod's database\n"),
        ],
        (NativePrograms.Probe, BackendRunner.GameName));
}
