using System.Runtime.InteropServices;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Caching;

/// <summary>A file of cached folders that is damaged, of another version or made up is as good as none.</summary>
public sealed class CachedFoldersTests : IDisposable
{
    private static readonly Unchanged s_stamps = new();

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private static byte[] Content()
    {
        using var builder = new CachedFoldersBuilder();
        builder.AddFolder(new FolderStamp(1, 2, 3));
        builder.AddEntry("mod", isFolder: true, 1);
        builder.AddEntry("order.txt", isFolder: false, CachedLayout.None);
        builder.AddEntry("zz", isFolder: true, CachedLayout.None);
        builder.AddFolder(new FolderStamp(4, 5, 6));
        builder.AddEntry("größe", isFolder: false, CachedLayout.None);
        builder.AddEntry("模组", isFolder: true, 2);
        builder.AddFolder(new FolderStamp(7, 8, 9));
        builder.AddEntry("a", isFolder: false, CachedLayout.None);
        builder.Doubt(2);
        return builder.Build();
    }

    private CachedFolders? Open(byte[] content) => CachedFolders.Open(_folder.File("kept", content), s_stamps);

    private static List<string> Read(CachedFolders cached)
    {
        Span<char> buffer = stackalloc char[VirtualPath.MaxNameLength];
        var read = new List<string>();
        for (int folder = 0; folder < cached.Count; folder++)
        {
            FolderStamp stamp = cached.GetStamp(folder);
            read.Add($"{folder}: {stamp.LastWrite} {stamp.Change} {stamp.Id}");
            (int first, int count) = cached.GetEntries(folder);
            for (int entry = first; entry < first + count; entry++)
                read.Add($"{cached.GetName(entry, buffer)} {cached.IsFolder(entry)} {cached.GetFolder(entry)}");
        }

        return read;
    }

    [Fact]
    public void WhatWasBuiltIsRead()
    {
        using CachedFolders cached = Open(Content())!;
        string[] expected = ["0: 1 2 3", "mod True 1", "order.txt False -1", "zz True -1", "1: 4 5 6", "größe False -1", "模组 True 2",
            "2: 0 0 9", "a False -1"];
        Assert.Equal(expected, Read(cached));
        Assert.Equal(1, cached.FindFolder(0, "mod"));
        Assert.Equal(CachedLayout.None, cached.FindFolder(0, "Mod"));
        Assert.Equal(CachedLayout.None, cached.FindFolder(0, "order.txt"));
        Assert.Equal(CachedLayout.None, cached.FindFolder(0, "zzz"));
        Assert.Equal(2, cached.FindFolder(1, "模组"));
        Assert.Null(cached.FindMod("zz", isUnmoved: true));
        Assert.Equal(1, cached.FindMod("mod", isUnmoved: true)!.Folder);
    }

    [Fact]
    public void AFolderIsAsItWasOnlyWhereAllThatIsAskedIs()
    {
        using CachedFolders cached = Open(Content())!;
        Assert.False(cached.Confirm(0, "1 3 3", isUnmoved: true));
        Assert.False(cached.Confirm(0, "2 2 3", isUnmoved: true));
        Assert.False(cached.Confirm(0, "", isUnmoved: true));
        Assert.True(cached.Confirm(0, "1 2 4", isUnmoved: true));
        Assert.False(cached.Confirm(0, "1 2 4", isUnmoved: false));
        Assert.True(cached.Confirm(0, "1 2 3", isUnmoved: false));
        // In doubt.
        Assert.False(cached.Confirm(2, "0 0 9", isUnmoved: true));
        Assert.False(cached.Confirm(2, "7 8 9", isUnmoved: true));
        Assert.Equal((2, 6), (cached.Confirmed, cached.Changed));
    }

    /// <summary>A start reads the order and then the mods: the system is asked about each folder once, until it is as it was.</summary>
    [Fact]
    public void TheSystemIsAskedUntilItHasConfirmedAFolder()
    {
        int asked = s_stamps.Asked;
        using CachedFolders cached = Open(Content())!;
        Assert.Null(cached.FindFiles(1, "4 5 7", isUnmoved: false, _ => true));
        Assert.NotNull(cached.FindFiles(1, "4 5 6", isUnmoved: true, _ => true));
        Assert.True(cached.Confirm(1, "4 5 6", isUnmoved: true));
        Assert.Equal(2, s_stamps.Asked - asked);
        // By its times it may be another folder.
        Assert.True(cached.Confirm(1, "4 5 6", isUnmoved: false));
        Assert.True(cached.Confirm(1, "4 5 6", isUnmoved: false));
        Assert.True(cached.Confirm(1, "4 5 6", isUnmoved: true));
        Assert.Equal(3, s_stamps.Asked - asked);
    }

    /// <summary>What a mod says of itself is found without a listing of its folder, where that is as it was.</summary>
    [Fact]
    public void TheFilesOfAFolderAreThoseThatAreKept()
    {
        using CachedFolders cached = Open(Content())!;
        Assert.Null(cached.FindFiles(0, "1 3 3", isUnmoved: true, _ => true));
        Assert.Equal(["order.txt"], cached.FindFiles(0, "1 2 3", isUnmoved: false, _ => true)!);
        Assert.Equal([], cached.FindFiles(0, "1 2 3", isUnmoved: false, name => name.StartsWith("mod"))!);
        Assert.Null(cached.FindFiles(2, "0 0 9", isUnmoved: true, _ => true));
        // Each folder is confirmed once more when it is scanned, and counted then.
        Assert.Equal((0, 0), (cached.Confirmed, cached.Changed));
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
        Assert.Null(CachedFolders.Open(_folder.At("missing"), s_stamps));
        Assert.Null(CachedFolders.Open(_folder.Folder("folder"), s_stamps));
    }

    [Theory]
    [InlineData(CachedLayout.Version - 1)]
    [InlineData(CachedLayout.Version + 1)]
    public void AFileOfAnotherVersionIsNone(uint version)
    {
        byte[] content = Content();
        var header = MemoryMarshal.Read<CachedLayout.Header>(content);
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
            using CachedFolders? cached = Open(Signed(content));
            if (cached is null)
                continue;
            opened++;
            Read(cached);
            for (int folder = 0; folder < cached.Count; folder++)
                cached.FindFolder(folder, "mod");
        }

        Assert.InRange(opened, 250, 4750);
    }

    private static byte[] Signed(byte[] content)
    {
        MemoryMarshal.Write(content, CachedLayout.Sum(content));
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
