using System.Text;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>
/// Tests of <c>rvfs add</c> with valid and malicious archives of every kind, compared with the results of <c>7z</c> and <c>bsdtar</c>.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed class AddTests : AddFixture
{
    [LinuxTheory]
    [InlineData("m.zip", "7z", "")]
    [InlineData("m.zip", "7z", "-mm=LZMA")]
    [InlineData("m.zip", "7z", "-mm=Deflate64")]
    [InlineData("m.zip", "bsdtar", "")]
    [InlineData("m.7z", "7z", "")]
    [InlineData("m.7z", "7z", "-ms=off -mhc=off")]
    [InlineData("m.7z", "7z", "-m0=PPMd")]
    [InlineData("m.7z", "7z", "-m0=BCJ2 -m1=LZMA2 -m2=LZMA -m3=LZMA -mb0:1 -mb0s1:2 -mb0s2:3")]
    [InlineData("m.7z", "bsdtar", "")]
    public void AnArchiveIsTheTreeThatOtherProgramsMakeOfIt(string name, string program, string options)
    {
        string archive = Folder.At(name);
        ArchiveFiles.Pack(ArchiveFiles.Mod(Folder, "m"), archive, program, options);
        (int code, _, string errors) = Add(archive);
        Assert.Equal("", errors);
        Assert.Equal(0, code);
        AssertIsWhatProgramsUnpack(archive, knownToBsdtar: !options.Contains("Deflate64", StringComparison.Ordinal));
        AssertNothingElse("m");
    }

    [LinuxFact]
    public void ARarIsTheTreeThatOtherProgramsMakeOfIt()
    {
        string archive = Folder.File("m.rar",
            ArchiveFiles.Rar(("data/wall.dds", "wall"u8.ToArray()), ("data/地図/町.txt", [1, 2, 3]), ("data/empty", [])));
        Assert.Equal((0, ""), Outcome(Add(archive)));
        AssertIsWhatProgramsUnpack(archive, knownToBsdtar: true);
    }

    [Fact]
    public void AFolderIsCopied()
    {
        string source = ArchiveFiles.Mod(Folder, "elsewhere/My Mod");
        Assert.Equal((0, ""), Outcome(Add(source)));
        Assert.Equal(ArchiveFiles.Tree(source), ArchiveFiles.Tree(Mod("My Mod")));
    }

    /// <summary>The folder depth of a mod with a map is its author's choice; a folder around the mod isn't.</summary>
    [LinuxFact]
    public void AModWithAMapStaysAsItIs()
    {
        foreach (string folder in (string[])["mapped", "around/Mapped 1.0"])
        {
            Folder.File($"{folder}/files/data/new.dds");
            Folder.File($"{folder}/mod.json", """{ "map": [{ "from": "files", "to": "." }] }""");
        }

        foreach (string name in (string[])["mapped", "around"])
        {
            ArchiveFiles.Pack(Folder.At(name), Folder.At($"{name}.zip"));
            Assert.Equal((0, ""), Outcome(Add(Folder.At($"{name}.zip"))));
            Assert.Equal(["files", "files/data", "files/data/new.dds", "mod.json"], Names(Mod(name)));
        }
    }

    [LinuxFact]
    public void NestingIsCuredAndWhatTellsOfTheModStays()
    {
        Folder.File("deep/My Mod 1.2/files/data/new.dds");
        Folder.File("deep/My Mod 1.2/mod.json", "{}");
        Folder.File("deep/readme.txt");
        ArchiveFiles.Pack(Folder.At("deep"), Folder.At("deep.zip"));
        (int code, _, string errors) = Add(Folder.At("deep.zip"));
        Assert.Equal(0, code);
        Assert.Contains("the mod's files were in 'My Mod 1.2/files'", errors, StringComparison.Ordinal);
        Assert.Equal(["data", "data/new.dds", "mod.json", "readme.txt"], Names(Mod("deep")));

        Folder.File("high/wall.dds", "mine");
        ArchiveFiles.Pack(Folder.At("high"), Folder.At("high.zip"));
        Assert.Equal(0, Add(Folder.At("high.zip")).Code);
        Assert.Equal(["data", "data/wall.dds"], Names(Mod("high")));
    }

    [LinuxFact]
    public void AnUpdateKeepsTheOrderAndLeavesNothingOfTheOldOne()
    {
        Folder.File("g/rvfs/mods/order.txt", "m\nother\n");
        Folder.File("a/data/old.dds");
        Folder.File("b/data/new.dds");
        ArchiveFiles.Pack(Folder.At("a"), Folder.At("m-1234-1-0-1600000000.zip"));
        ArchiveFiles.Pack(Folder.At("b"), Folder.At("m-1234-1-1-1700000000 (1).zip"));
        Assert.Contains("m: added", Add(Folder.At("m-1234-1-0-1600000000.zip")).Output, StringComparison.Ordinal);
        Assert.Contains("m: updated", Add(Folder.At("m-1234-1-1-1700000000 (1).zip")).Output, StringComparison.Ordinal);
        Assert.Equal(["data", "data/new.dds"], Names(Mod("m")));
        Assert.Equal("m\nother\n", File.ReadAllText(Folder.At("g/rvfs/mods/order.txt")));
        AssertNothingElse("m", "order.txt");
    }

    [Theory]
    [InlineData("../../../evil.txt", "leads out of the folder")]
    [InlineData(@"..\evil.txt", "leads out of the folder")]
    [InlineData("data/../../../evil.txt", "leads out of the folder")]
    [InlineData("/tmp/rvfs-evil.txt", "leads out of the folder")]
    [InlineData(@"C:\evil.txt", "leads out of the folder")]
    [InlineData(@"\\server\share\evil.txt", "leads out of the folder")]
    public void AnEntryThatLeadsOutIsRefused(string name, string message) =>
        AssertRefused(ArchiveFiles.Zip(new("data/a.txt"), new(name)), message);

    [Fact]
    public void DamageIsNamed()
    {
        byte[] good = ArchiveFiles.Zip(new("data/a.txt", new string('a', 1000)), new("data/b.txt"));
        AssertRefused(good[..^60], "it is damaged");
        AssertRefused(good[..500], "it is damaged");
        AssertRefused([], "it is no zip, 7z or rar archive");
        AssertRefused("not an archive at all"u8.ToArray(), "it is no zip, 7z or rar archive");
        AssertRefused(ArchiveFiles.Zip(new ZipPart("data/a.txt") { Crc = 1 }), "the checksum of 'data/a.txt' is wrong");
        AssertRefused(ArchiveFiles.Zip(new ZipPart("data/a.txt", "longer") { Size = 2 }), "it is damaged");
    }

    [LinuxTheory]
    [InlineData("zip", "-mem=AES256")]
    [InlineData("zip", "")]
    [InlineData("7z", "")]
    [InlineData("7z", "-mhe=on")]
    public void WhatIsEncryptedIsNamed(string extension, string options)
    {
        string archive = Folder.At("m." + extension);
        ArchiveFiles.Pack(ArchiveFiles.Mod(Folder, "m"), archive, "7z", "-psecret " + options);
        AssertRefused(archive, "it is encrypted");
    }

    [LinuxFact]
    public void ADamagedSevenZipIsNamed()
    {
        string archive = Folder.At("m.7z");
        ArchiveFiles.Pack(ArchiveFiles.Mod(Folder, "m"), archive);
        byte[] bytes = File.ReadAllBytes(archive);
        File.WriteAllBytes(archive, bytes[..(bytes.Length / 2)]);
        AssertRefused(archive, "it is damaged");
        bytes[40] ^= 0xFF;
        File.WriteAllBytes(archive, bytes);
        AssertRefused(archive, "it is damaged");
    }

    [Fact]
    public void TwoOfOneNameAreRefused()
    {
        AssertRefused(ArchiveFiles.Zip(new("data/a.txt"), new("data/a.txt")), "it has 'data/a.txt' twice");
        AssertRefused(ArchiveFiles.Zip(new("data/ÄPFEL.txt") { Flags = 0x800 }, new("DATA/äpfel.TXT") { Flags = 0x800 }),
            "'data/ÄPFEL.txt' and 'data/äpfel.TXT', which are one name to Windows");
        AssertRefused(ArchiveFiles.Zip(new("data/a"), new("data/a/b.txt")), "it has 'data/a' twice");
    }

    [Fact]
    public void LinksAreRefused() =>
        AssertRefused(ArchiveFiles.Zip(new("data/a.txt"), new ZipPart("data/link", "/etc/passwd") { UnixMode = 0xA1FF }), "is a link");

    [Fact]
    public void NamesThatWindowsCannotHaveAreLeftOut()
    {
        string archive = Folder.File("m.zip", ArchiveFiles.Zip(new("data/a.txt"), new("data/aux.txt"), new("data/what?.txt"),
            new("nul/b.txt"), new("data/COM7"), new("data/console.txt")));
        (int code, _, string errors) = Add(archive);
        Assert.Equal(0, code);
        Assert.Contains("'data/aux.txt' is left out: Windows can't have the name, 'aux' is a device to Windows; so are 3 more", errors,
            StringComparison.Ordinal);
        Assert.Equal(["data", "data/a.txt", "data/console.txt"], Names(Mod("m")));
    }

    [LinuxFact]
    public void ABombIsRefusedBeforeTheDiskIsFull()
    {
        string archive = Folder.At("m.zip");
        Folder.Folder("b/data");
        TemporaryFolder.Shell("truncate -s 300M \"$1/data/zero\" && cd \"$1\" && 7z a -mx1 \"$2\" . >/dev/null", Folder.At("b"), archive);
        Assert.True(new FileInfo(archive).Length < 2_000_000);
        AssertRefused(archive, "it becomes more than 0.2 GB", "--limit", "0.2");
    }

    [Fact]
    public void ManyEntriesAreUnpacked()
    {
        const int count = 20_000;
        string archive = Folder.File("m.zip",
            ArchiveFiles.Zip([.. Enumerable.Range(0, count).Select(i => new ZipPart($"data/{i / 500}/{i}.txt"))]));
        Assert.Equal((0, ""), Outcome(Add(archive)));
        Assert.Equal(count, Directory.GetFiles(Mod("m/data"), "*", SearchOption.AllDirectories).Length);
    }

    [Theory]
    [InlineData(437, "Größe é.txt")]
    [InlineData(932, "地図/テスト.txt")]
    [InlineData(932, "ソース表示.txt")]
    [InlineData(65001, "Größe.txt")]
    [InlineData(65001, "地図.txt")]
    public void NamesWithoutAnEncodingAreReadAsPeopleMeantThem(int codePage, string name)
    {
        Encoding encoding = CodePagesEncodingProvider.Instance.GetEncoding(codePage) ?? Encoding.UTF8;
        Assert.Equal(name, LegacyNames.Decode(encoding.GetBytes(name)));
        string archive = Folder.File("m.zip", ArchiveFiles.Zip(new ZipPart(encoding.GetBytes("data/" + name), [1])));
        Assert.Equal((0, ""), Outcome(Add(archive)));
        Assert.True(File.Exists(Path.Combine(Mod("m"), "data", name)));
    }

    [Fact]
    public void WhatIsNoModIsSaid()
    {
        Assert.Contains("There is no file", Add(Folder.At("none.zip")).Errors, StringComparison.Ordinal);
        Assert.Contains("holds no files for the game", Add(Folder.File("m.zip", ArchiveFiles.Zip(new ZipPart("readme.txt")))).Errors,
            StringComparison.Ordinal);
        Assert.Contains("A mod can't have the name 'a/b'",
            Add(Folder.File("n.zip", ArchiveFiles.Zip(new ZipPart("data/a"))), "--name", "a/b").Errors, StringComparison.Ordinal);
        AssertNothingElse();
    }

    private void AssertIsWhatProgramsUnpack(string archive, bool knownToBsdtar)
    {
        ArchiveFiles.Unpack(archive, Folder.At("by7z"), "7z x -o\"$2\" \"$1\" >/dev/null");
        Assert.Equal(ArchiveFiles.Tree(Folder.At("by7z")), ArchiveFiles.Tree(Mod("m")));
        if (!knownToBsdtar)
            return;
        ArchiveFiles.Unpack(archive, Folder.At("byBsdtar"), "LC_ALL=C.UTF-8 bsdtar -xf \"$1\" -C \"$2\"");
        Assert.Equal(ArchiveFiles.Tree(Folder.At("byBsdtar")), ArchiveFiles.Tree(Mod("m")));
    }

    private void AssertNothingElse(params string[] names) => Assert.Equal(names.Except(["order.txt"]).Order(),
        Directory.GetFileSystemEntries(Folder.At("g/rvfs/mods")).Select(Path.GetFileName).Where(name => name != "order.txt").Order());
}
