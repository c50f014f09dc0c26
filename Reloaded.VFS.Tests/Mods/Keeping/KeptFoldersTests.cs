using System.Runtime.InteropServices;
using Reloaded.VFS.Mods.Keeping;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Keeping;

/// <summary>A file of kept folders that is damaged, of another version or made up is as good as none.</summary>
public sealed class KeptFoldersTests : IDisposable
{
    private static readonly Unchanged s_stamps = new();

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private static byte[] Content()
    {
        using var builder = new KeptFoldersBuilder();
        builder.AddFolder(new FolderStamp(1, 2, 3));
        builder.AddEntry("mod", isFolder: true, 1);
        builder.AddEntry("order.txt", isFolder: false, KeptLayout.None);
        builder.AddEntry("zz", isFolder: true, KeptLayout.None);
        builder.AddFolder(new FolderStamp(4, 5, 6));
        builder.AddEntry("größe", isFolder: false, KeptLayout.None);
        builder.AddEntry("模组", isFolder: true, 2);
        builder.AddFolder(new FolderStamp(7, 8, 9));
        builder.AddEntry("a", isFolder: false, KeptLayout.None);
        builder.Doubt(2);
        return builder.Build();
    }

    private KeptFolders? Open(byte[] content) => KeptFolders.Open(_folder.File("kept", content), s_stamps);

    private static List<string> Read(KeptFolders kept)
    {
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        var read = new List<string>();
        for (int folder = 0; folder < kept.Count; folder++)
        {
            FolderStamp stamp = kept.GetStamp(folder);
            read.Add($"{folder}: {stamp.LastWrite} {stamp.Change} {stamp.Id}");
            (int first, int count) = kept.GetEntries(folder);
            for (int entry = first; entry < first + count; entry++)
                read.Add($"{kept.GetName(entry, buffer)} {kept.IsFolder(entry)} {kept.GetFolder(entry)}");
        }

        return read;
    }

    [Fact]
    public void WhatWasBuiltIsRead()
    {
        using KeptFolders kept = Open(Content())!;
        string[] expected = ["0: 1 2 3", "mod True 1", "order.txt False -1", "zz True -1", "1: 4 5 6", "größe False -1", "模组 True 2",
            "2: 0 0 9", "a False -1"];
        Assert.Equal(expected, Read(kept));
        Assert.Equal(1, kept.FindFolder(0, "mod"));
        Assert.Equal(KeptLayout.None, kept.FindFolder(0, "Mod"));
        Assert.Equal(KeptLayout.None, kept.FindFolder(0, "order.txt"));
        Assert.Equal(KeptLayout.None, kept.FindFolder(0, "zzz"));
        Assert.Equal(2, kept.FindFolder(1, "模组"));
        Assert.Null(kept.FindMod("zz", isUnmoved: true));
        Assert.Equal(1, kept.FindMod("mod", isUnmoved: true)!.Folder);
    }

    [Fact]
    public void AFolderIsAsItWasOnlyWhereAllThatIsAskedIs()
    {
        using KeptFolders kept = Open(Content())!;
        Assert.False(kept.Confirm(0, "1 3 3", isUnmoved: true));
        Assert.False(kept.Confirm(0, "2 2 3", isUnmoved: true));
        Assert.False(kept.Confirm(0, "", isUnmoved: true));
        Assert.True(kept.Confirm(0, "1 2 4", isUnmoved: true));
        Assert.False(kept.Confirm(0, "1 2 4", isUnmoved: false));
        Assert.True(kept.Confirm(0, "1 2 3", isUnmoved: false));
        // In doubt.
        Assert.False(kept.Confirm(2, "0 0 9", isUnmoved: true));
        Assert.False(kept.Confirm(2, "7 8 9", isUnmoved: true));
        Assert.Equal((2, 6), (kept.Confirmed, kept.Changed));
    }

