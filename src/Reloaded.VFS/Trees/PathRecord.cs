using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Trees;

/// <summary>
/// A folder path that was ever known, with its text right behind it, so that one look at the memory is enough: <see cref="Length"/> units and a
/// backslash that doesn't count. Never changes, never moves.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal unsafe struct PathRecord
{
    /// <summary>Of the folded path.</summary>
    public ulong Hash;

    /// <summary>Of the folded last component.</summary>
    public uint NameHash;

    public int Id;
    public ushort Length;

    /// <summary>Where the last component begins.</summary>
    public ushort NameStart;

    /// <summary>The text of a record that lies in native memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* GetText(PathRecord* record) => (char*)(record + 1);

    public static ReadOnlySpan<char> GetPath(PathRecord* record) => new(GetText(record), record->Length);

    public static ReadOnlySpan<char> GetName(PathRecord* record) => new(GetText(record) + record->NameStart, record->Length - record->NameStart);

    /// <summary>Bytes of a record, its text and the backslash included.</summary>
    public static nuint GetSize(int length) => (nuint)sizeof(PathRecord) + ((nuint)(length + 1) * sizeof(char));
}
