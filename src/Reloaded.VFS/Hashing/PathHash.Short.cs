using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Hashing;

// Texts shorter than 16 units, which most file names are: one vector holds them.
public static partial class PathHash
{
    // What lanes 2 and 3 come to when they are zero, up to the final mix.
    private const ulong ShortSum2 = unchecked(Start2 + ((Key2 & uint.MaxValue) * (Key3 >> 32)) + ((Key3 << 32) | (Key3 >> 32)));
    private const ulong ShortSum3 = unchecked(Start3 + ((Key3 & uint.MaxValue) * (Key2 >> 32)) + ((Key2 << 32) | (Key2 >> 32)));
    private const ulong ShortLane2 = unchecked((ShortSum2 ^ (ShortSum2 >> 29)) * Lane2);
    private const ulong ShortLane3 = unchecked((ShortSum3 ^ (ShortSum3 >> 29)) * Lane3);
    private const ulong ShortLanes = unchecked(((ShortLane2 << 32) | (ShortLane2 >> 32)) + ((ShortLane3 << 48) | (ShortLane3 >> 16)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RunShort128<TMode>(ref ushort source, ref ushort folded, nuint length)
        where TMode : struct, IMode
    {
        Vector128<ushort> a, b = default;
        if (length >= 8)
        {
            a = Vector128.LoadUnsafe(ref source);
            b = Vector128.LoadUnsafe(ref source, length - 8);
        }
        else if (length >= 4)
        {
            a = Vector128.Create(Read4(ref source, 0), Read4(ref source, length - 4)).AsUInt16();
        }
        else
        {
            a = Vector128.CreateScalar(Read3(ref source, length)).AsUInt16();
        }

        if (((a | b) & Vector128.Create((ushort)0xFF80)) != Vector128<ushort>.Zero)
            return RunAny128<TMode>(ref source, ref folded, length);

        Vector128<byte> lanes = Vector128.Narrow(a, b);
        if (TMode.Folds)
            lanes = FoldAscii(lanes);
        if (TMode.Writes)
        {
            a = Vector128.WidenLower(lanes);
            if (length >= 8)
            {
                a.StoreUnsafe(ref folded);
                WidenUpper(lanes).StoreUnsafe(ref folded, length - 8);
            }
            else if (length >= 4)
            {
                Write4(ref folded, 0, a.AsUInt64()[0]);
                Write4(ref folded, length - 4, a.AsUInt64()[1]);
            }
            else
            {
                Write3(ref folded, length, a.AsUInt64()[0]);
            }
        }

        Vector128<ulong> sum = AddPair(Vector128.Create(Start0, Start1), lanes, Vector128.Create(Key0, Key1));
        sum ^= sum >>> 29;
        return Avalanche((sum[0] * Lane0) + ulong.RotateLeft(sum[1] * Lane1, 16) + (length * LengthFactor) + ShortLanes);
    }

    /// <summary>The first, the middle and the last of 1 to 3 units; zero of none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Read3(ref ushort text, nuint length)
    {
        return length == 0
            ? 0
            : text | ((ulong)Unsafe.Add(ref text, length / 2) << 16) | ((ulong)Unsafe.Add(ref text, length - 1) << 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write3(ref ushort text, nuint length, ulong units)
    {
        if (length == 0)
            return;
        text = (ushort)units;
        Unsafe.Add(ref text, length / 2) = (ushort)(units >> 16);
        Unsafe.Add(ref text, length - 1) = (ushort)(units >> 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Write4(ref ushort text, nuint offset, ulong units) =>
        Unsafe.WriteUnaligned(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref text, offset)), units);
}
