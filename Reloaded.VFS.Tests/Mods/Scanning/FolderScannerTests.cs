using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Scanning;

public sealed class FolderScannerTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private FolderScan Scan(params string[] include) => FolderScanner.Scan("M", _folder.Root, new ScanOptions(include));

    /// <summary>Returns every folder (with a slash) and file of a listing, in its order.</summary>
    private static List<string> Paths(FolderListing listing)
    {
        var folders = new string[listing.FolderCount];
        var paths = new List<string>();
        for (int i = 0; i < listing.FolderCount; i++)
        {
            folders[i] = i == 0 ? "" : folders[listing.GetParent(i)] + listing.GetFolderName(i).ToString() + "/";
            if (i > 0)
                paths.Add(folders[i]);
        }

        for (int i = 0; i < listing.FolderCount; i++)
        {
            (int first, int count) = listing.GetFiles(i);
            for (int f = first; f < first + count; f++)
                paths.Add(folders[i] + listing.GetFileName(f).ToString());
        }

        GC.KeepAlive(listing);
        return paths;
    }

    [Fact]
    public void ListsEveryFolderAndFile()
    {
        foreach (string file in new[] { "b.txt", "A.txt", ".hidden", "data/x/deep.bin", "data/a.dds", "Größe/模组 😀.txt" })
            _folder.File(file);
        _folder.Folder("empty/inner");
        FolderScan scan = Scan();
        Assert.Empty(scan.Diagnostics);
        string[] expected = ["data/", "empty/", "Größe/", "data/x/", "empty/inner/", ".hidden", "A.txt", "b.txt", "data/a.dds",
            "data/x/deep.bin", "Größe/模组 😀.txt"];
        Assert.Equal(expected.Order(StringComparer.Ordinal), Paths(scan.Listing!).Order(StringComparer.Ordinal));
        Assert.Equal(_folder.Root, scan.Listing!.Root);
    }

    [Fact]
    public void LeavesOutWhatModsHoldBesideTheirContent()
    {
        foreach (string file in new[]
        {
            "mod.json", "MODCONFIG.json", "manifest.json", "meta.ini", "readme", "README.md", "ReadMe_first.txt", "preview.png",
            "PREVIEW.jpg", "desktop.ini", "thumbs.DB", ".git/config", "__macosx/x",
            "data/.DS_Store", "data/Desktop.ini", "data/.git", "data/__MACOSX/y",
            "data/mod.json", "data/readme.txt", "data/preview.png", "previews.png", "mod.jsonx", "amod.json", "readmes/x",
        })
        {
            _folder.File(file);
        }

        string[] expected = ["data/", "data/mod.json", "data/preview.png", "data/readme.txt", "mod.jsonx", "previews.png", "amod.json",
            "readmes/", "readmes/x"];
        Assert.Equal(expected.Order(StringComparer.Ordinal), Paths(Scan().Listing!).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("readme*", "README.md readme.txt")]
    [InlineData("README.MD", "README.md")]
    [InlineData("**/desktop.ini", "desktop.ini data/ data/desktop.ini")]
    [InlineData("data/desktop.ini", "data/ data/desktop.ini")]
    [InlineData(@"data\*.ini", "data/ data/desktop.ini")]
    [InlineData(".git", ".git/ .git/config .git/hooks/ .git/hooks/h .git/readme.txt")]
    [InlineData(".git/**", ".git/ .git/config .git/hooks/ .git/hooks/h .git/readme.txt")]
    [InlineData(".git/hooks/*", ".git/ .git/hooks/ .git/hooks/h")]
    [InlineData("**", "README.md readme.txt desktop.ini data/ data/desktop.ini .git/ .git/config .git/hooks/ .git/hooks/h .git/readme.txt")]
    [InlineData("other", "")]
    public void IncludeTakesBackAnExclude(string pattern, string expected)
    {
        foreach (string file in new[] { "readme.txt", "desktop.ini", "data/desktop.ini", ".git/config", ".git/hooks/h", ".git/readme.txt" })
            _folder.File(file);
        _folder.File("README.md");
        IEnumerable<string> found = Paths(Scan(pattern).Listing!);
        if (!expected.Contains("data/", StringComparison.Ordinal))
            found = found.Where(p => p != "data/");
        Assert.Equal(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries).Order(), found.Order());
    }

    [Fact]
    public void AFolderThatCannotBeReadIsAClearError()
    {
        FolderScan missing = FolderScanner.Scan("M", _folder.At("none"), new ScanOptions());
        Assert.Null(missing.Listing);
        Diagnostic error = Assert.Single(missing.Diagnostics);
        Assert.Equal((Severity.Error, "M", _folder.At("none")), (error.Severity, error.Mod, error.File));
        FolderScan file = FolderScanner.Scan("M", _folder.File("f"), new ScanOptions());
        Assert.Null(file.Listing);
        Assert.Contains("left out", Assert.Single(file.Diagnostics).Cause);
    }

    [LinuxFact]
    public void ASubfolderThatCannotBeReadCostsOnlyWhatIsInIt()
    {
        // Root may read any folder, so this one is unreadable because its path is longer than Linux allows.
        _folder.File("a.txt");
        _folder.File("z/b.txt");
        string names = string.Join('/', Enumerable.Repeat(new string('d', 200), 24));
        TemporaryFolder.Shell("cd \"$1\" && mkdir -p \"deep/$2\"", _folder.Root, names);
        FolderScan scan = Scan();
        TemporaryFolder.Shell("rm -rf \"$1/deep\"", _folder.Root);
        Diagnostic error = Assert.Single(scan.Diagnostics);
        Assert.Equal((Severity.Error, "M"), (error.Severity, error.Mod));
        Assert.StartsWith(_folder.At("deep"), error.File);
        Assert.Contains("can't be read", error.Cause);
        Assert.Contains("z/b.txt", Paths(scan.Listing!));
        Assert.Contains("a.txt", Paths(scan.Listing!));
    }

    [LinuxFact]
    public void LinksAreFollowedButNotInACircle()
    {
        _folder.File("real/x.txt");
        _folder.File("outside/y.txt");
        string mod = _folder.Folder("mod");
        _folder.File("mod/a/b/file.txt");
        File.CreateSymbolicLink(_folder.At("mod/link.txt"), _folder.At("real/x.txt"));
        Directory.CreateSymbolicLink(_folder.At("mod/folder"), _folder.At("outside"));
        Directory.CreateSymbolicLink(_folder.At("mod/a/b/up"), "..");
        Directory.CreateSymbolicLink(_folder.At("mod/a/self"), ".");
        Directory.CreateSymbolicLink(_folder.At("mod/a/root"), "/");
        Directory.CreateSymbolicLink(_folder.At("outside/back"), mod);
        FolderScan scan = FolderScanner.Scan("M", mod, new ScanOptions());
        Assert.Equal(["a/", "a/b/", "a/b/file.txt", "folder/", "folder/y.txt", "link.txt"],
            Paths(scan.Listing!).Order(StringComparer.Ordinal));
        Assert.Equal(["mod/a/b/up", "mod/a/root", "mod/a/self", "mod/folder/back"],
            scan.Diagnostics.Select(d => Path.GetRelativePath(_folder.Root, d.File!)).Order(StringComparer.Ordinal));
        Assert.All(scan.Diagnostics, d => Assert.Equal("the link isn't followed: it leads in a circle", d.Cause));
    }

    [LinuxFact]
    public void LinksThatDoNotShowAsLinksAreNotFollowedInACircleEither()
    {
        // As Wine shows Unix links: as ordinary folders.
        _folder.File("mods/other/file");
        _folder.File("outside/y.txt");
        string mod = _folder.Folder("mods/mod");
        _folder.File("mods/mod/a/b/file.txt");
        Directory.CreateSymbolicLink(_folder.At("mods/mod/a/b/up"), "..");
        Directory.CreateSymbolicLink(_folder.At("mods/mod/a/self"), ".");
        Directory.CreateSymbolicLink(_folder.At("mods/mod/all"), "../..");
        Directory.CreateSymbolicLink(_folder.At("mods/mod/folder"), _folder.At("outside"));
        Directory.CreateSymbolicLink(_folder.At("outside/back"), mod);
        FolderScan scan = FolderScanner.Scan("M", mod, new ScanOptions { SeesLinks = false });
        Assert.Equal(["a/", "a/b/", "a/b/file.txt", "folder/", "folder/y.txt"], Paths(scan.Listing!).Order(StringComparer.Ordinal));
        Assert.Equal(["a/b/up", "a/self", "all", "folder/back"],
            scan.Diagnostics.Select(d => Path.GetRelativePath(mod, d.File!)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void AFolderThatHoldsCopiesOfItselfIsNoCircle()
    {
        string path = "";
        for (int i = 0; i < 7; i++)
            _folder.File((path += "data/") + "file.txt");
        FolderScan scan = FolderScanner.Scan("M", _folder.Root, new ScanOptions { SeesLinks = false });
        Assert.Equal(7, scan.Listing!.FileCount);
        Assert.Empty(scan.Diagnostics);
    }

    [LinuxFact]
    public void AModThatIsALinkIsScannedWhereItLeads()
    {
        _folder.File("real/a/x.txt");
        Directory.CreateSymbolicLink(_folder.At("real/a/up"), "..");
        Directory.CreateSymbolicLink(_folder.At("mod"), "real");
        FolderScan scan = FolderScanner.Scan("M", _folder.At("mod"), new ScanOptions());
        Assert.Equal(["a/", "a/x.txt"], Paths(scan.Listing!));
        Assert.Single(scan.Diagnostics);
    }

    [LinuxFact]
    public void NamesThatWindowsCannotHaveAreNamedAndLeftOut()
    {
        foreach (string name in new[] { "a:b", "dot.", "blank ", @"back\slash", "new\nline", "good" })
            _folder.File(name);
        _folder.File("bad?/x");
        FolderScan scan = Scan();
        Assert.Equal(["good"], Paths(scan.Listing!));
        Assert.All(scan.Diagnostics, d => Assert.Equal((Severity.Notice, "rename it"), (d.Severity, d.Fix)));
        Assert.Equal(
            ["it ends with a dot", "it ends with a space", "it has a ':'", "it has a '?'", @"it has a '\'",
                "it has a control character (U+000A)"],
            scan.Diagnostics.Select(d => d.Cause[(d.Cause.LastIndexOf(", ", StringComparison.Ordinal) + 2)..])
                .Order(StringComparer.Ordinal));
        Assert.All(scan.Diagnostics, d => Assert.DoesNotContain('\n', d.Cause));
    }

    [LinuxFact]
    public void NamesThatAreNotUTF8AreNamedAndLeftOut()
    {
        TemporaryFolder.Shell("printf x > \"$1/\"$'caf\\xe9.txt'; mkdir \"$1/\"$'d\\xff'; printf x > \"$1/good\uFFFD.txt\"", _folder.Root);
        FolderScan scan = Scan();
        Assert.Equal(["good\uFFFD.txt"], Paths(scan.Listing!));
        Assert.Equal(2, scan.Diagnostics.Count);
        Assert.All(scan.Diagnostics, d => Assert.Contains("isn't valid UTF-8", d.Cause));
        TemporaryFolder.Shell("rm -rf \"$1\"/*", _folder.Root);
    }

    [CaseSensitiveDiskFact]
    public void OfNamesThatDifferInLetterCaseTheFirstByCodeUnitWinsAndFoldersMerge()
    {
        _folder.File("a.TXT");
        _folder.File("A.txt");
        _folder.File("a.txt");
        _folder.File("Data/x.txt");
        _folder.File("data/y.txt");
        _folder.File("THING");
        _folder.File("thing/inside");
        FolderScan scan = Scan();
        Assert.Equal(["A.txt", "Data/", "Data/x.txt", "THING", "data/", "data/y.txt"], Paths(scan.Listing!).Order(StringComparer.Ordinal));
        Assert.Equal(3, scan.Diagnostics.Count);
        Assert.All(scan.Diagnostics, d => Assert.Contains("letter case only", d.Cause));
    }

    [Fact]
    public void APathThatIsTooLongUnderTheTargetIsAnError()
    {
        _folder.File("short.txt");
        _folder.File("folder/longer name.txt");
        int target = 32767 - 4 - "\\folder/longer name.tx".Length;
        FolderScan scan = FolderScanner.Scan("M", _folder.Root, new ScanOptions(longestTarget: target));
        Assert.Equal(["folder/", "short.txt"], Paths(scan.Listing!));
        Diagnostic error = Assert.Single(scan.Diagnostics);
        Assert.Equal((Severity.Error, _folder.At("folder/longer name.txt")), (error.Severity, error.File));
        Assert.Contains("32767", error.Cause);
        Assert.Empty(FolderScanner.Scan("M", _folder.Root, new ScanOptions(longestTarget: target - 1)).Diagnostics);
    }

    [LinuxFact]
    public void ThousandsOfBadNamesAreNotThousandsOfMessages()
    {
        for (int i = 0; i < 100; i++)
            _folder.File($"bad:{i}");
        FolderScan scan = Scan();
        Assert.Equal(FolderScan.MostDiagnostics + 1, scan.Diagnostics.Count);
        Assert.StartsWith("80 more messages", scan.Diagnostics[^1].Cause);
    }

    [Fact]
    public void ARandomTreeIsListedAsTheDiskHasIt()
    {
        var random = new Random(11);
        var expected = new List<string>();
        var folders = new List<string> { "" };
        for (int i = 0; i < 300; i++)
        {
            string name = $"{(char)('a' + random.Next(26))}{i}" + new string('é', random.Next(3));
            string path = folders[random.Next(folders.Count)] + name;
            if (random.Next(3) == 0)
            {
                _folder.Folder(path);
                folders.Add(path + "/");
                expected.Add(path + "/");
            }
            else
            {
                _folder.File(path);
                expected.Add(path);
            }
        }

        Assert.Equal(expected.Order(StringComparer.Ordinal), Paths(Scan().Listing!).Order(StringComparer.Ordinal));
    }
}
