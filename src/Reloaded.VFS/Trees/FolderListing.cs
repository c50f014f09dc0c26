using System.Runtime.InteropServices;

namespace Reloaded.VFS.Trees;

/// <summary>
/// What a real folder holds, folder by folder, as a scan has found it: every name once, in native memory (about 12 bytes a file and 16 a
/// folder besides its name). Immutable and thread-safe; made by <see cref="FolderListingBuilder"/>; several file systems may share one.
/// Folder 0 is the listed folder itself, and every folder's parent has a lower number. The memory is freed by the finaliser.
/// </summary>
public sealed unsafe class FolderListing
{
    internal struct FolderRecord
    {
        public int Parent;
        public uint NameOffset;
        public int FirstFile;
        public int FileCount;
        public ushort NameLength;
    }

    [StructLayout(LayoutKind.Sequential, Pack = 2)]
    internal struct FileRecord
    {
        public uint NameOffset;
        public uint Hash;
        public ushort NameLength;
    }

    // Keeps the pointers alive.
    private readonly NativeArena _arena;

    internal readonly char* Names;
    internal readonly FolderRecord* Folders;
    internal readonly FileRecord* Files;

    internal FolderListing(string? root, NativeArena arena, char* names, FolderRecord* folders, int folderCount, FileRecord* files, int fileCount)
    {
        Root = root;
        _arena = arena;
        Names = names;
        Folders = folders;
        Files = files;
        FolderCount = folderCount;
        FileCount = fileCount;
    }

    /// <summary>The listed folder as its scanner named it (a host path); null if it told none.</summary>
    public string? Root { get; }

    /// <summary>Folders, the listed one included.</summary>
    public int FolderCount { get; }

    /// <summary>Files in all folders.</summary>
    public int FileCount { get; }

    /// <summary>Native memory held, in bytes.</summary>
    public long NativeBytes => _arena.Bytes;

    /// <summary>The number of a folder's parent; -1 for folder 0.</summary>
    public int GetParent(int folder) => Folder(folder).Parent;

    /// <summary>A folder's name as it is cased on disk; empty for folder 0. Valid as long as the listing is kept alive.</summary>
    public ReadOnlySpan<char> GetFolderName(int folder)
    {
        FolderRecord record = Folder(folder);
        return new ReadOnlySpan<char>(Names + record.NameOffset, record.NameLength);
    }

    /// <summary>The numbers of a folder's files: a run from the first one on.</summary>
    public (int First, int Count) GetFiles(int folder)
    {
        FolderRecord record = Folder(folder);
        return (record.FirstFile, record.FileCount);
    }

    /// <summary>A file's name as it is cased on disk. Valid as long as the listing is kept alive.</summary>
    public ReadOnlySpan<char> GetFileName(int file)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)file, (uint)FileCount, nameof(file));
        return new ReadOnlySpan<char>(Names + Files[file].NameOffset, Files[file].NameLength);
    }

    private FolderRecord Folder(int folder)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)folder, (uint)FolderCount, nameof(folder));
        return Folders[folder];
    }
}
