using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.PathRecords;

/// <summary>A folder path that was ever known. Never moves; immutable but for <see cref="Unpacked"/>.</summary>
/// <remarks>
/// The text follows directly, so that one memory access reaches it: <see cref="Length"/> characters and a backslash that doesn't count.
/// </remarks>
[StructLayout(LayoutKind.Sequential, Pack = 4)]
internal unsafe struct PathRecord
{
    private const ushort WideBit = 0x8000;

    /// <summary>The hash of the folded path.</summary>
    public ulong Hash;

    /// <summary>The text as UTF-16, once requested (<see cref="PathTable.GetPath(PathRecord*)"/>).</summary>
    public nint Unpacked;

    public int Id;

    private ushort _info;

    /// <summary>The offset of the last component.</summary>
    public ushort NameStart;

    /// <summary>Gets the length in characters; at most <see cref="Paths.VirtualPath.MaxLength"/>.</summary>
    public readonly int Length => _info & ~WideBit;

    /// <summary>
    /// Gets a value indicating whether the text has two bytes for each character; otherwise one (<see cref="PackedText"/>).
    /// </summary>
    public readonly bool IsWide => (_info & WideBit) != 0;

    /// <summary>Gets the length in characters of the last component.</summary>
    public readonly int NameLength => Length - NameStart;

    public void SetLength(int length, bool isWide) => _info = (ushort)(length | (isWide ? WideBit : 0));

    /// <summary>Determines whether the text has exactly this many characters, at one byte each.</summary>
    public readonly bool IsNarrow(int length) => _info == length;

    /// <summary>Returns the text of a record in native memory.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetText(PathRecord* record) => (byte*)(record + 1);

    /// <summary>Returns the text from a character on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte* GetText(PathRecord* record, int start) => GetText(record) + (record->IsWide ? start * sizeof(char) : start);

    /// <summary>Returns the last component. The path must not be too long for a name.</summary>
    public static PackedText GetName(PathRecord* record) =>
        new(GetText(record, record->NameStart), (ushort)(record->NameLength | (record->IsWide ? PackedText.Wide : 0)));

    /// <summary>Determines whether Windows considers a path the same.</summary>
    public static bool EqualsFolded(PathRecord* record, ReadOnlySpan<char> path) =>
        record->Length == path.Length
        && PackedText.EqualsFolded(GetText(record), record->IsWide, ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(path)),
            (uint)path.Length);

    /// <summary>Copies the path. The caller guarantees room for <see cref="Length"/> characters.</summary>
    public static void CopyPath(PathRecord* record, ref char destination) =>
        PackedText.Widen(GetText(record), record->IsWide, ref destination, (uint)record->Length);

    /// <summary>Copies the characters after <paramref name="start"/>, the trailing backslash included, as far as they fit.</summary>
    public static void CopyTail(PathRecord* record, int start, Span<char> tail) =>
        PackedText.Widen(GetText(record, start), record->IsWide, ref MemoryMarshal.GetReference(tail),
            (uint)Math.Min(tail.Length, record->Length + 1 - start));

    /// <summary>Returns the size in bytes of a record with its text and the backslash.</summary>
    public static nuint GetSize(int length, bool isWide) => (nuint)sizeof(PathRecord) + ((nuint)(length + 1) * (isWide ? 2u : 1u));
}
