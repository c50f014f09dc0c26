namespace Reloaded.VFS.Lookup;

/// <summary>
/// The common prefix of all targets on one drive or on the network. A path that doesn't match any prefix is in no target. Immutable.
/// </summary>
internal unsafe struct LookupPrefix
{
    private const int Width = CaseFolding.Width128;

    public char* Text;
    public int Length;

    // The offset of the prefix's last vector, which is compared alone: a false match is rare for a long prefix, and the tables sort it out.
    private int _start;
    private Vector128<ushort> _lower;

    // The bits that lower the case of the prefix's letters.
    private Vector128<ushort> _caseBits;

    // All bits of the characters that are compared: the ASCII ones.
    private Vector128<ushort> _counted;

    /// <summary>Creates a prefix from a path without a trailing backslash. The text is referenced, not copied.</summary>
    public static LookupPrefix Create(char* text, int length)
    {
        var prefix = new LookupPrefix { Text = text, Length = length, _start = Math.Max(length - Width, 0) };
        for (int i = 0; prefix._start + i < length && i < Width; i++)
        {
            char c = text[prefix._start + i];
            ushort caseBit = (ushort)(char.IsAsciiLetter(c) ? 0x20 : 0);
            prefix._lower = prefix._lower.WithElement(i, (ushort)(c | caseBit));
            prefix._caseBits = prefix._caseBits.WithElement(i, caseBit);
            prefix._counted = prefix._counted.WithElement(i, (ushort)(char.IsAscii(c) ? ushort.MaxValue : 0));
        }

        return prefix;
    }

    /// <summary>
    /// Returns false if the path certainly is in no target of this prefix. The caller guarantees <paramref name="length"/> characters.
    /// </summary>
    public static bool MayContain(LookupPrefix* prefix, char* path, int length) =>
        TryLook(prefix, path, length, out bool isNear) ? isNear : IsNear(prefix, path, length);

    /// <summary>
    /// Compares one vector of a path. Returns false, without an answer, if the path is too short or may fold to the prefix beyond ASCII.
    /// The caller guarantees <paramref name="length"/> characters.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryLook(LookupPrefix* prefix, char* path, int length, out bool isNear)
    {
        isNear = true;
        if (!Vector128.IsHardwareAccelerated || length < prefix->_start + Width)
            return false;
        Vector128<ushort> units = Vector128.Load((ushort*)path + prefix->_start);
        if ((((units | prefix->_caseBits) ^ prefix->_lower) & prefix->_counted) == Vector128<ushort>.Zero)
            return true;
        isNear = false;
        return (units & prefix->_counted & Vector128.Create((ushort)0xFF80)) == Vector128<ushort>.Zero;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsNear(LookupPrefix* prefix, char* path, int length)
    {
        int common = Math.Min(prefix->Length, length), start = Math.Max(common - Width, 0);
        return CaseFolding.Equals(ref *(ushort*)(prefix->Text + start), ref *(ushort*)(path + start), (uint)(common - start));
    }
}
