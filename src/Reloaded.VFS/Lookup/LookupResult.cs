using System.Runtime.CompilerServices;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

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

    /// <summary>True if <see cref="TargetFolder"/> has two bytes for each character (UTF-16); false if one (Latin-1).</summary>
    public bool TargetFolderIsWide;

    /// <summary>True if <see cref="TargetName"/> has two bytes for each character (UTF-16); false if one (Latin-1).</summary>
    public bool TargetNameIsWide;

    /// <summary>
    /// The stable id of the folder (<see cref="LookupKind.Folder"/>) or of the parent folder (File, Miss); -1 for
    /// <see cref="LookupKind.Outside"/>.
    /// </summary>
    public int PathId;

    /// <summary>
    /// The layer's real folder, in target form (<c>\??\C:\mods\a\</c>), with a trailing backslash; null if no mod has the folder.
    /// </summary>
    /// <remarks>
    /// The real file or folder lies in or below it: for a file the winner, for a folder its winning source, for a miss the winning source
    /// of the parent folder.
    /// </remarks>
    public char* TargetRoot;

    /// <summary>
    /// The rest of the real folder's path (<c>data\textures\</c>), with a trailing backslash; null or empty if the folder is
    /// <see cref="TargetRoot"/> itself.
    /// </summary>
    public byte* TargetFolder;

    /// <summary>For a file: the real file's name in its letter case on disk.</summary>
    public byte* TargetName;

    /// <summary>The length of <see cref="TargetRoot"/> in characters.</summary>
    public int TargetRootLength;

    /// <summary>The length of <see cref="TargetFolder"/> in characters.</summary>
    public int TargetFolderLength;

    /// <summary>The length of <see cref="TargetName"/> in characters; 0 if the path isn't a file.</summary>
    public int TargetNameLength;

    /// <summary>The handle of the layer that supplies <see cref="TargetRoot"/>; 0 if that is null.</summary>
    public int Layer;

    /// <summary>The layer whose listing contains the target; null if none does.</summary>
    internal LookupLayer* Origin;

    /// <summary>Gets a value indicating whether a mod has the file or folder (for a miss: the parent folder).</summary>
    public readonly bool HasTarget => TargetRoot is not null;

    /// <summary>Gets the length in characters of the whole target: root, folder and name.</summary>
    public readonly int TargetLength => TargetRootLength + TargetFolderLength + TargetNameLength;

    /// <summary>
    /// Gets a value indicating whether the system opens the target faster by another spelling of <see cref="TargetRoot"/>
    /// (<see cref="CopyOpenTarget"/>).
    /// </summary>
    internal readonly bool HasOpenTarget => Origin is not null && Origin->OpenRoot is not null;

    /// <summary>Gets the number of characters that <see cref="CopyOpenTarget"/> writes.</summary>
    internal readonly int OpenTargetLength => Origin->OpenRootLength + TargetFolderLength + TargetNameLength;

    /// <summary>Writes root, folder and name one after another: <see cref="TargetLength"/> characters.</summary>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is too short.</exception>
    public readonly void CopyTarget(Span<char> destination)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(destination.Length, TargetLength, nameof(destination));
        fixed (char* text = destination)
            CopyTarget(text);
    }

    /// <summary>
    /// Writes the target's text and returns its end. The caller guarantees room for <see cref="TargetLength"/> characters.
    /// </summary>
    public readonly char* CopyTarget(char* destination) => CopyTarget(destination, TargetRoot, TargetRootLength);

    /// <summary>
    /// Writes the target's text in the faster spelling (<see cref="HasOpenTarget"/> is true) and returns its end. The caller guarantees
    /// room for <see cref="OpenTargetLength"/> characters.
    /// </summary>
    internal readonly char* CopyOpenTarget(char* destination) => CopyTarget(destination, Origin->OpenRoot, Origin->OpenRootLength);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly char* CopyTarget(char* destination, char* root, int rootLength)
    {
        char* name = PathText.Copy(root, destination, rootLength);
        if (TargetFolderLength > 0)
            PackedText.Widen(TargetFolder, TargetFolderIsWide, ref Unsafe.AsRef<char>(name), (uint)TargetFolderLength);
        name += TargetFolderLength;
        if (TargetNameLength > 0)
            PackedText.Widen(TargetName, TargetNameIsWide, ref Unsafe.AsRef<char>(name), (uint)TargetNameLength);
        return name + TargetNameLength;
    }
}
