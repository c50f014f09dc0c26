using System.IO.Hashing;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Mods.Caching;

/// <summary>Builds the file of cached folders: folders in the order of their numbers, each with its entries. Not thread-safe.</summary>
internal sealed unsafe class CachedFoldersBuilder : IDisposable
{
    private NativeList<CachedLayout.Folder> _folders;
    private NativeList<CachedLayout.Entry> _entries;
    private NativeList<byte> _names;

    /// <summary>Gets the number of folders so far.</summary>
    public int FolderCount => _folders.Count;

    /// <summary>Begins the next folder. Entries that are added from now on belong to it.</summary>
    public void AddFolder(FolderStamp stamp) => _folders.Add(new CachedLayout.Folder
    {
        LastWrite = stamp.LastWrite,
        Change = stamp.Change,
        Id = stamp.Id,
        FirstEntry = _entries.Count,
    });

    /// <summary>Marks a folder as one that can't be confirmed, whatever its times are.</summary>
    public void Doubt(int folder)
    {
        _folders[folder].LastWrite = 0;
        _folders[folder].Change = 0;
    }

    /// <summary>Adds a name to the last folder. Names must be added in NTFS order.</summary>
    /// <param name="name">The name, of at most 255 characters.</param>
    /// <param name="isFolder">True if the name is a folder's.</param>
    /// <param name="folder">The number that the folder will have, or <see cref="CachedLayout.None"/> if it isn't cached.</param>
    public void AddEntry(ReadOnlySpan<char> name, bool isFolder, int folder)
    {
        ushort info = PackedText.GetInfo(name);
        _entries.Add(new CachedLayout.Entry
        {
            NameOffset = (uint)_names.Count,
            NameInfo = info,
            IsFolder = isFolder ? (ushort)1 : (ushort)0,
            Folder = folder,
        });
        PackedText.Write(name, info, _names.Extend(PackedText.GetSize(info)));
        _folders[_folders.Count - 1].EntryCount++;
    }

    /// <summary>Returns the whole file.</summary>
    /// <exception cref="OverflowException">The file would have 2 GB or more.</exception>
    public byte[] Build()
    {
        var header = new CachedLayout.Header
        {
            Magic = CachedLayout.Magic,
            Version = CachedLayout.Version,
            Folders = _folders.Count,
            Entries = _entries.Count,
            NameBytes = _names.Count,
        };
        ReadOnlySpan<byte> folders = MemoryMarshal.AsBytes(_folders.Span);
        ReadOnlySpan<byte> entries = MemoryMarshal.AsBytes(_entries.Span);
        byte[] file = new byte[checked(sizeof(CachedLayout.Header) + folders.Length + entries.Length + _names.Count)];
        Span<byte> rest = file.AsSpan(sizeof(CachedLayout.Header));
        folders.CopyTo(rest);
        entries.CopyTo(rest[folders.Length..]);
        _names.Span.CopyTo(rest[(folders.Length + entries.Length)..]);
        MemoryMarshal.Write(file, header);
        header.Checksum = CachedLayout.Sum(file);
        MemoryMarshal.Write(file, header);
        return file;
    }

    public void Dispose()
    {
        _folders.Dispose();
        _entries.Dispose();
        _names.Dispose();
        GC.SuppressFinalize(this);
    }

    ~CachedFoldersBuilder() => Dispose();
}

/// <summary>
/// The layout of the file of cached folders: the header, folders (a subfolder has a higher number than its parent), entries, names. Numbers
/// are little-endian. Folder 0 is the mods folder.
/// </summary>
internal static class CachedLayout
{
    /// <summary>The first eight bytes after the checksum.</summary>
    public const ulong Magic = 0x54504B_5346_5652; // "RVFSKPT"

    /// <summary>The version, which differs for any other layout or meaning. Files of other versions aren't read.</summary>
    public const uint Version = 1;

    /// <summary>The number for an entry that isn't a folder, or of which nothing is cached.</summary>
    public const int None = -1;

    [StructLayout(LayoutKind.Sequential)]
    public struct Header
    {
        /// <summary>The checksum of everything after it.</summary>
        public ulong Checksum;
        public ulong Magic;
        public uint Version;
        public int Folders;
        public int Entries;
        public int NameBytes;
    }

    /// <summary>A folder. One with the stamp 0 is never confirmed itself, only what is in it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Folder
    {
        public long LastWrite;
        public long Change;
        public ulong Id;
        public int FirstEntry;
        public int EntryCount;
    }

    /// <summary>A name in a folder. The names of one folder are in NTFS order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Entry
    {
        public uint NameOffset;
        public ushort NameInfo;
        public ushort IsFolder;

        /// <summary>The folder's number, or <see cref="None"/> if there is none.</summary>
        public int Folder;
    }

    public static ulong Sum(ReadOnlySpan<byte> file) => XxHash3.HashToUInt64(file[sizeof(ulong)..]);
}
