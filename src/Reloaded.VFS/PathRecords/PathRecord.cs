using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.PathRecords;

/// <summary>
/// A folder path that was ever known, with its text right behind it, so that one look at the memory is enough: <see cref="Length"/>
/// characters and a backslash that doesn't count. Never moves; never changes but for <see cref="Unpacked"/>.
/// </summary>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal unsafe struct PathRecord
{
    private const ushort WideBit = 0x8000;

    /// <summary>Of the folded path.</summary>
    public ulong Hash;

    /// <summary>The text as UTF-16, once it was asked for (<see cref="PathTable.GetPath(PathRecord*)"/>).</summary>
    public nint Unpacked;

    public int Id;

    private ushort _info;

    /// <summary>Where the last component begins.</summary>
    public ushort NameStart;

    /// <summary>Characters; <see cref="Paths.VirtualPath.MaxLength"/> at most.</summary>
    public readonly int Length => _info & ~WideBit;

    /// <summary>Whether the text has two bytes a character, else one (<see cref="PackedText"/>).</summary>
    public readonly bool IsWide => (_info & WideBit) != 0;

    /// <summary>Characters of the last component.</summary>
    public readonly int NameLength => Length - NameStart;

    public void SetLength(int length, bool isWide) => _info = (ushort)(length | (isWide ? WideBit : 0));

    /// <summary>Whether the text has so many characters, at a byte each.</summary>
    public readonly bool IsNarrow(int length) => _info == length;

    /// <summary>The text of a record that lies in native memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetText(PathRecord* record) => (byte*)(record + 1);

    /// <summary>The text from a character on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetText(PathRecord* record, int start) => GetText(record) + (record->IsWide ? start * sizeof(char) : start);

    /// <summary>The last component, of any but a path that is too long for a name.</summary>
    public static PackedText GetName(PathRecord* record) =>
        new(GetText(record, record->NameStart), (ushort)(record->NameLength | (record->IsWide ? PackedText.Wide : 0)));

    /// <summary>Whether a path is the same to Windows.</summary>
    public static bool EqualsFolded(PathRecord* record, ReadOnlySpan<char> path) =>
        record->Length == path.Length
        && PackedText.EqualsFolded(GetText(record), record->IsWide, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(path)),
            (uint)path.Length);

    /// <summary>Writes the path; there is room for <see cref="Length"/>.</summary>
    public static void CopyPath(PathRecord* record, ref char destination) =>
        PackedText.Widen(GetText(record), record->IsWide, ref destination, (uint)record->Length);

    /// <summary>Writes what follows <paramref name="start"/> characters, the backslash at the end included: as many as fit.</summary>
    public static void CopyTail(PathRecord* record, int start, Span<char> tail) =>
        PackedText.Widen(GetText(record, start), record->IsWide, ref MemoryMarshal.GetReference(tail),
            (uint)Math.Min(tail.Length, record->Length + 1 - start));

    /// <summary>Bytes of a record, its text and the backslash included.</summary>
    public static nuint GetSize(int length, bool isWide) => (nuint)sizeof(PathRecord) + ((nuint)(length + 1) * (isWide ? 2u : 1u));
}
