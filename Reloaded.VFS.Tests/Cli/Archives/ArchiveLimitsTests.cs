using System.Diagnostics;
using System.Text;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Tests of archives of a few kilobytes that would take gigabytes in rvfs itself, not on disk: they are refused before.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class ArchiveLimitsTests : AddFixture
{
    private void AssertRefusedCheaply(byte[] archive, string name, string message)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var clock = Stopwatch.StartNew();
        AssertRefused(archive, message, name);
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(20) * GameProcess.Patience);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 150_000_000);
    }

    /// <summary>Each of these names would occupy a gigabyte for its parent folders' paths.</summary>
    [Fact]
    public void DeepPathsAreRefused() => AssertRefusedCheaply(
        ArchiveFiles.Zip([.. "bcde".Select(first => new ZipPart(first + string.Concat(Enumerable.Repeat("/a", 16_000))))]),
        "deep.zip", "lies 16,000 folders deep, 255 are allowed");

    [Fact]
    public void PathsThatAreTooLongAreRefused() => AssertRefusedCheaply(
        ArchiveFiles.Zip(new ZipPart(string.Concat(Enumerable.Repeat(new string('a', 250) + "/", 200)) + "b")),
        "long.zip", "has a path of 50,201 characters, Windows allows 32,767");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ATableThatSaysItHasAHundredMillionFilesIsRefused(bool isPacked) => AssertRefusedCheaply(
        SevenZipHeader.OfManyFiles(100_000_000, isPacked), "many.7z", "it has more than 1,000,000 entries");

    [Fact]
    public void NamesInOneFolderAreOneInAnyLetterCase()
    {
        (int code, _, string errors) = Add(Folder.File("m.zip", ArchiveFiles.Zip(new ZipPart("Data/a.txt"), new ZipPart("DATA/b.txt"))));
        Assert.Equal((0, ""), (code, errors));
        Assert.Equal(["Data", "Data/a.txt", "Data/b.txt"], Names(Mod("m")));
        AssertRefused(ArchiveFiles.Zip(new ZipPart("x/Data/a.txt"), new ZipPart("x/DATA/A.txt")),
            "it has 'x/Data/a.txt' and 'x/Data/A.txt', which are one name to Windows", "n.zip");
    }

    /// <summary>An entry with a future time would hide later changes.</summary>
    [Fact]
    public void NoTimeIsLaterThanNow()
    {
        byte[] zip = ArchiveFiles.Zip(new ZipPart("data/a.txt"));
        // The date 2107-12-31 in the local header and in the table: 10 bytes after the signature, 12 in the table.
        foreach (int at in (int[])[zip.AsSpan().IndexOf("PK\x03\x04"u8) + 10, zip.AsSpan().IndexOf("PK\x01\x02"u8) + 12])
            (zip[at], zip[at + 1], zip[at + 2], zip[at + 3]) = (0, 0, 0x9F, 0xFF);
        Assert.Equal(0, Add(Folder.File("m.zip", zip)).Code);
        Assert.InRange(File.GetLastWriteTimeUtc(Mod("m") + "/data/a.txt"), DateTime.UtcNow.AddMinutes(-5), DateTime.UtcNow.AddSeconds(2));
    }

    [Fact]
    public void BytesOfANameNeverReachTheTerminalAsTheyAre()
    {
        (_, _, string errors) = Add(Folder.File("m.zip", ArchiveFiles.Zip(new ZipPart(Encoding.UTF8.GetBytes("data/\u001b[31m.txt"), [1]))));
        Assert.DoesNotContain('\u001b', errors);
    }
}
