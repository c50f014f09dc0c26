using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Resolving;

public sealed class ModResolverTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private ModResolver Resolver(params string[] targets) => new(ModSet.Load(new VfsConfiguration
    {
        Targets = targets.Length == 0 ? [_folder.At("game")] : [.. targets.Select(_folder.At)],
        Mods = _folder.At("mods"),
    }));

    private void Files(params string[] files)
    {
        foreach (string file in files)
            _folder.File(file);
    }

    private string Show(Provider provider) =>
        $"{provider.Mod ?? "game"}={Path.GetRelativePath(_folder.Root, provider.Path).Replace('\\', '/')}";

    private void Sample()
    {
        Files("game/game.exe", "game/Data/a.dds", "game/Data/b.dds", "game/rvfs/rvfs.json", "game/rvfs.exe");
        Files("mods/1 low/data/A.DDS", "mods/1 low/data/c.dds", "mods/2 high/DATA/a.dds", "mods/2 high/extra/x.txt");
    }

    [Fact]
    public void WhatAModHidesIsNotThere()
    {
        Sample();
        Files("mods/2 high/data/B.dds.rvfshide", "mods/2 high/data/c.dds.rvfshide", "game/Movies/a.bik", "mods/2 high/movies.rvfshide",
            "mods/2 high/notes/x.txt", "mods/3 top/Movies/mine.bik");
        _folder.File("mods/2 high/mod.json", "{ \"exclude\": [\"notes\", \"**/x.TXT\"] }");
        using ModResolver resolver = Resolver();
        foreach (string gone in new[] { "data/b.dds", "data/c.dds", "movies/a.bik", "notes/x.txt", "extra/x.txt", "data/b.dds.rvfshide" })
            Assert.Null(resolver.Which(gone));
        Assert.Equal(["3 top=mods/3 top/Movies"], resolver.Which("movies")!.Providers.Select(Show));
        Assert.Equal(["Data", @"Data\a.dds", "extra", "game.exe", "Movies", @"Movies\mine.bik"], resolver.List().Select(line => line.Path));
        Assert.Equal([@"data\b.dds game=game/Data/b.dds", @"data\c.dds 1 low=mods/1 low/data/c.dds", @"movies\a.bik game=game/Movies/a.bik"],
            resolver.ListHidden().Select(Show));
        Assert.Equal([@"movies\a.bik game=game/Movies/a.bik"], resolver.ListHidden("MOVIES").Select(Show));
        Assert.Empty(resolver.ListHidden("elsewhere"));
    }

    /// <summary>Patterns, folders as a whole, and what a higher mod has all the same.</summary>
    [Fact]
    public void WhatPatternsHideIsListed()
    {
        Files("game/game.exe", "game/video/a.bik", "game/video/b.txt", "game/old/x/y.txt", "mods/1 low/video/C.BIK", "mods/1 low/video/d.bik",
            "mods/3 top/video/d.bik");
        _folder.File("mods/2 high/mod.json", "{ \"hide\": [\"**/*.bik\", \"old\"] }");
        using ModResolver resolver = Resolver();
        Assert.Equal(["old game=game/old", @"video\a.bik game=game/video/a.bik", @"video\C.BIK 1 low=mods/1 low/video/C.BIK"],
            resolver.ListHidden().Select(Show));
        Assert.All(resolver.ListHidden(), name => Assert.Equal((UnseenCause.Hidden, "2 high"), (name.Reasons[0].Cause, name.Reasons[0].Mod)));
    }

    private string Show(UnseenName name) => $"{name.Path} {string.Join(", ", name.Providers.Select(Show))}";

    /// <summary>Each mod is asked for a path, and the cost doesn't grow with the number of other files in the folder.</summary>
    [Fact]
    public void WhichMakesNoNameOfEachFileBesideTheOne()
    {
        const int Mods = 20, Files = 200, Most = 8 * 1024;
        for (int mod = 0; mod < Mods; mod++)
        {
            for (int file = 0; file < Files; file++)
                _folder.File($"mods/m{mod}/data/f{mod}-{file}.txt");
        }

        _folder.File("game/game.exe");
        using ModResolver resolver = Resolver();
        long bytes = AllocatedBytes.Of(() => Assert.Equal("m7", resolver.Which("data/F7-100.TXT")!.Winner.Mod));
        Assert.InRange(bytes, 0, Most);
    }

    [Fact]
    public void WhichNamesTheWinnerAndAllWhoLose()
    {
        Sample();
        using ModResolver resolver = Resolver();
        foreach (string path in new[] { "data/A.dds", @"DATA\a.DDS", _folder.At("game/data/a.dds"), "data/../data/./a.dds" })
        {
            ResolvedName found = resolver.Which(path)!;
            Assert.Equal(["2 high=mods/2 high/DATA/a.dds", "1 low=mods/1 low/data/A.DDS", "game=game/Data/a.dds"],
                found.Providers.Select(Show));
            Assert.Equal("a.dds", found.Path[(found.Path.LastIndexOf('\\') + 1)..]);
            Assert.True(found.ReplacesGame);
            Assert.False(found.IsClash);
            Assert.Equal(2, found.Losers.Count());
        }

        Assert.Equal("game=game/Data/b.dds", Show(resolver.Which("data/B.DDS")!.Winner));
        ResolvedName added = resolver.Which("data/c.dds")!;
        Assert.False(added.ReplacesGame);
        Assert.Equal("1 low=mods/1 low/data/c.dds", Show(Assert.Single(added.Providers)));
        ResolvedName folder = resolver.Which("DATA")!;
        Assert.Equal(("Data", true, 3, 0), (folder.Path, folder.IsFolder, folder.Providers.Count, folder.Losers.Count()));
    }

    [Theory]
    [InlineData("data/none.dds")]
    [InlineData("none/a.dds")]
    [InlineData("data/a.dds/below")]
    [InlineData("../mods")]
    [InlineData("rvfs/rvfs.json")]
    [InlineData("RVFS.exe")]
    [InlineData("a:b")]
    [InlineData("")]
    public void WhichKnowsWhatNobodyHas(string path)
    {
        Sample();
        using ModResolver resolver = Resolver();
        if (path.Length == 0)
            Assert.True(resolver.Which(path)!.IsFolder);
        else
            Assert.Null(resolver.Which(path));
        Assert.Null(resolver.Which(_folder.At("elsewhere")));
    }

    [Fact]
    public void ListShowsWhatTheGameWouldSee()
    {
        Sample();
        using ModResolver resolver = Resolver();
        Assert.Equal(
            [@"Data/ game", @"Data\a.dds 2 high!", @"Data\b.dds game", @"Data\c.dds 1 low", @"extra/ 2 high", @"extra\x.txt 2 high",
                "game.exe game"],
            resolver.List().Select(Line));
        Assert.Equal([@"Data/ game", "extra/ 2 high", "game.exe game"], resolver.List(recursive: false).Select(Line));
        Assert.Equal([@"Data\a.dds 2 high!", @"Data\c.dds 1 low"],
            resolver.List("DATA", onlyMods: true).Select(s => s with { Path = "Data" + s.Path[4..] }).Select(Line));
        Assert.Empty(resolver.List("none"));
        Assert.Empty(resolver.List("game.exe"));
        Assert.Equal((3, 1), (resolver.Applied.Count().Files, resolver.Applied.Count().Replaces));

        static string Line(SeenName seen) =>
            $"{seen.Path}{(seen.IsFolder ? "/" : "")} {seen.Mod ?? "game"}{(seen.ReplacesGame ? "!" : "")}";
    }

    [Fact]
    public void NamesAreCasedAsCopyingLeavesThem()
    {
        Files("game/g.exe", "game/Data/Own.txt", "game/KIND");
        Files("mods/1 low/DATA/OWN.TXT", "mods/1 low/DATA/Shared.txt", "mods/1 low/Mods/one.txt");
        Files("mods/2 high/data/own.txt", "mods/2 high/data/SHARED.TXT", "mods/2 high/MODS/two.txt", "mods/2 high/kind/in.txt");
        using ModResolver resolver = Resolver();
        Assert.Equal(
            [@"Data", @"Data\Own.txt", @"Data\Shared.txt", "g.exe", "kind", @"kind\in.txt", "Mods", @"Mods\one.txt", @"Mods\two.txt"],
            resolver.List().Select(s => s.Path));
        Assert.Equal(["own.txt", "SHARED.TXT"], resolver.List("data").Select(s => Path.GetFileName(s.Source)));
        Assert.Equal(["data\\Own.txt", "data\\Shared.txt", "Mods", "Data", "kind"],
            new[] { "data/OWN.txt", "data/shared.txt", "mODS", "dATA", "KIND" }.Select(p => resolver.Which(p)!.Path));
        Assert.Equal("SHARED.TXT", Path.GetFileName(resolver.Which("data/Shared.txt")!.Winner.Path));
        Assert.Contains(resolver.GetConflicts(), c => c.Path.EndsWith(@"\Shared.txt", StringComparison.Ordinal));
    }

    [Fact]
    public void ConflictsAreWhatSeveralModsHaveAndWhatIsFileAndFolder()
    {
        Sample();
        Files("mods/1 low/thing", "mods/2 high/thing/inside", "mods/2 high/game.exe/odd");
        using ModResolver resolver = Resolver();
        IReadOnlyList<ResolvedName> conflicts = resolver.GetConflicts();
        Assert.Equal(["DATA|a.dds", "game.exe", "thing"],
            conflicts.Select(c => c.Path.Replace('\\', '|').Replace("Data", "DATA").Replace("data", "DATA")));
        Assert.Equal([false, true, true], conflicts.Select(c => c.IsClash));
        Assert.Equal(["2 high=mods/2 high/thing", "1 low=mods/1 low/thing"], conflicts[2].Providers.Select(Show));
        Assert.Equal("1 low=mods/1 low/thing", Show(Assert.Single(conflicts[2].Losers)));
        Assert.Equal(["2 high=mods/2 high/game.exe", "game=game/game.exe"], conflicts[1].Providers.Select(Show));
        Assert.Equal("2 high", resolver.Which("thing/INSIDE")!.Winner.Mod);
    }

    [Fact]
    public void AFileThatHasThePlaceOfAFolderHidesWhatIsInIt()
    {
        Files("game/data/a.dds", "mods/a/data/b.dds", "mods/b/data");
        using ModResolver resolver = Resolver();
        Assert.Null(resolver.Which("data/a.dds"));
        Assert.Null(resolver.Which("data/b.dds"));
        Assert.Equal("data b", Assert.Single(resolver.List().Select(s => $"{s.Path} {s.Mod}")));
        Assert.True(resolver.Which("data")!.IsClash);
    }

    [Fact]
    public void ATargetInATargetIsPartOfIt()
    {
        Files("game/data/a.dds", "mods/m/x.txt");
        using ModResolver resolver = Resolver("game", "game/none/inner");
        Assert.Equal([@"data", @"data\a.dds", "x.txt"],
            resolver.List().Where(s => !s.Path.StartsWith("none", StringComparison.Ordinal)).Select(s => s.Path));
        Assert.Equal("m", resolver.Which("none/inner/X.TXT")!.Winner.Mod);
    }

    [CaseSensitiveDiskFact]
    public void FoldersThatDifferInLetterCaseMergeAndTheCapitalsWin()
    {
        Files("game/g.exe", "mods/m/Data/a.txt", "mods/m/data/a.txt", "mods/m/data/b.txt");
        using ModResolver resolver = Resolver();
        Assert.Equal("m=mods/m/Data/a.txt", Show(resolver.Which("DATA/A.TXT")!.Winner));
        Assert.Equal(["a.txt", "b.txt"], resolver.List("data").Select(s => s.Path[5..]));
        Assert.Equal(2, resolver.Applied.Count().Files);
    }

    [Fact]
    public void RandomModsGiveWhatCopyingThemOneAfterAnotherWould()
    {
        for (int seed = 0; seed < 5; seed++)
        {
            var random = new Random(seed);
            string root = $"r{seed}/";
            // The owner of each path, by folded path. Files have an extension and folders have none, so that no name is both.
            var copied = new Dictionary<string, string>(NameComparer.Instance);
            var losers = new Dictionary<string, int>(NameComparer.Instance);
            // The first owner of every file and folder.
            var cased = new Dictionary<string, string>(NameComparer.Instance);
            foreach (string layer in new[] { "game", "mods/a", "mods/b", "mods/c" })
            {
                var taken = new HashSet<string>(NameComparer.Instance);
                for (int i = 0; i < 60; i++)
                {
                    string path = string.Join('/',
                        Enumerable.Range(0, random.Next(3)).Select(_ => $"dir{random.Next(3)}").Append($"é{random.Next(12)}.x"));
                    // Each layer has one letter case for folders, because a case-sensitive disk would otherwise have two folders.
                    path = layer is "mods/a" or "game" ? path : path.ToUpperInvariant();
                    if (!taken.Add(path))
                        continue;
                    _folder.File($"{root}{layer}/{path}");
                    copied[path] = layer == "game" ? "game" : layer[5..];
                    losers[path] = losers.GetValueOrDefault(path, -1) + 1;
                    for (int end = path.IndexOf('/'); end >= 0; end = path.IndexOf('/', end + 1))
                        cased.TryAdd(path[..end], path[(path.LastIndexOf('/', end - 1) + 1)..end]);
                    cased.TryAdd(path, Path.GetFileName(path));
                }
            }

            using var resolver = new ModResolver(
                ModSet.Load(new VfsConfiguration { Targets = [_folder.At(root + "game")], Mods = _folder.At(root + "mods") }));
            Dictionary<string, string> seen = resolver.List().Where(s => !s.IsFolder)
                .ToDictionary(s => s.Path.Replace('\\', '/'), s => s.Mod ?? "game", NameComparer.Instance);
            Assert.Equal(copied.Count, seen.Count);
            Assert.All(copied, c => Assert.Equal(c.Value, seen[c.Key]));
            Assert.All(resolver.List(), s => Assert.Equal(cased[s.Path.Replace('\\', '/')], s.Path[(s.Path.LastIndexOf('\\') + 1)..]));
            Assert.Equal(cased.Count, resolver.List().Count());
            foreach ((string path, string winner) in copied)
            {
                ResolvedName which = resolver.Which(path.ToLowerInvariant())!;
                Assert.Equal((winner, losers[path]), (which.Winner.Mod ?? "game", which.Losers.Count()));
                Assert.True(File.Exists(which.Winner.Path));
                Assert.Equal(cased[path], which.Path[(which.Path.LastIndexOf('\\') + 1)..]);
            }

            ModCounts counts = resolver.Applied.Count();
            Assert.Equal(copied.Count(c => c.Value != "game"), counts.Files);
            Assert.Equal(resolver.List().Count(s => s.ReplacesGame), counts.Replaces);
            Assert.All(counts.Mods, m => Assert.Equal(copied.Count(c => c.Value == m.Name), m.Wins));
        }
    }
}
