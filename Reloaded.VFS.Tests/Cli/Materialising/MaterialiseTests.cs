using System.Security.Cryptography;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Materialising;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Reloaded.VFS.Tests.Cli.Commands.Looking;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Materialising;

/// <summary><c>rvfs materialise</c> on real files: the folder is that into which the mods were copied, and the game's stay as they are.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class MaterialiseTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Made => _folder.At("made");

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// Random layers with markers, patterns that hide, and names that are a file here and a folder there. Once more as if all of it were
    /// older than what a file system's clock may be wrong by, so that folders which are as before aren't read again.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TheFolderIsThatIntoWhichTheModsWereCopied(bool isLater)
    {
        int first = RandomScenarioTests.Number("RVFS_SEED", 1), count = RandomScenarioTests.Number("RVFS_SCENARIOS", 40);
        using var clock = new Clock(isLater);
        FixtureTree[] trees = RandomHidingTests.CreateTrees(first, count);
        using MergedFolder folder = MergedFolder.BuildPair(trees[0], trees[1..]);
        string[] before = Tree(folder.Game, withTimes: true);
        (int code, string output, string errors) = Materialise(folder.Game);
        Assert.True(code == 0, errors);
        Assert.Contains("has what the game sees", output, StringComparison.Ordinal);
        Assert.Equal(Tree(folder.Merged), Tree(Made));
        Assert.Equal(before, Tree(folder.Game, withTimes: true));

        (code, output, errors) = Materialise(folder.Game);
        Assert.True(code == 0, errors);
        Assert.Contains(" 0 files made, 0 deleted,", output, StringComparison.Ordinal);
        Change(folder, new Random(first));
        before = Tree(folder.Game, withTimes: true);
        for (int i = 0; i < 2; i++)
        {
            (code, output, errors) = Materialise(folder.Game);
            Assert.True(code == 0, errors + output);
            // Of a name that several mods have, the order says whose letter case it gets.
            Assert.Equal(Tree(folder.Merged).Select(line => line.ToUpperInvariant()).Order(StringComparer.Ordinal),
                Tree(Made).Select(line => line.ToUpperInvariant()).Order(StringComparer.Ordinal));
        }

        Assert.Contains(" 0 files made, 0 deleted,", output, StringComparison.Ordinal);
        (code, output, errors) = Materialise(folder.Game, "--remove");
        Assert.True(code == 0, errors + output);
        Assert.False(Directory.Exists(Made));
        Assert.Equal(before, Tree(folder.Game, withTimes: true));
    }

    /// <summary>Changes the mods as players do, and copies them into the game once more.</summary>
    private static void Change(MergedFolder folder, Random random)
    {
        string[] mods = [.. Directory.GetDirectories(folder.Mods)];
        foreach (string file in mods.SelectMany(mod => Directory.GetFiles(mod, "*", SearchOption.AllDirectories)).Order(StringComparer.Ordinal)
            .Where(file => Path.GetFileName(file) != HidingPatterns.FileName).ToArray())
        {
            switch (random.Next(8))
            {
                case 0:
                    File.Delete(file);
                    break;
                case 1 when !file.EndsWith(MergedFolder.HideEnding, StringComparison.Ordinal):
                    // As an unpacker and as an editor do.
                    File.WriteAllText(file + ".new", "new " + random.Next());
                    File.Move(file + ".new", file, overwrite: true);
                    break;
                case 2 when !file.EndsWith(MergedFolder.HideEnding, StringComparison.Ordinal):
                    File.SetAttributes(file, FileAttributes.Normal);
                    File.WriteAllText(file, "in place " + random.Next());
                    break;
                case 3:
                    File.WriteAllText(Path.Combine(Path.GetDirectoryName(file)!, $"added {random.Next(20)}.txt"), "added " + random.Next());
                    break;
            }
        }

        string order = Path.Combine(folder.Mods, "order.txt");
        string[] names = [.. File.ReadAllLines(order).Reverse()];
        File.WriteAllLines(order, names);
        string plain = Path.Combine(folder.Root, "again");
        MergedFolder.CopyOver(folder.Game, plain);
        TemporaryFolder.Delete(Path.Combine(plain, "rvfs"));
        foreach (string name in names)
            MergedFolder.Lay(Path.Combine(folder.Mods, name), plain);
        TemporaryFolder.Delete(folder.Merged);
        Directory.Move(plain, folder.Merged);
    }

    /// <summary>What <c>rvfs ls</c> lists by maps, preferences and the overwrite folder is there, and nothing else.</summary>
    [Theory]
    [InlineData("")]
    [InlineData(""" "targets": ["..", "../../docs"], """)]
    [InlineData(""" "targets": ["..", "../Data"], """)]
    public void ItHasWhatLsLists(string targets)
    {
        MakeGame($$"""{ {{targets}} "writes": "overwrite", "map": { "red": { "Root": "", "More": "Data/more" } } }""");
        _folder.File("docs/own.txt", "docs");
        _folder.File("game/rvfs/mods/red/Root/top.txt", "red");
        _folder.File("game/rvfs/mods/red/More/deep/x.txt", "red");
        _folder.File("game/rvfs/mods/prefer.txt", "blue = Data/both.txt\n");
        string part = targets.Contains("..", StringComparison.Ordinal) ? "game/" : targets.Contains("Data", StringComparison.Ordinal) ? "game/" : "";
        _folder.File($"game/rvfs/overwrite/{part}Data/saved.txt", "written");
        _folder.File($"game/rvfs/overwrite/{part}Data/gone.txt.rvfshide", "");
        (int code, string output, string errors) = AskedCommand.Run("materialise", Made, "--game", _folder.File("game/game.exe"));
        Assert.True(code == 0, errors + output);
        List<string> expected = [];
        foreach (string target in targets.Contains("docs", StringComparison.Ordinal) ? ["game", "docs"] : (string[])["game"])
        {
            string prefix = targets.Contains("docs", StringComparison.Ordinal) ? target + "/" : "";
            expected.AddRange(AskedCommand.Run("ls", _folder.At(target), "--game", _folder.At("game/game.exe")).Output
                .Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                .Select(line => prefix + Regex.Match(line, @"^\S+ +=? *(.+?)\\?$").Groups[1].Value.Replace('\\', '/')));
        }

        Assert.Equal(expected.Where(path => path.Length > 0).Order(StringComparer.OrdinalIgnoreCase),
            Tree(Made).Select(line => line.Split('\t')[0].TrimEnd('/')).Where(path => path is not ("game" or "docs")).Order(StringComparer.OrdinalIgnoreCase));
        Assert.Equal("written", File.ReadAllText(Directory.GetFiles(Made, "saved.txt", SearchOption.AllDirectories).Single()));
    }

    /// <summary>
    /// A second call reads a folder again only if the mods, the game or the settings have changed what is in it, and copies by their files'
    /// times. The list has the folders that are read again.
    /// </summary>
    [LinuxTheory]
    [InlineData("nothing")]
    [InlineData("a new file", "Data/red only")]
    [InlineData("a file replaced", "Data/red only")]
    [InlineData("a file of the game's replaced", "Data/sub")]
    [InlineData("a link in place")]
    [InlineData("a copy in place", "")]
    [InlineData("a marker", "Data")]
    [InlineData("a folder gone", "Data")]
    [InlineData("a mod off", "", "Data")]
    [InlineData("a program's file", "Data")]
    [InlineData("a pattern", "", "Data", "Data/red only", "Data/sub")]
    public void ASecondCallReadsOnlyWhatHasChanged(string change, params string[] read)
    {
        MakeGame("{}");
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        // The clock of files has steps of some milliseconds.
        Thread.Sleep(20);
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        Thread.Sleep(20);
        string[] copied = [];
        switch (change)
        {
            case "a new file":
                _folder.File("game/rvfs/mods/red/Data/red only/new.dds");
                break;
            case "a file replaced":
                File.Move(_folder.File("new", "new"), _folder.At("game/rvfs/mods/red/Data/red only/b.dds"), overwrite: true);
                break;
            case "a file of the game's replaced":
                File.Move(_folder.File("new", "new"), _folder.At("game/Data/sub/a.dds"), overwrite: true);
                break;
            case "a link in place":
                File.AppendAllText(_folder.At("game/Data/sub/a.dds"), "more");
                break;
            case "a copy in place":
                File.AppendAllText(_folder.At("game/settings.ini"), "more");
                break;
            case "a marker":
                _folder.File("game/rvfs/mods/red/Data/moved.dds.rvfshide", "");
                break;
            case "a folder gone":
                TemporaryFolder.Delete(_folder.At("game/rvfs/mods/red/Data/red only"));
                break;
            case "a mod off":
                _folder.File("game/rvfs/mods/order.txt", "blue\n-red\n");
                break;
            case "a program's file":
                _folder.File("made/Data/written.txt");
                break;
            case "a pattern":
                copied = ["**/*.esm"];
                break;
        }

        VfsConfiguration configuration = new VfsConfiguration { Targets = [_folder.At("game")] }.WithDefaults(_folder.At("game"));
        using (MaterialManifest manifest = MaterialManifest.Open(Made))
        using (ModResolver resolver = new(ModSet.Load(configuration)))
        {
            EarlierFolders earlier = new(manifest, MaterialSurvey.Of(Made, manifest, isThorough: false)) { Coarsest = TimeSpan.Zero };
            PlannedFolder[] folders = [.. new MaterialView(resolver, configuration, copied, earlier).List(manifest.Targets)];
            Assert.Equal(read, folders.Where(folder => !folder.IsKnown).Select(folder => folder.Path).Order(StringComparer.Ordinal));
            Assert.Equal(change == "a folder gone" ? 3 : change == "a mod off" ? 3 : 4, folders.Length);
        }

        (int code, string output, string errors) = Materialise(_folder.At("game"));
        Assert.True(code == 0, errors + output);
        Assert.Equal(change is "nothing" or "a link in place" or "a program's file" or "a pattern",
            output.Contains(" 0 files made, 0 deleted, 7 as before", StringComparison.Ordinal));
    }

    [Fact]
    public void WhatProgramsMayWriteToIsACopy()
    {
        MakeGame("""{ "inPlace": ["Data/cache.bin"] }""");
        _folder.File("game/Data/cache.bin", "cache");
        _folder.File("game/Data/big.esm", "esm");
        string[] before = Tree(_folder.At("game"));
        Assert.Equal(0, Materialise(_folder.At("game"), "--copy", "**/*.esm").Code);
        foreach (string name in (string[])["settings.ini", "Data/cache.bin", "Data/big.esm"])
            File.AppendAllText(_folder.At("made/" + name), "written");
        Assert.Equal(before, Tree(_folder.At("game")));

        // The patterns are remembered, and what was written stays.
        (int code, string output, _) = Materialise(_folder.At("game"));
        Assert.Equal(0, code);
        foreach (string name in (string[])["settings.ini", @"Data\cache.bin", @"Data\big.esm"])
            Assert.Contains($"  changed   {name}", output, StringComparison.Ordinal);
        Assert.EndsWith("written", File.ReadAllText(_folder.At("made/Data/big.esm")), StringComparison.Ordinal);

        // What isn't in the list is one file under two names, and that is said.
        File.AppendAllText(_folder.At("made/Data/both.txt.dds"), "written");
        Assert.Contains(@"  in place  Data\both.txt.dds  and so in ", Materialise(_folder.At("game"), "--status").Output, StringComparison.Ordinal);
        JsonNode status = JsonNode.Parse(Materialise(_folder.At("game"), "--status", "--json").Output)!;
        Assert.Empty(OutputSchemasTests.Check("materialise", status));
        Assert.Equal("Data/both.txt.dds", (string)status["inPlace"]![0]!["path"]!);
        Assert.Equal(("changed", "Data/big.esm"), ((string)status["entries"]![0]!["kind"]!, (string)status["entries"]![0]!["path"]!));
    }

    /// <summary>What a program has made, changed, renamed and deleted becomes a mod's, and the folder stays as the program left it.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void WhatWasWrittenIsMovedIntoAMod(bool isRemoved)
    {
        MakeGame("{}");
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        string[] before = Tree(_folder.At("game/Data")), red = Tree(_folder.At("game/rvfs/mods/red"));
        File.WriteAllText(_folder.At("made/Data/new.txt"), "new");
        _folder.File("made/Made by it/deep/new.txt", "new");
        File.WriteAllText(_folder.At("made/settings.ini"), "changed");
        File.WriteAllText(_folder.At("made/Data/both.tmp"), "replaced");
        File.Move(_folder.At("made/Data/both.tmp"), _folder.At("made/Data/both.txt.dds"), overwrite: true);
        File.Delete(_folder.At("made/Data/gone.txt"));
        Directory.Delete(_folder.At("made/Data/sub"), recursive: true);
        File.Move(_folder.At("made/Data/moved.dds"), _folder.At("made/Data/elsewhere.dds"));
        string[] left = Tree(Made);
        string status = Materialise(_folder.At("game"), "--status").Output;
        Assert.Equal("""
              changed   Data\both.txt.dds
              new       Data\elsewhere.dds
              deleted   Data\gone.txt
              deleted   Data\moved.dds
              new       Data\new.txt
              deleted   Data\sub
              new       Made by it\
              new       Made by it\deep\
              new       Made by it\deep\new.txt
              changed   settings.ini

            """, status, ignoreLineEndingDifferences: true);
        Assert.Equal(left, Tree(Made));

        (int code, string output, string errors) = Materialise(_folder.At("game"), isRemoved ? ["--remove", "--to", "Output"] : ["--to", "Output"]);
        Assert.True(code == 0, errors + output);
        Assert.Contains("Output has what was written into", output, StringComparison.Ordinal);
        Assert.Equal(before, Tree(_folder.At("game/Data")));
        Assert.Equal(red, Tree(_folder.At("game/rvfs/mods/red")));
        if (isRemoved)
        {
            Assert.False(Directory.Exists(Made));
            Assert.Equal(0, Materialise(_folder.At("game")).Code);
        }

        Assert.Equal(left, Tree(Made));
        Assert.Contains("Nothing was written", Materialise(_folder.At("game"), "--status").Output, StringComparison.Ordinal);
        Assert.Contains(" 0 files made, 0 deleted,", Materialise(_folder.At("game")).Output, StringComparison.Ordinal);
    }

    /// <summary>A killed call leaves markers that were to go to a mod, and a manifest that was to replace the other one.</summary>
    [Fact]
    public void RemovingLeavesNothingOfAKilledCall()
    {
        MakeGame("{}");
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        foreach (string left in (string[])["arriving", "arriving-1.rvfshide", "materialised.0123abcd.tmp"])
            _folder.File("made/rvfs/" + left);
        string mine = _folder.File("made/rvfs/materialised.bak", "mine");
        Materialise(_folder.At("game"), "--remove");
        Assert.Equal([mine], Directory.GetFiles(Made, "*", SearchOption.AllDirectories));
        TemporaryFolder.Delete(Made);
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        foreach (string left in (string[])["arriving", "arriving-1.rvfshide", "materialised.0123abcd.tmp"])
            _folder.File("made/rvfs/" + left);
        Assert.Equal(0, Materialise(_folder.At("game"), "--remove").Code);
        Assert.False(Directory.Exists(Made));
        foreach (string left in (string[])["arriving-2.rvfshide", "materialised.0123abcd.tmp"])
            _folder.File("made/rvfs/" + left);
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
    }

    [Fact]
    public void RemovingLeavesWhatOthersHaveMade()
    {
        MakeGame("{}");
        _folder.Folder("made");
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        _folder.File("made/Data/new.txt", "new");
        File.WriteAllText(_folder.At("made/settings.ini"), "changed");
        Assert.Equal(1, Materialise(_folder.At("game"), "--remove").Code);
        Assert.Equal(["Data/\t", "Data/new.txt\t" + Hash("new"), "settings.ini\t" + Hash("changed")], Tree(Made));
        Assert.Equal(1, Materialise(_folder.At("game"), "--remove").Code);
        (int code, string output, string errors) = Materialise(_folder.At("game"), "--remove", "--to", "Output");
        Assert.True(code == 0, errors + output);
        Assert.False(File.Exists(_folder.At("made/settings.ini")), errors + output);
        Assert.Equal("changed", File.ReadAllText(_folder.At("game/rvfs/mods/Output/settings.ini")));
        // rvfs hasn't made the folder itself.
        Assert.Empty(Directory.GetFileSystemEntries(Made));
    }

    /// <summary>A program has put links in the place of what rvfs has made: what they lead to is neither deleted nor moved.</summary>
    [LinuxFact]
    public void NothingIsDoneThroughLinks()
    {
        MakeGame("{}");
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        Directory.Delete(_folder.At("made/Data"), recursive: true);
        Directory.CreateSymbolicLink(_folder.At("made/Data"), _folder.At("game/Data"));
        File.Delete(_folder.At("made/settings.ini"));
        File.CreateSymbolicLink(_folder.At("made/settings.ini"), _folder.At("game/settings.ini"));
        string[] before = [.. Tree(_folder.At("game")).Where(line => !line.StartsWith("rvfs/mods/order.txt", StringComparison.Ordinal))];
        string status = Materialise(_folder.At("game"), "--status").Output;
        Assert.Equal("  changed   Data\n  changed   settings.ini\n", status);
        foreach (string[] words in (string[][])[[], ["--to", "Output"], ["--remove", "--to", "Output"], ["--remove"]])
        {
            _ = Materialise(_folder.At("game"), words);
            Assert.Equal(before, Tree(_folder.At("game")).Where(line => !line.StartsWith("rvfs/mods/Output", StringComparison.Ordinal)
                && !line.StartsWith("rvfs/mods/order.txt", StringComparison.Ordinal)));
        }

        Assert.Equal(["Data", "rvfs", "settings.ini"], Directory.GetFileSystemEntries(Made).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    /// <summary>Mods and files that are links are second names, or copies, of what they lead to; a link to a folder around it ends.</summary>
    [LinuxFact]
    public void LinksOfModsAndOfTheGameAreFollowed()
    {
        MakeGame("{}");
        _folder.File("one/Data/linked.dds", "one");
        _folder.File("two/Data/linked.dds", "two");
        Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/linked"), _folder.At("one"));
        File.CreateSymbolicLink(_folder.At("game/Data/link.dds"), _folder.File("elsewhere.dds", "first"));
        Directory.CreateSymbolicLink(_folder.At("game/Data/loop"), _folder.At("game/Data"));
        Assert.Equal(0, Materialise(_folder.At("game")).Code);
        Assert.Equal(("one", "first"), (Read("linked.dds"), Read("link.dds")));
        Assert.False(Directory.Exists(_folder.At("made/Data/loop/loop")));

        // The links lead elsewhere, and no folder's time says so.
        Directory.Delete(_folder.At("game/rvfs/mods/linked"));
        Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/linked"), _folder.At("two"));
        File.Move(_folder.File("elsewhere.new", "second"), _folder.At("elsewhere.dds"), overwrite: true);
        Assert.Contains(" 2 files made, 2 deleted,", Materialise(_folder.At("game")).Output, StringComparison.Ordinal);
        Assert.Equal(("two", "second"), (Read("linked.dds"), Read("link.dds")));

        string Read(string name) => File.ReadAllText(_folder.At("made/Data/" + name));
    }

    [Theory]
    [InlineData("game")]
    [InlineData("game/new")]
    [InlineData("game/rvfs/mods/new")]
    [InlineData("game/rvfs/new")]
    [InlineData(".")]
    [InlineData("full")]
    [InlineData("elsewhere/linked/new")]
    [InlineData("elsewhere")]
    [InlineData("other")]
    [InlineData("over/new")]
    public void SomeFoldersAreRefused(string place)
    {
        MakeGame("""{ "writes": "overwrite", "overwrite": "../../over" }""");
        _folder.File("full/of/mine.txt");
        _folder.Folder("over");
        _folder.Folder("elsewhere/linked/Data");
        if (place.StartsWith("else", StringComparison.Ordinal))
        {
            if (OperatingSystem.IsWindows())
                return;
            Directory.CreateSymbolicLink(_folder.At("game/rvfs/mods/linked"), _folder.At("elsewhere/linked"));
        }

        if (place == "other")
        {
            _folder.Folder("game2");
            Assert.Equal(0, AskedCommand.Run("materialise", _folder.At("other"), "--target", _folder.At("game2")).Code);
        }

        string[] before = Tree(_folder.Root);
        (int code, _, string errors) = AskedCommand.Run("materialise", _folder.At(place), "--target", _folder.At("game"));
        Assert.True(code == 125, errors);
        Assert.Matches("can't be filled: it (is|lies in|contains) |isn't empty, and rvfs hasn't made|is for the game in", errors);
        Assert.Equal(before, Tree(_folder.Root));
        Assert.Equal(place == "other" ? 0 : 1, AskedCommand.Run("materialise", "--status", _folder.At(place)).Code);
    }

    /// <summary>Makes folders count as old at once for a while.</summary>
    private sealed class Clock : IDisposable
    {
        private readonly TimeSpan _before = EarlierFolders.UsualCoarsest;

        public Clock(bool isLater) => EarlierFolders.UsualCoarsest = isLater ? TimeSpan.Zero : _before;

        public void Dispose() => EarlierFolders.UsualCoarsest = _before;
    }

    private (int Code, string Output, string Errors) Materialise(string game, params string[] words) =>
        AskedCommand.Run(["materialise", Made, "--target", game, .. words]);

    private void MakeGame(string configuration)
    {
        _folder.File("game/settings.ini", "own");
        _folder.File("game/Data/both.txt", "game");
        _folder.File("game/Data/both.txt.dds", "game");
        _folder.File("game/Data/gone.txt", "game");
        _folder.File("game/Data/moved.dds", "game");
        _folder.File("game/Data/sub/a.dds", "game");
        _folder.File("game/rvfs/rvfs.json", configuration);
        _folder.File("game/rvfs/mods/blue/Data/both.txt", "blue");
        _folder.File("game/rvfs/mods/red/Data/Both.txt", "red");
        _folder.File("game/rvfs/mods/red/Data/red only/b.dds", "red");
        _folder.File("game/rvfs/mods/order.txt", "blue\nred\n");
    }

    /// <summary>
    /// Every folder, and every file with its hash, in the folder but in <c>rvfs</c> of a materialised one. What rvfs caches of mods' folders
    /// isn't in it.
    /// </summary>
    private static string[] Tree(string root, bool withTimes = false) =>
        [.. Directory.EnumerateFileSystemEntries(root, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
            .Where(path => !path.StartsWith(Path.Combine(root, "rvfs", "materialised"), StringComparison.Ordinal)
                && !(path == Path.Combine(root, "rvfs") && (withTimes || File.Exists(Path.Combine(path, "materialised"))))
                && path != Path.Combine(root, "rvfs", "folders.kept"))
            .Select(path => (Path.GetRelativePath(root, path).Replace('\\', '/') is var relative && Directory.Exists(path)
                ? $"{relative}/\t"
                : $"{relative}\t{Hash(File.ReadAllBytes(path))}") + (withTimes ? File.GetLastWriteTimeUtc(path).Ticks : ""))
            .Order(StringComparer.Ordinal)];

    private static string Hash(string text) => Hash(System.Text.Encoding.UTF8.GetBytes(text));

    private static string Hash(byte[] content) => Convert.ToHexStringLower(SHA256.HashData(content));
}
