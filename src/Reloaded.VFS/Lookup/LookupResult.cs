namespace Reloaded.VFS.Lookup;

/// <summary>The result of <see cref="Snapshot.Lookup(ReadOnlySpan{char}, out LookupResult)"/>.</summary>
/// <remarks>
/// The pointers lead into the snapshot's native memory: they are valid while the caller keeps the snapshot alive
/// (<see cref="GC.KeepAlive"/> after the last use).
/// </remarks>
public unsafe struct LookupResult
{
    /// <summary>The kind of the path.</summary>
    public LookupKind Kind;

    /// <summary>
    /// For a folder, or a miss in one: true if a mod hides the game's own folder of that path, so that only mods' files are seen. Undefined
    /// for a file.
    /// </summary>
    public bool IsOpaque;

    /// <summary>True if <see cref="BackingFolder"/> has two bytes for each character (UTF-16); false if one (Latin-1).</summary>
    public bool BackingFolderIsWide;

    /// <summary>True if <see cref="BackingName"/> has two bytes for each character (UTF-16); false if one (Latin-1).</summary>
    public bool BackingNameIsWide;

    /// <summary>
    /// The stable id of the folder (<see cref="LookupKind.Folder"/>) or of the parent folder (File, Miss); -1 for
    /// <see cref="LookupKind.Outside"/>.
    /// </summary>
    public int PathId;

    /// <summary>
    /// The layer's real folder, in real-path form (<c>\??\C:\mods\a\</c>), with a trailing backslash; null if no mod has the folder.
    /// </summary>
    /// <remarks>
    /// The real file or folder lies in or below it: for a file the winner, for a folder its winning source, for a miss the winning source
    /// of the parent folder.
    /// </remarks>
    public char* BackingRoot;

    /// <summary>
    /// The rest of the real folder's path (<c>data\textures\</c>), with a trailing backslash; null or empty if the folder is
    /// <see cref="BackingRoot"/> itself.
    /// </summary>
    public byte* BackingFolder;

    /// <summary>For a file: the real file's name in its letter case on disk.</summary>
    public byte* BackingName;

    /// <summary>The length of <see cref="BackingRoot"/> in characters.</summary>
    public int BackingRootLength;

    /// <summary>The length of <see cref="BackingFolder"/> in characters.</summary>
    public int BackingFolderLength;

    /// <summary>The length of <see cref="BackingName"/> in characters; 0 if the path isn't a file.</summary>
    public int BackingNameLength;

    /// <summary>The handle of the layer that supplies <see cref="BackingRoot"/>; 0 if that is null.</summary>
    public int Layer;

    /// <summary>The layer whose listing contains the target; null if none does.</summary>
    internal LookupLayer* Origin;

    /// <summary>Gets a value indicating whether a mod has the file or folder (for a miss: the parent folder).</summary>
    public readonly bool IsBacked => BackingRoot is not null;

    /// <summary>Gets the length in characters of the whole target: root, folder and name.</summary>
    public readonly int BackingLength => BackingRootLength + BackingFolderLength + BackingNameLength;

    /// <summary>
    /// Gets a value indicating whether the system opens the target faster by another spelling of <see cref="BackingRoot"/>
    /// (<see cref="CopyOpenName"/>).
    /// </summary>
    internal readonly bool HasOpenName => Origin is not null && Origin->OpenRoot is not null;

    /// <summary>Gets the number of characters that <see cref="CopyOpenName"/> writes.</summary>
    internal readonly int OpenNameLength => Origin->OpenRootLength + BackingFolderLength + BackingNameLength;

    /// <summary>Writes root, folder and name one after another: <see cref="BackingLength"/> characters.</summary>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    public readonly void CopyBacking(Span<char> destination)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(destination.Length, BackingLength, nameof(destination));
        fixed (char* text = destination)
            CopyBacking(text);
    }

    /// <summary>Writes the target's text and returns its end. There must be room for <see cref="BackingLength"/> characters.</summary>
    public readonly char* CopyBacking(char* destination) => CopyBacking(destination, BackingRoot, BackingRootLength);

    /// <summary>
    /// Writes the target's text in the faster spelling (<see cref="HasOpenName"/> is true) and returns its end. The caller guarantees
    /// room for <see cref="OpenNameLength"/> characters.
    /// </summary>
    internal readonly char* CopyOpenName(char* destination) => CopyBacking(destination, Origin->OpenRoot, Origin->OpenRootLength);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly char* CopyBacking(char* destination, char* root, int rootLength)
    {
        char* name = PathText.Copy(root, destination, rootLength);
        if (BackingFolderLength > 0)
            PackedText.Widen(BackingFolder, BackingFolderIsWide, ref Unsafe.AsRef<char>(name), (uint)BackingFolderLength);
        name += BackingFolderLength;
        if (BackingNameLength > 0)
            PackedText.Widen(BackingName, BackingNameIsWide, ref Unsafe.AsRef<char>(name), (uint)BackingNameLength);
        return name + BackingNameLength;
    }
}
