using System.IO.Hashing;
using System.Runtime.InteropServices;
using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;

namespace Reloaded.VFS.Mods.Keeping;

/// <summary>Puts the file of kept folders together: folders in the order of their numbers, each with its entries.
/// Not thread-safe.</summary>
internal sealed unsafe class KeptFoldersBuilder : IDisposable
{
    private NativeList<KeptLayout.Folder> _folders;
    private NativeList<KeptLayout.Entry> _entries;
    private NativeList<byte> _names;

    /// <summary>Folders so far.</summary>
    public int FolderCount => _folders.Count;

    /// <summary>Begins the next folder. Entries that are added from here on are its.</summary>
    public void AddFolder(FolderStamp stamp) => _folders.Add(new KeptLayout.Folder
    {
        LastWrite = stamp.LastWrite,
        Change = stamp.Change,
        Id = stamp.Id,
        FirstEntry = _entries.Count,
    });

    /// <summary>Says that a folder can't be taken as it was, whatever its times are.</summary>
    public void Doubt(int folder)
    {
        _folders[folder].LastWrite = 0;
        _folders[folder].Change = 0;
    }

    /// <summary>Adds a name to the last folder, in NTFS' order.</summary>
    /// <param name="name">At most 255 characters.</param>
    /// <param name="isFolder">Whether it's a folder.</param>
    /// <param name="folder">The number that it will have; <see cref="KeptLayout.None"/> where it isn't kept.</param>
    public void AddEntry(ReadOnlySpan<char> name, bool isFolder, int folder)
    {
        ushort info = PackedText.GetInfo(name);
        int offset = _names.Count;
        PackedText.Write(name, info, _names.Extend(PackedText.GetSize(info)));
        _entries.Add(new KeptLayout.Entry
        {
            NameOffset = (uint)offset,
            NameInfo = info,
            IsFolder = isFolder ? (ushort)1 : (ushort)0,
            Folder = folder,
        });
        _folders[_folders.Count - 1].EntryCount++;
    }

    /// <summary>The whole file.</summary>
    /// <exception cref="OverflowException">It has 2 GB or more.</exception>
    public byte[] Build()
    {
        var header = new KeptLayout.Header
        {
            Magic = KeptLayout.Magic,
            Version = KeptLayout.Version,
            Folders = _folders.Count,
            Entries = _entries.Count,
            NameBytes = _names.Count,
        };
        ReadOnlySpan<byte> folders = MemoryMarshal.AsBytes(_folders.Span);
        ReadOnlySpan<byte> entries = MemoryMarshal.AsBytes(_entries.Span);
        byte[] file = new byte[checked(sizeof(KeptLayout.Header) + folders.Length + entries.Length + _names.Count)];
        Span<byte> rest = file.AsSpan(sizeof(KeptLayout.Header));
        folders.CopyTo(rest);
        entries.CopyTo(rest[folders.Length..]);
        _names.Span.CopyTo(rest[(folders.Length + entries.Length)..]);
        MemoryMarshal.Write(file, header);
        header.Checksum = KeptLayout.Sum(file);
        MemoryMarshal.Write(file, header);
        return file;
    }

    /// <summary>Frees the memory.</summary>
    public void Dispose()
    {
        _folders.Dispose();
        _entries.Dispose();
        _names.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Frees the memory of one that wasn't disposed of.</summary>
    ~KeptFoldersBuilder() => Dispose();
}

/// <summary>
/// How the file of kept folders is laid out: the header, folders (those in a folder have higher numbers than it), entries, names. Numbers
/// are little-endian. Folder 0 is the mods folder.
/// </summary>
internal static class KeptLayout
{
    /// <summary>The first eight bytes behind the checksum.</summary>
    public const ulong Magic = 0x54504B_5346_5652; // "RVFSKPT"

    /// <summary>Another layout, or another meaning, has another number: files of other versions aren't read.</summary>
    public const uint Version = 1;

    /// <summary>An entry that is no folder, or one of which nothing is kept.</summary>
    public const int None = -1;

    /// <summary>The first bytes of the file.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Header
    {
        /// <summary>Of everything behind it.</summary>
        public ulong Checksum;
        public ulong Magic;
        public uint Version;
        public int Folders;
        public int Entries;
        public int NameBytes;
    }

    /// <summary>A folder. With the stamp 0 it is never taken as it was, only what is in it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Folder
    {
        public long LastWrite;
        public long Change;
        public ulong Id;
        public int FirstEntry;
        public int EntryCount;
    }

    /// <summary>A name in a folder; those of one folder come in NTFS' order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Entry
    {
        public uint NameOffset;
        public ushort NameInfo;
        public ushort IsFolder;

        /// <summary>The folder's number; <see cref="None"/> where there is none.</summary>
        public int Folder;
    }

    /// <summary>The checksum of a whole file.</summary>
    public static ulong Sum(ReadOnlySpan<byte> file) => XxHash3.HashToUInt64(file[sizeof(ulong)..]);
}
