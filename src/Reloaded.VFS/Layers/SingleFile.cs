using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Layers;

/// <summary>A file that isn't part of a listing: a file layer, or a file appended to a folder layer. Immutable; never moves.</summary>
/// <remarks>The text follows directly: the virtual name and, if different, the real one.</remarks>
internal unsafe struct SingleFile
{
    /// <summary>The real folder in real-path form, with a trailing separator.</summary>
    public char* Folder;

    public uint NameHash;

    /// <summary>The path id of the virtual folder.</summary>
    public int ParentId;

    /// <summary>The layer's handle.</summary>
    public int Layer;

    public ushort FolderLength;

    /// <summary>The length of the real name; 0 if it equals the virtual name.</summary>
    public ushort RealNameLength;

    public ushort NameLength;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* GetText(SingleFile* file) => (char*)(file + 1);

    public static ReadOnlySpan<char> GetName(SingleFile* file) => new(GetText(file), file->NameLength);

    public static ReadOnlySpan<char> GetRealName(SingleFile* file) =>
        file->RealNameLength == 0 ? GetName(file) : new ReadOnlySpan<char>(GetText(file) + file->NameLength, file->RealNameLength);

    public static ReadOnlySpan<char> GetFolder(SingleFile* file) => new(file->Folder, file->FolderLength);

    /// <summary>Returns the size in bytes of a record with its text.</summary>
    public static nuint GetSize(int textLength) => (nuint)sizeof(SingleFile) + ((nuint)textLength * sizeof(char));
}
