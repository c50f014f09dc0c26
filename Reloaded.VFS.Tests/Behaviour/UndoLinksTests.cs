using System.Globalization;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of <c>rvfs undo</c> if a mod, a folder or a file of the game or of a mod is a link: the link's target is restored, and links stay
/// links. RVFS_SEED and RVFS_SCENARIOS work as for <see cref="RandomScenarioTests"/>; the default is 12 random scenarios.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class UndoLinksTests(ITestOutputHelper output)
{
    private static readonly string[] s_places =
    [
        "rvfs/mods/mod", "rvfs/mods/mod/Data", "rvfs/mods/mod/Data/a.txt", "rvfs/mods/mod/Data/only-mod.txt", "rvfs/mods/mod/ModFolder",
        "rvfs/mods/mod/ModFolder/y.txt", "Data/only-game.txt", "Both",
    ];

    private static readonly string[] s_names =
    [
        @"Data\a.txt", @"Data\only-mod.txt", @"Data\only-game.txt", @"ModFolder\y.txt", @"ModFolder\new.txt", @"Data\new.txt",
        @"Both\game.txt", @"Both\new.txt",
    ];

    public static TheoryData<string> Places() => [.. s_places];

    /// <summary>Each place is a link, and each name below it is written, replaced, renamed and deleted in a run of its own.</summary>
    [RealProcessTheory]
    [MemberData(nameof(Places))]
    public void WhatALinkLeadsToIsTakenBack(string place)
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, overwrites: false);
        MakeLink(folder, place, isRelative: false);
        bool hasChanged = false;
        foreach (string way in (string[])[
            "append | {0} | _more", "create | {0} | new", "delete | {0}",
            "create | {0}.tmp | saved\nrename | {0}.tmp | {0}", "move | {0} | {0}.old\ncreate | {0} | again"])
        {
            string commands = string.Join('\n', s_names.Where(name => !name.EndsWith("new.txt", StringComparison.Ordinal))
                .Select(name => string.Format(CultureInfo.InvariantCulture, way, name)));
            hasChanged |= AssertTakenBack(folder, commands, way);
        }

        Assert.True(hasChanged, "no run has changed anything");
    }

    /// <summary>A line of the journal can't hold such a path. The link is named at once, and by undo if it is no longer a link.</summary>
    [LinuxFact(Needs.Published)]
    public void ALinkThatCannotBeRecordedIsNamed()
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, overwrites: false);
        string link = Path.Combine(folder.Mods, "mod", "Data", "a.txt"), end = Path.Combine(folder.Root, "a\tb.txt");
        File.Move(link, end);
        File.CreateSymbolicLink(link, end);
        // Its target is recorded under its name, so nothing is lost while it is a link.
        OverwriteRuns.Run(folder, @"append | Data\a.txt | _more");
        Assert.Contains("it is a link, and where it leads can't be recorded", OverwriteRuns.Reports(folder), StringComparison.Ordinal);
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.True(code == 0, said);
        Assert.Equal(("mod a", end), (File.ReadAllText(link), new FileInfo(link).LinkTarget));
        OverwriteRuns.Run(folder, "create | a.tmp | saved\nrename | a.tmp | Data\\a.txt");
        (code, said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        Assert.Equal(1, code);
        Assert.Contains(@"'mods\mod\Data\a.txt' isn't taken back: it was a link whose target couldn't be recorded", said,
            StringComparison.Ordinal);
        Assert.Equal("mod a", File.ReadAllText(link));
    }

    /// <summary>A link and its folder are removed: the folder is restored before the link.</summary>
    [RealProcessTheory]
    [InlineData("rvfs/mods/mod/ModFolder/y.txt", "rdall | ModFolder")]
    [InlineData("Both/game.txt", "rdall | Both")]
    [InlineData("rvfs/mods/mod/ModFolder/inner", "rdall | ModFolder")]
    public void ALinkWhoseFolderIsRemovedComesBack(string place, string commands)
    {
        using MergedFolder folder = SavingTests.Build();
        RecordedRuns.Configure(folder, overwrites: false);
        MakeLink(folder, place, isRelative: false);
        Assert.True(AssertTakenBack(folder, commands, place), "the run has changed nothing");
    }

    [RealProcessFact]
    public void RandomChangesBehindLinksAreTakenBack()
    {
        const int scenariosOfATree = 6;
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", 12), changed = 0;
        for (int seed = first; seed < first + count; seed += scenariosOfATree)
        {
            Random random = new(seed);
            using MergedFolder folder = SavingTests.Build();
            RecordedRuns.Configure(folder, overwrites: false);
            Directory.CreateDirectory(Path.Combine(folder.Root, "outside"));
            // The innermost first: a folder that is moved away takes its links along, and relative ones then lead nowhere.
            bool breaks = random.Next(4) == 0;
            IEnumerable<string> places = s_places.OrderBy(place => breaks ? -place.Length : place.Length).Where(_ => random.Next(3) == 0);
            foreach (string place in places.ToArray())
                MakeLink(folder, place, random.Next(2) == 0, isChain: random.Next(4) == 0);
            for (int i = seed; i < Math.Min(seed + scenariosOfATree, first + count); i++)
                changed += AssertTakenBack(folder, MakeCommands(random), $"scenario {i} of the tree of seed {seed}") ? 1 : 0;
        }

        output.WriteLine($"{count} scenarios from seed {first}: {changed} changed something");
        Assert.True(changed > count / 2, $"{changed} of {count} runs have changed anything");
    }

    private static string MakeCommands(Random random)
    {
        var commands = new List<string>();
        for (int i = random.Next(3, 12); i > 0; i--)
        {
            string name = s_names[random.Next(s_names.Length)], other = s_names[random.Next(s_names.Length)];
            commands.Add(random.Next(10) switch
            {
                0 => $"create | {name} | made {i}",
                1 => $"append | {name} | _{i}",
                2 => $"delete | {name}",
                3 => $"create | {name}.tmp | saved {i}\nrename | {name}.tmp | {name}",
                4 => $"move | {name} | {other}",
                5 => $"rename | {name} | {other}",
                6 => $"setattributes | {name} | {(random.Next(2) == 0 ? "1" : "80")}",
                7 => $"setsize | {name} | {random.Next(9)}",
                8 => $"mkdir | {other}.d\ncreate | {other}.d\\in.txt | {i}",
                _ => $"delete | {name}\nmkdir | {name}\nrmdir | {name}",
            });
        }

        return string.Join('\n', commands);
    }

    /// <summary>Runs commands, and takes the run back.</summary>
    /// <returns>True if the commands have changed anything.</returns>
    private static bool AssertTakenBack(MergedFolder folder, string commands, string what)
    {
        string[] before = Read(folder);
        Exception? fault = Record.Exception(
            () => BackendRunner.Run(folder, Backend.Vfs, Scenario.ToScript([new Scenario("links", commands)]), tolerant: true));
        Assert.True(fault is null, $"{what}: {fault?.Message}\nbefore:\n  {string.Join("\n  ", before)}");
        string[] changed = Read(folder);
        (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
        string[] now = Read(folder);
        Assert.True(before.SequenceEqual(now), $"{what}:\n{commands}\n\nwas:\n  {string.Join("\n  ", before.Except(now))}"
            + "\nis:\n  " + $"{string.Join("\n  ", now.Except(before))}"
            + $"\nafter the run:\n  {string.Join("\n  ", changed.Except(before))}\n{code} {said}");
        bool hasChanged = !before.SequenceEqual(changed);
        Assert.True(code == 0 || (code == 1 && said.Contains("nothing that could be taken back", StringComparison.Ordinal) && !hasChanged),
            $"{what}: {code} {said}");
        return hasChanged;
    }

    /// <summary>Moves a file or folder elsewhere, and puts a link in its place.</summary>
    private static void MakeLink(MergedFolder folder, string place, bool isRelative, bool isChain = false)
    {
        string outside = Directory.CreateDirectory(Path.Combine(folder.Root, "outside")).FullName;
        string link = Path.Combine(folder.Game, place), end = Path.Combine(outside, place.Replace('/', '+'));
        bool isFolder = Directory.Exists(link);
        Directory.Move(link, end);
        if (isChain)
            MakeLink(end + ".link", Path.GetFileName(end), isFolder);
        string leads = isChain ? end + ".link" : end;
        // Relative to the link-free path of the link's folder.
        MakeLink(link, isRelative ? Path.GetRelativePath(FolderLinks.Resolve(Path.GetDirectoryName(link)!)!, leads) : leads, isFolder);
    }

    private static void MakeLink(string link, string leads, bool isFolder)
    {
        if (isFolder)
            Directory.CreateSymbolicLink(link, leads);
        else
            File.CreateSymbolicLink(link, leads);
    }

    /// <summary>
    /// Reads the game's folder, its mods, and what links lead to: content and times of files, folders, and links as links.
    /// </summary>
    private static string[] Read(MergedFolder folder)
    {
        var found = new List<string>();
        foreach (string root in (string[])[folder.Game, Path.Combine(folder.Root, "outside")])
            Read(new DirectoryInfo(root), Path.GetFileName(root), found);
        return [.. found.Order(StringComparer.Ordinal)];
    }

    private static void Read(DirectoryInfo folder, string name, List<string> found)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos())
        {
            string path = $"{name}/{entry.Name}";
            if (path is "game/rvfs" && entry is DirectoryInfo own)
                Read(new DirectoryInfo(Path.Combine(own.FullName, "mods")), "mods", found);
            else if (entry.LinkTarget is not null)
                found.Add($"{path} is a link to {entry.ResolveLinkTarget(returnFinalTarget: true)?.FullName}");
            else if (entry is DirectoryInfo inner)
                ReadFolder(inner, path, found);
            else if (entry.Extension is not ".exe")
                found.Add($"{path} = {File.ReadAllText(entry.FullName)} {entry.LastWriteTimeUtc:O} {entry.UnixFileMode}");
        }
    }

    private static void ReadFolder(DirectoryInfo folder, string path, List<string> found)
    {
        found.Add(path + "/");
        Read(folder, path, found);
    }
}
