using System.Diagnostics;
using System.Text;
using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Behaviour.Generated;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Tests of <c>rvfs refresh</c>: archives in the mods folder are mods, unpacked once into the cache beside it.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class RefreshTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public RefreshTests()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/wall.dds", "game");
        _folder.File("g/rvfs/mods/good/data/good.txt", "good");
    }

    public void Dispose() => _folder.Dispose();

    private string Cache => _folder.At("g/rvfs/cache");

    private string[] Contents => Directory.Exists(Cache)
        ? [.. Directory.GetDirectories(Cache).Order(StringComparer.Ordinal)]
        : [];

    [LinuxTheory]
    [InlineData("m.zip", "7z", "")]
    [InlineData("m.zip", "bsdtar", "")]
    [InlineData("m.7z", "7z", "")]
    [InlineData("m.7z", "bsdtar", "")]
    public void TheContentIsTheTreeThatOtherProgramsMakeOfIt(string name, string program, string options)
    {
        string archive = Archive(name);
        ArchiveFiles.Pack(ArchiveFiles.Mod(_folder, "m"), archive, program, options);
        AssertRefreshed("m");
        string[] tree = ArchiveFiles.Tree(Assert.Single(Contents));
        ArchiveFiles.Unpack(archive, _folder.At("by7z"), "7z x -o\"$2\" \"$1\" >/dev/null");
        Assert.Equal(ArchiveFiles.Tree(_folder.At("by7z")), tree);
        ArchiveFiles.Unpack(archive, _folder.At("byBsdtar"), "LC_ALL=C.UTF-8 bsdtar -xf \"$1\" -C \"$2\"");
        Assert.Equal(ArchiveFiles.Tree(_folder.At("byBsdtar")), tree);
        Assert.Contains("  wins     m  ", Ask("which", "data/wall.dds").Output, StringComparison.Ordinal);
    }

    /// <summary>
    /// More entries than a zip's first table can count, with names in other code pages among them. RVFS_ENTRIES sets their number (default
    /// 70,000).
    /// </summary>
    [LinuxFact]
    public void AnArchiveOfManyEntriesIsAMod()
    {
        int count = RandomScenarioTests.Number("RVFS_ENTRIES", 70_000);
        Encoding dos = CodePagesEncodingProvider.Instance.GetEncoding(437)!;
        Encoding japanese = CodePagesEncodingProvider.Instance.GetEncoding(932)!;
        File.WriteAllBytes(Archive("m.zip"), ArchiveFiles.Zip([
            .. Enumerable.Range(0, count).Select(i => new ZipPart($"data/{i / 1000}/{i}.txt", $"{i}")),
            new ZipPart(dos.GetBytes("data/Größe é.txt"), [1]), new ZipPart(japanese.GetBytes("data/地図/テスト.txt"), [2]),
            new ZipPart("data/地図/町.txt") { Flags = 0x800 },
        ]));
        AssertRefreshed("m");
        string content = Assert.Single(Contents);
        Assert.Equal(count + 3, Directory.EnumerateFiles(content, "*", SearchOption.AllDirectories).Count());
        foreach (int i in (int[])[0, count / 2, count - 1])
            Assert.Equal($"{i}", File.ReadAllText(Path.Combine(content, $"data/{i / 1000}/{i}.txt")));
        foreach (string name in (string[])["Größe é.txt", "地図/テスト.txt", "地図/町.txt"])
            Assert.True(File.Exists(Path.Combine(content, "data", name)), name);
        Assert.Contains($"{count - 1}.txt", Ask("which", $"data/{(count - 1) / 1000}/{count - 1}.txt").Output, StringComparison.Ordinal);
    }

    [LinuxFact]
    public void ARarIsAModToo()
    {
        File.WriteAllBytes(Archive("m.rar"), ArchiveFiles.Rar(("data/wall.dds", "wall"u8.ToArray())));
        AssertRefreshed("m");
        Assert.Equal("wall", File.ReadAllText(Path.Combine(Assert.Single(Contents), "data", "wall.dds")));
    }

    [Fact]
    public void FilesAtTheWrongDepthArePutRight()
    {
        Write("m.zip", new ZipPart("Mod 1.2/files/data/new.dds"), new ZipPart("Mod 1.2/mod.json", "{ \"id\": \"it\" }"));
        AssertRefreshed("m");
        Assert.True(File.Exists(Path.Combine(Assert.Single(Contents), "data", "new.dds")));
        Assert.Equal("it", Read().Mods.Single(mod => mod.Name == "m").Metadata.Id);
    }

    [Fact]
    public void AnArchiveThatIsAsItWasIsNotReadAgain()
    {
        string archive = Write("m.zip", new ZipPart("data/a.txt", "first"));
        AssertRefreshed("m");
        DateTime time = File.GetLastWriteTimeUtc(archive);
        byte[] other = ArchiveFiles.Zip(new ZipPart("data/a.txt", "other"));
        Assert.Equal(other.Length, new FileInfo(archive).Length);
        File.WriteAllBytes(archive, other);
        File.SetLastWriteTimeUtc(archive, time);
        AssertRefreshed("m");
        Assert.Equal("first", File.ReadAllText(Path.Combine(Assert.Single(Contents), "data", "a.txt")));
        File.SetLastWriteTimeUtc(archive, time.AddTicks(10));
        AssertRefreshed("m");
        Assert.Equal(["first", "other"], Contents.Select(c => File.ReadAllText(Path.Combine(c, "data", "a.txt"))).Order());
    }

    [Fact]
    public void WhatIsInTheCacheIsNotUnpackedAgain()
    {
        Write("m.zip", new ZipPart("data/a.txt"));
        AssertRefreshed("m");
        string mark = _folder.File(Path.GetRelativePath(_folder.Root, Assert.Single(Contents)) + "/mark");
        File.Move(Archive("m.zip"), Archive("other.zip"));
        AssertRefreshed("other");
        Assert.Equal(Path.GetDirectoryName(mark), Assert.Single(Contents));
        Assert.True(File.Exists(mark));
        // The index may be lost.
        File.Delete(Path.Combine(Cache, "index.txt"));
        AssertRefreshed("other");
        Assert.True(File.Exists(mark));
        Directory.Delete(Cache, recursive: true);
        Assert.Equal(ModState.Error, Read().Mods.Single(mod => mod.Name == "other").State);
        AssertRefreshed("other");
        Assert.False(File.Exists(mark));
    }

    [Fact]
    public void UntilItIsUnpackedTheOrderSaysSo()
    {
        string archive = Write("m-1234-1-0-1600000000.zip", new ZipPart("data/a.txt"));
        LoadOrder order = Read();
        Assert.Equal("good:Active m:Error", Show(order));
        Assert.Equal($"error: {archive}: the archive isn't unpacked yet. Fix: rvfs refresh.", Assert.Single(order.Diagnostics).ToString());
        AssertRefreshed("m");
        Assert.Equal("good:Active m:Active", Show(Read()));
    }

    [Fact]
    public void TheOrderNamesItByItsModOrByItsFile()
    {
        string archive = Write("m-1234-1-0-1600000000.zip", new ZipPart("data/a.txt"));
        _folder.File("g/rvfs/mods/order.txt", "-m\ngood\n");
        Assert.Equal((0, "No archive in the mods folder has to be unpacked.\n", ""), Ask("refresh"));
        Assert.Equal("m:Disabled good:Active", Show(Read()));
        Assert.Empty(Contents);
        _folder.File("g/rvfs/mods/order.txt", "m-1234-1-0-1600000000.zip\ngood\nm\n");
        AssertRefreshed("m");
        Assert.Equal("m:Active good:Active", Show(Read()));
        // A newer download keeps the place.
        File.Delete(archive);
        Write("m-1234-1-1-1700000000 (1).zip", new ZipPart("data/b.txt"));
        _folder.File("g/rvfs/mods/order.txt", "m\ngood\n");
        AssertRefreshed("m");
        Assert.Equal("m:Active good:Active", Show(Read()));
    }

    [Fact]
    public void AFolderWinsAndTheNewerOfTwoArchives()
    {
        Write("good.zip", new ZipPart("data/a.txt"));
        string older = Write("m-1234-1-0-1600000000.zip", new ZipPart("data/a.txt", "older"));
        string newer = Write("m-1234-1-1-1700000000.zip", new ZipPart("data/a.txt", "newer"));
        File.SetLastWriteTimeUtc(older, DateTime.UtcNow.AddDays(-1));
        (int code, string output, string errors) = Ask("refresh");
        Assert.Equal(0, code);
        Assert.Equal("m-1234-1-1-1700000000.zip: unpacked\n", output.ReplaceLineEndings("\n"));
        Assert.Contains("the folder 'good' beside it is the mod", errors, StringComparison.Ordinal);
        Assert.Contains($"{older}: the archive isn't read: '{Path.GetFileName(newer)}' is a newer archive of the mod 'm'", errors,
            StringComparison.Ordinal);
        Assert.Equal("newer", File.ReadAllText(Path.Combine(Assert.Single(Contents), "data", "a.txt")));
    }

    /// <summary>
    /// Each bad archive is refused with one message, by name; the others are there. A start doesn't try again; refresh does.
    /// </summary>
    [Fact]
    public void ABadArchiveCostsOnlyItself()
    {
        Write("m.zip", new ZipPart("data/a.txt"));
        byte[] whole = ArchiveFiles.Zip(new("data/a.txt", new string('a', 1000)), new("data/b.txt"));
        (string Name, byte[] Content, string Message)[] bad =
        [
            ("cut.zip", whole[..500], "it is damaged"),
            ("crc.zip", ArchiveFiles.Zip(new ZipPart("data/a.txt") { Crc = 1 }), "the checksum of 'data/a.txt' is wrong"),
            ("secret.zip", ArchiveFiles.Zip(new ZipPart("data/a.txt") { Flags = 1 }), "it is encrypted"),
            ("out.zip", ArchiveFiles.Zip(new ZipPart("../../../evil.txt")), "leads out of the folder"),
            ("root.zip", ArchiveFiles.Zip(new ZipPart("/tmp/rvfs-evil.txt")), "leads out of the folder"),
            ("link.zip", ArchiveFiles.Zip(new ZipPart("data/l", "/etc/passwd") { UnixMode = 0xA1FF }), "is a link"),
            ("twice.zip", ArchiveFiles.Zip(new("data/a.txt"), new("DATA/A.TXT")), "which are one name to Windows"),
            ("none.7z", "no archive"u8.ToArray(), "it is no zip, 7z or rar archive"),
            ("empty.rar", [], "it is no zip, 7z or rar archive"),
            ("readme.zip", ArchiveFiles.Zip(new ZipPart("readme.txt")), "it holds no files for the game"),
        ];
        foreach ((string name, byte[] content, _) in bad)
            File.WriteAllBytes(Archive(name), content);
        (int code, string output, string errors) = Ask("refresh");
        Assert.Equal(125, code);
        Assert.Equal("m.zip: unpacked\n", output.ReplaceLineEndings("\n"));
        string[] lines = [.. errors.Split('\n').Where(line => line.Contains("error", StringComparison.Ordinal))];
        Assert.Equal(bad.Length, lines.Length);
        foreach ((string name, _, string message) in bad)
            Assert.Contains(message, Assert.Single(lines, line => line.Contains(Archive(name), StringComparison.Ordinal)),
                StringComparison.Ordinal);
        Assert.Single(Contents);
        Assert.False(File.Exists(_folder.At("evil.txt")) || File.Exists("/tmp/rvfs-evil.txt"));

        CacheRefresh start = new(Configuration);
        Assert.Null(start.Run());
        Assert.Empty(start.Problems);
        Assert.Equal(lines.Length, Read().Diagnostics.Count(d => d.IsError));
        Assert.Equal(bad.Length, Ask("refresh").Errors.Split("rvfs: unpacking").Length - 1);
    }

    [LinuxFact]
    public void ABombIsRefusedAndTheLimitCanBeRaised()
    {
        _folder.Folder("b/data");
        TemporaryFolder.Shell("truncate -s 300M \"$1/data/zero\" && cd \"$1\" && 7z a -mx1 \"$2\" . >/dev/null", _folder.At("b"),
            Archive("m.zip"));
        (int code, _, string errors) = Ask("refresh", "--limit", "0.2");
        Assert.Equal(125, code);
        Assert.Contains("it becomes more than 0.2 GB. Fix: if you trust it, raise the limit: --limit GB", errors, StringComparison.Ordinal);
        Assert.Empty(Contents);
        AssertRefreshed("m");
    }

    [Fact]
    public void WhatNoGameHasUsedForLongestGoesFirst()
    {
        string[] gone = [.. new[] { "a", "b", "c" }.Select(content =>
        {
            Write("m.zip", new ZipPart("data/a.txt", new string(content[0], 1000)));
            AssertRefreshed("m");
            return Contents.Single(folder => File.ReadAllText(Path.Combine(folder, "data", "a.txt"))[0] == content[0]);
        })];
        File.SetLastWriteTimeUtc(gone[0] + ".used", DateTime.UtcNow.AddHours(1));
        foreach (string content in gone)
            File.WriteAllText(CacheFiles.OfContent(content)!, "its folders");
        Write("m.zip", new ZipPart("data/a.txt", "now"));
        AssertRefreshed("m", "--keep", Gigabytes(2500));
        Assert.Equal([true, false, true], gone.Select(Directory.Exists));
        Assert.Equal([true, false, true], gone.Select(content => File.Exists(CacheFiles.OfContent(content))));
        AssertRefreshed("m", "--keep", "0");
        Assert.Equal("now", File.ReadAllText(Path.Combine(Assert.Single(Contents), "data", "a.txt")));
        Assert.Single(Directory.GetFiles(Cache, "*.used"));
        Assert.Empty(Directory.GetFiles(Cache, "*" + CacheFiles.ContentEnding));
    }

    [Fact]
    public void WhatIsUsedOrChangedStays()
    {
        Write("m.zip", new ZipPart("data/a.txt", "used"));
        AssertRefreshed("m");
        string used = Assert.Single(Contents);
        using (new FileStream(used + ".used", FileMode.Open, FileAccess.Read, FileShare.ReadWrite))
        {
            Write("m.zip", new ZipPart("data/a.txt", "later"));
            AssertRefreshed("m", "--keep", "0");
            Assert.Contains(used, Contents);
        }

        File.WriteAllText(Path.Combine(used, "data", "a.txt"), "a save");
        (int code, _, string errors) = Ask("refresh", "--keep", "0");
        Assert.Equal(0, code);
        Assert.Contains($"'{used}' is no archive's any more, and stays: files in it were changed", errors, StringComparison.Ordinal);
        Assert.Equal("a save", File.ReadAllText(Path.Combine(used, "data", "a.txt")));
        File.SetLastWriteTimeUtc(Path.Combine(used, "data", "a.txt"), DateTime.UtcNow.AddDays(-2));
        DateTime unpacked = Directory.GetLastWriteTimeUtc(used);
        File.WriteAllText(Path.Combine(used, "copied.txt"), "a copy of something older");
        File.SetLastWriteTimeUtc(Path.Combine(used, "copied.txt"), DateTime.UtcNow.AddDays(-2));
        Assert.Contains("files in it were changed", Ask("refresh", "--keep", "0").Errors, StringComparison.Ordinal);
        File.Delete(Path.Combine(used, "copied.txt"));
        Directory.SetLastWriteTimeUtc(used, unpacked);
        AssertRefreshed("m", "--keep", "0");
        Assert.DoesNotContain(used, Contents);
    }

    [Fact]
    public void AnArchiveThatIsBeingWrittenIsTriedAgain()
    {
        string archive = Write("m.zip", new ZipPart("data/a.txt"));
        using (new FileStream(archive, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
            Assert.Contains("the archive isn't unpacked: it can't be read", Ask("refresh").Errors, StringComparison.Ordinal);
        Assert.Null(new CacheRefresh(Configuration).Run());
        Assert.Equal("good:Active m:Active", Show(Read()));
    }

    [Fact]
    public void OtherModsFoldersHaveTheirCacheBesideThem()
    {
        Assert.Equal(Path.Combine("/g", "rvfs", "cache"), ArchiveCache.FolderOf(Path.Combine("/g", "rvfs", "mods")));
        Assert.Equal(Path.Combine("/g", "RVFS", "cache"), ArchiveCache.FolderOf(Path.Combine("/g", "RVFS", "other")));
        Assert.Equal(Path.Combine("/d", "game.rvfs-cache"), ArchiveCache.FolderOf(Path.Combine("/d", "game")));
        Assert.Null(ArchiveCache.FolderOf(Path.GetPathRoot(Path.GetFullPath("/x"))!));
    }

    /// <summary>
    /// If refresh is killed at any moment, a content exists completely or not at all, and the next call completes it and removes leftovers.
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void AKillLeavesNothingHalf()
    {
        const int files = 4000;
        string text = new('x', 2000);
        string archive = Write("m.zip", [.. Enumerable.Range(0, files).Select(i => new ZipPart($"data/{i / 100}/{i}.txt", text))]);
        Random random = new(17);
        int killed = 0;
        // The time that it takes on this disk.
        var watch = Stopwatch.StartNew();
        using (Process whole = Start())
            whole.WaitForExit();
        int longest = (int)watch.ElapsedMilliseconds;
        Directory.Delete(Cache, recursive: true);
        for (int i = 0; i < 25; i++)
        {
            if (i % 5 == 4)
                File.SetLastWriteTimeUtc(archive, DateTime.UtcNow.AddSeconds(-i));
            using Process process = Start();
            killed += process.WaitForExit(random.Next(1, Math.Max(2, longest))) ? 0 : 1;
            process.Kill();
            process.WaitForExit();
            if (Contents.SingleOrDefault(folder => ArchiveCache.IsKey(Path.GetFileName(folder))) is not { } content)
                continue;
            Assert.Equal(files, Directory.GetFiles(content, "*", SearchOption.AllDirectories).Length);
            // A newer archive replaces the existing one, or there is none.
            if (i % 5 != 3)
                Directory.Delete(Cache, recursive: true);
        }

        Assert.InRange(killed, 5, 25);
        using Process first = Start(), second = Start();
        first.WaitForExit();
        second.WaitForExit();
        Assert.Equal((0, 0), (first.ExitCode, second.ExitCode));
        Assert.Equal(files, Directory.GetFiles(Assert.Single(Contents), "*", SearchOption.AllDirectories).Length);
        Assert.Equal("good:Active m:Active", Show(Read()));

        Process Start()
        {
            ProcessStartInfo start = new("/bin/sh",
                ["-c", "exec \"$@\" >/dev/null 2>&1", "sh", PublishedArtifacts.Launcher, "refresh", "--target", _folder.At("g")]);
            return Process.Start(start)!;
        }
    }

    private static string Gigabytes(int bytes) => FormattableString.Invariant($"{bytes / (double)(1L << 30):0.000000000000}");

    private VfsConfiguration Configuration => new VfsConfiguration { Targets = [_folder.At("g")] }.WithDefaults(_folder.At("g"));

    private LoadOrder Read() => LoadOrder.Read(_folder.At("g/rvfs/mods"));

    private static string Show(LoadOrder order) => string.Join(" ", order.Mods.Select(mod => $"{mod.Name}:{mod.State}"));

    private string Archive(string name) => _folder.At("g/rvfs/mods/" + name);

    private string Write(string name, params ZipPart[] parts) => _folder.File("g/rvfs/mods/" + name, ArchiveFiles.Zip(parts));

    private void AssertRefreshed(string mod, params string[] options)
    {
        (int code, _, string errors) = Ask(["refresh", .. options]);
        Assert.True(code == 0, errors);
        Mod made = Read().Mods.Single(m => m.Name == mod);
        Assert.Equal(Cache, Path.GetDirectoryName(made.Folder));
        Assert.True(Directory.Exists(made.Folder));
        Assert.Empty(Directory.GetFileSystemEntries(Cache, "*.rvfs-tmp"));
        Assert.Empty(Directory.GetFileSystemEntries(_folder.At("g/rvfs/mods"), "*.rvfs-tmp"));
    }

    private (int Code, string Output, string Errors) Ask(params string[] words) =>
        AskedCommand.Run([words[0], "--target", _folder.At("g"), .. words[1..]]);
}
