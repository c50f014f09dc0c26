using Reloaded.VFS.Memory;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Listings;

/// <summary>
/// What a real folder holds, folder by folder, as a scan has found it: every name once, in native memory (10 bytes a file and 20 a folder
/// besides its name, of which a character takes one byte where the name is Latin-1, else two). Immutable and thread-safe; made by
/// <see cref="FolderListingBuilder"/>; several file systems may share one. Folder 0 is the listed folder itself, and every folder's parent
/// has a lower number. The memory is freed by the finaliser.
/// </summary>
public sealed unsafe class FolderListing
{
    internal struct FolderRecord : IListedName
    {
        public uint NameOffset;
        public int Parent;
        public ushort NameInfo;
        public int FirstFile;
        public int FileCount;

        readonly uint IListedName.NameOffset => NameOffset;

        readonly ushort IListedName.NameInfo => NameInfo;
    }

    // Keeps the pointers alive.
    private readonly NativeArena _arena;

    internal readonly byte* Names;
    internal readonly FolderRecord* Folders;
    internal readonly ListedFile* Files;

    internal FolderListing(NativeArena arena, byte* names, FolderRecord* folders, int folderCount, ListedFile* files, int fileCount)
    {
        _arena = arena;
        Names = names;
        Folders = folders;
        Files = files;
        FolderCount = folderCount;
        FileCount = fileCount;
    }

    /// <summary>The listed folder as its scanner named it (a host path); null if it told none.</summary>
    public string? Root { get; internal init; }

    /// <summary>Folders, the listed one included.</summary>
    public int FolderCount { get; }

    /// <summary>Files in all folders.</summary>
    public int FileCount { get; }

    /// <summary>What the folder hides of lower layers.</summary>
    internal ListedHides Hides { get; init; } = ListedHides.None;

    /// <summary>Native memory held, in bytes.</summary>
    public long NativeBytes => _arena.Bytes;

    /// <summary>The number of a folder's parent; -1 for folder 0.</summary>
    public int GetParent(int folder) => Folder(folder).Parent;

    /// <summary>A folder's name as it is cased on disk; empty for folder 0.</summary>
    public string GetFolderName(int folder) => GetFolderText(folder).ToString();

    /// <summary>As the other overload, into a buffer of at least <see cref="VirtualPath.MaxNameLength"/> characters.</summary>
    internal ReadOnlySpan<char> GetFolderName(int folder, Span<char> buffer) => GetFolderText(folder).Unpack(buffer);

    internal PackedText GetFolderText(int folder)
    {
        FolderRecord record = Folder(folder);
        return new PackedText(Names + record.NameOffset, record.NameInfo);
    }

    /// <summary>The numbers of a folder's files: a run from the first one on.</summary>
    public (int First, int Count) GetFiles(int folder)
    {
        FolderRecord record = Folder(folder);
        return (record.FirstFile, record.FileCount);
    }

    /// <summary>A file's name as it is cased on disk.</summary>
    public string GetFileName(int file) => GetFileText(file).ToString();

    /// <inheritdoc cref="GetFolderName(int, Span{char})"/>
    internal ReadOnlySpan<char> GetFileName(int file, Span<char> buffer) => GetFileText(file).Unpack(buffer);

    internal PackedText GetFileText(int file)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)file, (uint)FileCount, nameof(file));
        return new PackedText(Names + Files[file].NameOffset, Files[file].NameInfo);
    }

    /// <summary>The bytes of <see cref="Names"/> in which the names of a folder's files lie, perhaps with others' among them.</summary>
    internal static (uint First, uint Length) GetNameRange(in FolderRecord record, ListedFile* files)
    {
        if (record.FileCount == 0)
            return default;
        ListedFile first = files[record.FirstFile], last = files[record.FirstFile + record.FileCount - 1];
        return (first.NameOffset, last.NameOffset + (uint)PackedText.GetSize(last.NameInfo) - first.NameOffset);
    }

    private FolderRecord Folder(int folder)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)folder, (uint)FolderCount, nameof(folder));
        return Folders[folder];
    }
}

/// <summary>A name beside a listed folder's files that the folder hides.</summary>
/// <param name="Folder">The folder's number in the listing.</param>
/// <param name="Name">The name that isn't seen in it of lower layers.</param>
internal readonly record struct HiddenName(int Folder, string Name);

/// <summary>What a listed folder hides of the layers below it, and of the game's own. Immutable.</summary>
/// <param name="Names">By markers that lie in its folders.</param>
/// <param name="Paths">Relative paths with backslashes between names.</param>
/// <param name="Patterns">Of relative paths: they hide what lower layers list. What they hide of the game's own is among the paths.</param>
internal sealed record ListedHides(IReadOnlyList<HiddenName> Names, IReadOnlyList<string> Paths, IReadOnlyList<PathPattern> Patterns)
{
    /// <summary>Nothing.</summary>
    public static ListedHides None { get; } = new([], [], []);

    /// <summary>
    /// Names beside listed ones that are on disk and no part of the listing: they aren't to be reached through the folder that they are in.
    /// </summary>
    public IReadOnlyList<HiddenName> LeftOut { get; init; } = [];

    /// <summary>Whether a new name may be one that isn't listed, for another reason than its own letters.</summary>
    public bool HasExcludes { get; init; }

    /// <summary>Whether it hides nothing, and leaves nothing out.</summary>
    public bool IsEmpty => Names.Count == 0 && Paths.Count == 0 && Patterns.Count == 0 && LeftOut.Count == 0;
}
