using System.Runtime.CompilerServices;
using Reloaded.VFS.PathRecords;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// The answer of <see cref="Snapshot.Lookup(ReadOnlySpan{char}, out LookupResult)"/>. The pointers lead into the snapshot's native memory:
/// they are valid as long as the caller keeps the snapshot alive (<see cref="GC.KeepAlive"/> after the last use).
/// </summary>
public unsafe struct LookupResult
{
    /// <summary>What the path is.</summary>
    public LookupKind Kind;

    /// <summary>
    /// Of a folder, or of a miss in one: whether a mod hides the game's own folder of that path, so that only mods' are seen.
    /// Without meaning for a file.
    /// </summary>
    public bool IsOpaque;

    /// <summary>Whether <see cref="TargetFolder"/> has two bytes a character (UTF-16), else one (Latin-1).</summary>
    public bool TargetFolderIsWide;

    /// <summary>Whether <see cref="TargetName"/> has two bytes a character (UTF-16), else one (Latin-1).</summary>
    public bool TargetNameIsWide;

    /// <summary>The stable id of the folder (<see cref="LookupKind.Folder"/>) or of the parent folder (File, Miss); -1 outside.</summary>
    public int PathId;

    /// <summary>
    /// The real folder of the layer, in target form (<c>\??\C:\mods\a\</c>), with a trailing backslash. What is meant lies in or below it:
    /// for a file the winning one, for a folder the winning source of the folder itself, for a miss the winning source of the parent. Null
    /// where no mod has that folder.
    /// </summary>
    public char* TargetRoot;

    /// <summary>
    /// The rest of the real folder's path (<c>data\textures\</c>), with a trailing backslash; null or empty where it is
    /// <see cref="TargetRoot"/> itself.
    /// </summary>
    public byte* TargetFolder;

    /// <summary>
    /// File only: the real file's name in that folder, as it is cased on disk.
    /// </summary>
    public byte* TargetName;

    /// <summary>Characters in <see cref="TargetRoot"/>.</summary>
    public int TargetRootLength;

    /// <summary>Characters in <see cref="TargetFolder"/>.</summary>
    public int TargetFolderLength;

    /// <summary>Characters in <see cref="TargetName"/>; 0 unless a file.</summary>
    public int TargetNameLength;

    /// <summary>The handle of the layer that <see cref="TargetRoot"/> is of; 0 where that is null.</summary>
    public int Layer;

    /// <summary>The layer that has the target as part of its listing; null for any other.</summary>
    internal LookupLayer* Origin;

    /// <summary>Whether a mod has what the target is of: a file, or the folder (of a miss, the parent).</summary>
    public readonly bool HasTarget => TargetRoot is not null;

    /// <summary>Characters in the whole target: root, folder and name.</summary>
    public readonly int TargetLength => TargetRootLength + TargetFolderLength + TargetNameLength;

    /// <summary>
    /// Whether the system opens the target faster by another spelling of <see cref="TargetRoot"/> (<see cref="CopyOpenTarget"/>).
    /// </summary>
    internal readonly bool HasOpenTarget => Origin is not null && Origin->OpenRoot is not null;

    /// <summary>Characters that <see cref="CopyOpenTarget"/> writes.</summary>
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
    /// Writes the target's text and returns where it ends. The caller guarantees room for <see cref="TargetLength"/> characters.
    /// </summary>
    public readonly char* CopyTarget(char* destination) => CopyTarget(destination, TargetRoot, TargetRootLength);

    /// <summary>
    /// As <see cref="CopyTarget(char*)"/>, by that spelling, which there is. The caller guarantees room for <see cref="OpenTargetLength"/>
    /// characters.
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

/// <summary>What a path is in the virtual file system.</summary>
public enum LookupKind : byte
{
    /// <summary>
    /// Unrelated: no target contains the path, or it lies in a folder that neither mods nor targets know (where only the game's own
    /// folder can have something).
    /// </summary>
    Outside,

    /// <summary>
    /// The parent folder is known, a target or below one, and the name isn't supplied by a mod (the game's own folder may have it).
    /// </summary>
    Miss,

    /// <summary>A file that a mod supplies.</summary>
    File,

    /// <summary>A folder that is known: one that mods supply, a target, or an ancestor of a target.</summary>
    Folder,
}
