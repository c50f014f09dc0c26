using System.Text;

namespace Reloaded.VFS.PathRecords;

/// <summary>
/// A name as stored in listings: one byte for each character if all are Latin-1 (except <c>ÿ</c>), otherwise two. Valid while its listing
/// is kept alive.
/// </summary>
/// <remarks>Nearly every file name is Latin-1: this halves the memory, and the bytes that a look-up fetches.</remarks>
internal readonly unsafe struct PackedText(byte* text, ushort info)
{
    /// <summary>The flag in a record's information for two bytes per character. The same bit as in <c>LookupEntry.Info</c>.</summary>
    public const ushort Wide = 1 << 13;

    public int Length => (byte)info;
    public bool IsWide => (info & Wide) != 0;
    public byte* Text => text;

    public ReadOnlySpan<byte> Bytes => new(text, GetSize(info));

    /// <summary>Returns the size of a text in bytes.</summary>
    public static int GetSize(ushort info) => (byte)info << ((info & Wide) != 0 ? 1 : 0);

    /// <summary>Returns the information (length and width) of a text of at most 255 characters.</summary>
    public static ushort GetInfo(ReadOnlySpan<char> name) => (ushort)(name.Length | (NeedsWide(name) ? Wide : 0));

    /// <summary>Determines whether a text has characters that don't fit one byte each.</summary>
    public static bool NeedsWide(ReadOnlySpan<char> text) => text.ContainsAnyExceptInRange('\x01', CaseFolding.LastLatin1);

    /// <summary>Writes a text. The caller guarantees <see cref="GetSize"/> bytes of room.</summary>
    public static void Write(ReadOnlySpan<char> name, ushort info, Span<byte> packed) => Write(name, (info & Wide) != 0, packed);

    /// <summary>
    /// Packs a name of at least one character into one byte for each. Returns false, with undefined bytes written, if a character doesn't
    /// fit or is a separator or NUL.
    /// </summary>
    public static bool TryWriteName(ReadOnlySpan<char> name, Span<byte> packed)
    {
        ref ushort from = ref CaseFolding.Units(name);
        ref byte to = ref MemoryMarshal.GetReference(packed[..name.Length]);
        nuint length = (uint)name.Length;
        if (Vector128.IsHardwareAccelerated && length >= 16)
        {
            // The last block overlaps the previous one.
            nuint last = length - 16;
            for (nuint i = 0; ; i = Math.Min(i + 16, last))
            {
                if (!TryPack(Vector128.LoadUnsafe(ref from, i), Vector128.LoadUnsafe(ref from, i + 8), out Vector128<byte> block))
                    return false;
                block.StoreUnsafe(ref to, i);
                if (i == last)
                    return true;
            }
        }

        if (Vector128.IsHardwareAccelerated && length >= 8)
        {
            nuint last = length - 8;
            bool isNarrow = TryPack(Vector128.LoadUnsafe(ref from), Vector128.LoadUnsafe(ref from, last), out Vector128<byte> both);
            Unsafe.WriteUnaligned(ref to, both.AsUInt64()[0]);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, last), both.AsUInt64()[1]);
            return isNarrow;
        }

        for (nuint i = 0; i < length; i++)
        {
            ushort unit = Unsafe.Add(ref from, i);
            if (unit is 0 or > CaseFolding.LastLatin1 or '\\' or '/')
                return false;
            Unsafe.Add(ref to, i) = (byte)unit;
        }

        return true;
    }

    /// <summary>Packs two vectors. Units that don't fit a byte become 255, which is beyond the last valid one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryPack(Vector128<ushort> first, Vector128<ushort> second, out Vector128<byte> packed)
    {
        packed = Vector128.NarrowWithSaturation(first, second);
        return (Vector128.Equals(packed, Vector128<byte>.Zero) | Vector128.Equals(packed, Vector128<byte>.AllBitsSet)
            | Vector128.Equals(packed, Vector128.Create((byte)'\\')) | Vector128.Equals(packed, Vector128.Create((byte)'/')))
            == Vector128<byte>.Zero;
    }

    /// <summary>Packs a text of any length. Requires <paramref name="isWide"/> if <see cref="NeedsWide"/>.</summary>
    public static void Write(ReadOnlySpan<char> text, bool isWide, Span<byte> packed)
    {
        if (isWide)
            MemoryMarshal.AsBytes(text).CopyTo(packed);
        else
            Encoding.Latin1.GetBytes(text, packed);
    }

    /// <summary>Unpacks the text to a buffer of at least <see cref="Length"/> characters.</summary>
    public ReadOnlySpan<char> Unpack(Span<char> buffer)
    {
        CopyTo(ref MemoryMarshal.GetReference(buffer[..Length]));
        return buffer[..Length];
    }

    public override string ToString() => Unpack(stackalloc char[VirtualPath.MaxNameLength]).ToString();

    /// <summary>Determines whether Windows considers a name the same.</summary>
    public bool EqualsFolded(ReadOnlySpan<char> name) => name.Length == Length
        && EqualsFolded(text, IsWide, ref CaseFolding.Units(name), (uint)name.Length);

    /// <summary>Determines whether Windows considers a name of the same length the same.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool EqualsFolded(byte* text, bool isWide, ref ushort name, nuint length) =>
        isWide ? CaseFolding.Equals(ref *(ushort*)text, ref name, length) : CaseFolding.EqualsLatin1(ref *text, ref name, length);

    public void CopyTo(ref char destination) => Widen(text, IsWide, ref destination, (uint)Length);

    /// <summary>Copies <paramref name="length"/> characters of a packed text.</summary>
    public static void Widen(byte* text, bool isWide, ref char destination, nuint length)
    {
        ref ushort to = ref Unsafe.As<char, ushort>(ref destination);
        if (isWide)
        {
            Unsafe.CopyBlockUnaligned(ref Unsafe.As<ushort, byte>(ref to), ref *text, (uint)length * sizeof(char));
            return;
        }

        nuint i = 0;
        if (Vector128.IsHardwareAccelerated && length >= 16)
        {
            // The last block overlaps the previous one.
            nuint last = length - 16;
            for (; ; i = Math.Min(i + 16, last))
            {
                (Vector128<ushort> low, Vector128<ushort> high) = Vector128.Widen(Vector128.Load(text + i));
                low.StoreUnsafe(ref to, i);
                high.StoreUnsafe(ref to, i + 8);
                if (i == last)
                    return;
            }
        }

        // Two overlapping blocks, of 8 or of 4.
        if (Vector128.IsHardwareAccelerated && length >= 8)
        {
            nuint last = length - 8;
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(text)).AsByte()).StoreUnsafe(ref to);
            Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(text + last)).AsByte()).StoreUnsafe(ref to, last);
            return;
        }

        if (Vector128.IsHardwareAccelerated && length >= 4)
        {
            nuint last = length - 4;
            ulong first = Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<uint>(text)).AsByte()).AsUInt64()[0];
            ulong second = Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<uint>(text + last)).AsByte())
                .AsUInt64()[0];
            Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref to), first);
            Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref to, last)), second);
            return;
        }

        for (; i < length; i++)
            Unsafe.Add(ref to, i) = text[i];
    }
}
