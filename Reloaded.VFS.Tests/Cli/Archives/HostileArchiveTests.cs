using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Tests of malicious 7z and rar archives: each is refused with one message. <see cref="AddTests"/> tests those of zip.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class HostileArchiveTests : AddFixture
{
    private const string LeadsOut = "leads out of the folder";

    /// <summary>7-Zip allows any name for an entry.</summary>
    [LinuxTheory]
    [InlineData("../../../evil.txt", LeadsOut)]
    [InlineData("data/../../../../evil.txt", LeadsOut)]
    [InlineData("/tmp/rvfs-evil.txt", LeadsOut)]
    [InlineData(@"C:\evil.txt", LeadsOut)]
    [InlineData("data/b.txt", "it has 'data/b.txt' twice")]
    [InlineData("DATA/B.TXT", "which are one name to Windows")]
    [InlineData("data/b.txt/inner.txt", "it has 'data/b.txt' twice")]
    public void ASevenZipWithABadNameIsRefused(string name, string message)
    {
        string archive = SevenZip("data/a.txt", "data/b.txt");
        TemporaryFolder.Shell("7z rn \"$1\" data/a.txt \"$2\" >/dev/null", archive, name);
        AssertRefused(archive, message);
    }

    [LinuxTheory]
    [InlineData("7z a -snl \"$2\" . >/dev/null")]
    [InlineData("bsdtar -a -cf \"$2\" data")]
    public void ASevenZipWithALinkIsRefused(string pack)
    {
        string archive = SevenZip("data/a.txt");
        foreach (string target in (string[])["/etc/passwd", "../../..", "a.txt"])
        {
            TemporaryFolder.Shell("cd \"$1\" && rm \"$2\" && ln -sfn \"$3\" data/link && " + pack, Folder.At("packed"), archive, target);
            AssertRefused(archive, "its entry 'data/link' is a link");
        }
    }

    /// <summary>As 7-Zip for Windows marks a link: as a reparse point.</summary>
    [LinuxFact]
    public void ASevenZipWithALinkOfWindowsIsRefused()
    {
        string archive = SevenZip("data/link");
        TemporaryFolder.Shell("cd \"$1\" && rm \"$2\" && 7z a -mhc=off -m0=Copy \"$2\" data/link >/dev/null", Folder.At("packed"), archive);
        byte[] bytes = File.ReadAllBytes(archive);
        SevenZipHeader.SetAttributes(bytes, 0x420);
        File.WriteAllBytes(archive, bytes);
        AssertRefused(archive, "its entry 'data/link' is a link");
    }

    [LinuxFact]
    public void ASevenZipWithAWrongChecksumIsRefused()
    {
        string archive = SevenZip("data/a.txt");
        TemporaryFolder.Shell("rm \"$2\"; cd \"$1\" && 7z a -m0=Copy \"$2\" . >/dev/null", Folder.At("packed"), archive);
        byte[] bytes = File.ReadAllBytes(archive);
        // The first byte after the signature header, where the first packed stream begins.
        bytes[32] ^= 0xFF;
        File.WriteAllBytes(archive, bytes);
        AssertRefused(archive, "it is damaged");
    }

    [LinuxFact]
    public void ABombOfASevenZipIsRefused()
    {
        string archive = SevenZip("data/a.txt");
        TemporaryFolder.Shell("cd \"$1\" && truncate -s 300M data/zero && 7z a -mx1 \"$2\" . >/dev/null", Folder.At("packed"), archive);
        Assert.True(new FileInfo(archive).Length < 2_000_000);
        AssertRefused(archive, "it becomes more than 0.2 GB", "--limit", "0.2");
    }

    [LinuxFact]
    public void WhatWindowsCannotHaveIsLeftOutOfASevenZip()
    {
        (int code, _, string errors) = Add(SevenZip("data/a.txt", "data/aux.txt", "nul/b.txt"));
        Assert.Equal(0, code);
        Assert.Contains("is a device to Windows; so are", errors, StringComparison.Ordinal);
        Assert.Equal(["data", "data/a.txt"], Names(Mod("m")));
    }

    [Theory]
    [InlineData("../../../evil.txt", LeadsOut)]
    [InlineData(@"..\..\..\evil.txt", LeadsOut)]
    [InlineData("data/../../../../evil.txt", LeadsOut)]
    [InlineData("/tmp/rvfs-evil.txt", LeadsOut)]
    [InlineData(@"C:\evil.txt", LeadsOut)]
    [InlineData("data/b.txt", "it has 'data/b.txt' twice")]
    [InlineData("DATA/B.TXT", "which are one name to Windows")]
    [InlineData("data/b.txt/inner.txt", "it has 'data/b.txt' twice")]
    public void ARarWithABadNameIsRefused(string name, string message) => AssertRarRefused(message, new("data/b.txt"), new(name));

    [Fact]
    public void ARarWithALinkIsRefused()
    {
        AssertRarRefused("its entry 'data/link' is a link", new("data/a.txt"), new("data/link", "") { LinkTarget = "/etc/passwd" });
        AssertRarRefused("its entry 'data/link' is a link", new("data/link", "") { LinkTarget = "../../.." }, new("data/link/evil.txt"));
    }

    [Fact]
    public void DamageOfARarIsNamed()
    {
        AssertRarRefused("it is damaged", new("data/a.txt"), new("data/b.txt") { Crc = 1 });
        AssertRarRefused("it is damaged", new("data/a.txt", "longer") { Size = 2 }, new("data/b.txt"));
        AssertRarRefused("it is damaged", new("data/a.txt", "shorter") { Size = 2000 }, new("data/b.txt"));
        byte[] whole = RarFile.Of(new("data/a.txt", new string('a', 1000)), new("data/b.txt"));
        AssertRefused(whole[..500], "it is damaged", "m.rar");
        whole[12] ^= 0xFF;
        AssertRefused(whole, "it is damaged", "m.rar");
    }

    [Fact]
    public void AnEncryptedRarIsNamed() =>
        AssertRarRefused("it is encrypted", new RarPart("data/a.txt", new string('a', 16)) { IsEncrypted = true });

    /// <summary>
    /// The library takes such an entry for an unencrypted one; its checksum is that of the file, not of the stored bytes.
    /// </summary>
    [Fact]
    public void AnEncryptedRarWithoutACheckOfThePasswordIsTakenForDamaged() => AssertRarRefused("it is damaged",
        new RarPart("data/a.txt", new string('a', 16)) { IsEncrypted = true, HasPasswordCheck = false, Crc = 1 });

    /// <summary>The names are encrypted, too: everything after the header that says so.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void ARarWithEncryptedNamesIsNamed(bool hasPasswordCheck) =>
        AssertRefused(RarFile.WithEncryptedNames(hasPasswordCheck), "it is encrypted", "m.rar");

    /// <summary>The declared size is above the limit, and nothing is unpacked.</summary>
    [Fact]
    public void ABombOfARarIsRefused() =>
        AssertRarRefused("it becomes more than", new("data/a.txt"), new("data/b.txt") { Size = 1UL << 45 }, new("data/c.txt") { Size = 1 });

    [Fact]
    public void WhatWindowsCannotHaveIsLeftOutOfARar()
    {
        (int code, _, string errors) = Add(Folder.File("m.rar", RarFile.Of(new("data/a.txt"), new("data/aux.txt"), new("nul/b.txt"))));
        Assert.Equal(0, code);
        Assert.Contains("is a device to Windows; so are 1 more", errors, StringComparison.Ordinal);
        Assert.Equal(["data", "data/a.txt"], Names(Mod("m")));
    }

    private void AssertRarRefused(string message, params RarPart[] parts) => AssertRefused(RarFile.Of(parts), message, "m.rar");

    private string SevenZip(params string[] names)
    {
        foreach (string name in names)
            Folder.File("packed/" + name, name);
        string archive = Folder.At("m.7z");
        ArchiveFiles.Pack(Folder.At("packed"), archive);
        return archive;
    }
}
