namespace Reloaded.VFS.Listings;

/// <summary>The contents of a real folder and all its subfolders, as found by a scan. Immutable and thread-safe.</summary>
/// <remarks>
/// Made by <see cref="FolderListingBuilder"/>; several file systems may share one. Folder 0 is the listed folder; every folder's parent has
/// a lower number. Native memory: 10 bytes for a file and 20 for a folder, and the name with one byte for each character if the name is
/// Latin-1, otherwise two. The finaliser frees the memory.
/// </remarks>
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

    internal byte* Names { get; private set; }
    internal FolderRecord* Folders { get; private set; }
    internal ListedFile* Files { get; private set; }

    internal FolderListing(object owner, byte* names, FolderRecord* folders, int folderCount, ListedFile* files, int fileCount)
    {
        Owner = owner;
        Names = names;
        Folders = folders;
        Files = files;
        FolderCount = folderCount;
        FileCount = fileCount;
    }

    /// <summary>Gets the listed folder as its scanner named it (a host path), or null if the scanner named none.</summary>
    public string? Root { get; internal init; }

    /// <summary>Gets the number of folders, including the listed one.</summary>
    public int FolderCount { get; }

    /// <summary>Gets the number of files in all folders.</summary>
    public int FileCount { get; }

    /// <summary>Gets what the folder hides of lower layers.</summary>
    internal ListedHides Hides { get; init; } = ListedHides.None;

    /// <summary>Gets the native memory in bytes; 0 if other processes have it, too.</summary>
    public long NativeBytes => Owner is NativeArena arena ? arena.Bytes : 0;

    /// <summary>Gets the object that keeps the memory: an arena, or memory that other processes have, too.</summary>
    internal object Owner { get; private set; }

    /// <summary>
    /// Moves the listing to a copy of its memory. The caller keeps <see cref="Owner"/> until no thread and no snapshot uses what was there.
    /// </summary>
    internal void MoveTo(object owner, byte* names, FolderRecord* folders, ListedFile* files)
    {
        Names = names;
        Folders = folders;
        Files = files;
        Owner = owner;
    }

    /// <summary>Returns the number of a folder's parent, or -1 for folder 0.</summary>
    public int GetParent(int folder) => Folder(folder).Parent;

    /// <summary>Returns a folder's name in its letter case on disk; empty for folder 0.</summary>
    public string GetFolderName(int folder) => GetFolderText(folder).ToString();

    /// <summary>Returns a folder's name, unpacked to a buffer of at least <see cref="VirtualPath.MaxNameLength"/> characters.</summary>
    internal ReadOnlySpan<char> GetFolderName(int folder, Span<char> buffer) => GetFolderText(folder).Unpack(buffer);

    internal PackedText GetFolderText(int folder)
    {
        FolderRecord record = Folder(folder);
        return new PackedText(Names + record.NameOffset, record.NameInfo);
    }

    /// <summary>Returns the numbers of a folder's files, which are consecutive.</summary>
    public (int First, int Count) GetFiles(int folder)
    {
        FolderRecord record = Folder(folder);
        return (record.FirstFile, record.FileCount);
    }

    /// <summary>Returns a file's name in its letter case on disk.</summary>
    public string GetFileName(int file) => GetFileText(file).ToString();

    /// <inheritdoc cref="GetFolderName(int, Span{char})"/>
    internal ReadOnlySpan<char> GetFileName(int file, Span<char> buffer) => GetFileText(file).Unpack(buffer);

    internal PackedText GetFileText(int file)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)file, (uint)FileCount, nameof(file));
        return new PackedText(Names + Files[file].NameOffset, Files[file].NameInfo);
    }

    /// <summary>Returns the range of <see cref="Names"/> that contains the names of a folder's files, perhaps among others.</summary>
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

/// <summary>A name that a folder of a listing hides, or that was left out of the listing.</summary>
internal readonly record struct HiddenName(int Folder, string Name);

/// <summary>The names and paths that a listed folder hides in the layers below it and in the game's own folder. Immutable.</summary>
/// <param name="Names">The names that markers in its folders hide.</param>
/// <param name="Paths">The hidden paths: relative, with backslashes between names.</param>
/// <param name="Patterns">
/// The patterns of relative paths that are hidden in lower layers' listings. <paramref name="Paths"/> has what they hide of the game's own
/// files.
/// </param>
internal sealed record ListedHides(IReadOnlyList<HiddenName> Names, IReadOnlyList<string> Paths, IReadOnlyList<PathPattern> Patterns)
{
    /// <summary>Gets an object that hides nothing.</summary>
    public static ListedHides None { get; } = new([], [], []);

    /// <summary>
    /// Gets the names that are on disk beside listed ones but aren't part of the listing: they can't be reached through their folder.
    /// </summary>
    public IReadOnlyList<HiddenName> LeftOut { get; init; } = [];

    /// <summary>Gets a value indicating whether patterns may exclude a name that is new in the folder.</summary>
    public bool HasExcludes { get; init; }

    /// <summary>Gets a value indicating whether nothing is hidden and nothing was left out.</summary>
    public bool IsEmpty => Names.Count == 0 && Paths.Count == 0 && Patterns.Count == 0 && LeftOut.Count == 0;
}
