using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Lookup;

/// <summary>
/// What all targets of one drive or of the network have in common; a path that doesn't fit it lies in no target. Never changes.
/// </summary>
internal unsafe struct LookupPrefix
{
    private const int Width = CaseFolding.Width128;

    public char* Text;
    public int Length;

    // Where in the text its last vector begins, which decides: of a long prefix it's rarely right by accident, and then the tables know.
    private int _start;
    private Vector128<ushort> _lower;

    // What makes a lower-case letter of an upper-case one, where the prefix has letters.
    private Vector128<ushort> _caseBits;

    // All bits of the characters that are looked at: those that are ASCII.
    private Vector128<ushort> _counted;

    /// <summary>Of a path without a backslash at its end; the text stays where it is.</summary>
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
    /// False where a look is enough to say that no target of this prefix is near. The caller guarantees <paramref name="length"/> units.
    /// </summary>
    public static bool MayContain(LookupPrefix* prefix, char* path, int length) =>
        TryLook(prefix, path, length, out bool isNear) ? isNear : IsNear(prefix, path, length);

    /// <summary>
    /// Looks at one vector of a path. False, with no answer, where that doesn't decide: of a short path, and where something beyond ASCII
    /// may fold to what the prefix has. The caller guarantees <paramref name="length"/> units.
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