    /// <summary>A start reads the order and then the mods: the system is asked about each folder once, until it is as it was.</summary>
    [Fact]
    public void TheSystemIsAskedUntilItHasConfirmedAFolder()
    {
        int asked = s_stamps.Asked;
        using KeptFolders kept = Open(Content())!;
        Assert.Null(kept.FindFiles(1, "4 5 7", isUnmoved: false, _ => true));
        Assert.NotNull(kept.FindFiles(1, "4 5 6", isUnmoved: true, _ => true));
        Assert.True(kept.Confirm(1, "4 5 6", isUnmoved: true));
        Assert.Equal(2, s_stamps.Asked - asked);
        // By its times it may be another folder.
        Assert.True(kept.Confirm(1, "4 5 6", isUnmoved: false));
        Assert.True(kept.Confirm(1, "4 5 6", isUnmoved: false));
        Assert.True(kept.Confirm(1, "4 5 6", isUnmoved: true));
        Assert.Equal(3, s_stamps.Asked - asked);
    }

    /// <summary>What a mod says of itself is found without a listing of its folder, where that is as it was.</summary>
    [Fact]
    public void TheFilesOfAFolderAreThoseThatAreKept()
    {
        using KeptFolders kept = Open(Content())!;
        Assert.Null(kept.FindFiles(0, "1 3 3", isUnmoved: true, _ => true));
        Assert.Equal(["order.txt"], kept.FindFiles(0, "1 2 3", isUnmoved: false, _ => true)!);
        Assert.Equal([], kept.FindFiles(0, "1 2 3", isUnmoved: false, name => name.StartsWith("mod"))!);
        Assert.Null(kept.FindFiles(2, "0 0 9", isUnmoved: true, _ => true));
        // Each folder is confirmed once more when it is scanned, and counted then.
        Assert.Equal((0, 0), (kept.Confirmed, kept.Changed));
    }

    [Fact]
    public void AByteThatIsAnotherMakesTheFileNone()
    {
        byte[] content = Content();
        for (int i = 0; i < content.Length; i++)
        {
            for (int bit = 0; bit < 8; bit++)
            {
                content[i] ^= (byte)(1 << bit);
                Assert.Null(Open(content));
                content[i] ^= (byte)(1 << bit);
            }
        }

        Assert.NotNull(Open(content));
    }

    [Fact]
    public void AFileThatIsCutOffOrGoesOnIsNone()
    {
        byte[] content = Content();
        for (int length = 0; length < content.Length; length++)
            Assert.Null(Open(content[..length]));
        Assert.Null(Open([.. content, 0]));
        Assert.Null(KeptFolders.Open(_folder.At("missing"), s_stamps));
        Assert.Null(KeptFolders.Open(_folder.Folder("folder"), s_stamps));
    }

    [Theory]
    [InlineData(KeptLayout.Version - 1)]
    [InlineData(KeptLayout.Version + 1)]
    public void AFileOfAnotherVersionIsNone(uint version)
    {
        byte[] content = Content();
        var header = MemoryMarshal.Read<KeptLayout.Header>(content);
        MemoryMarshal.Write(content, header with { Version = version });
        Assert.Null(Open(Signed(content)));
        MemoryMarshal.Write(content, header with { Magic = header.Magic + 1 });
        Assert.Null(Open(Signed(content)));
        MemoryMarshal.Write(content, header);
        Assert.NotNull(Open(Signed(content)));
    }

    [Fact]
    public void NumbersThatLeadNowhereMakeTheFileNone()
    {
        var random = new Random(1);
        int opened = 0;
        for (int round = 0; round < 5000; round++)
        {
            byte[] content = Content();
            for (int changes = random.Next(1, 4); changes > 0; changes--)
                content[random.Next(content.Length)] = (byte)random.Next(256);
            // As a program makes it that knows the checksum: whatever is opened can be read.
            using KeptFolders? kept = Open(Signed(content));
            if (kept is null)
                continue;
            opened++;
            Read(kept);
            for (int folder = 0; folder < kept.Count; folder++)
                kept.FindFolder(folder, "mod");
        }

        Assert.InRange(opened, 250, 4750);
    }

    private static byte[] Signed(byte[] content)
    {
        MemoryMarshal.Write(content, KeptLayout.Sum(content));
        return content;
    }

    /// <summary>A folder's path is its stamp.</summary>
    private sealed class Unchanged : IFolderStamps
    {
        private int _asked;

        public int Asked => _asked;

        public FolderStamp? Find(string folder, bool withId)
        {
            Interlocked.Increment(ref _asked);
            long[] numbers = [.. folder.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(long.Parse)];
            return numbers is [var write, var change, var id] ? new FolderStamp(write, change, withId ? (ulong)id : 0) : null;
        }
    }
}
