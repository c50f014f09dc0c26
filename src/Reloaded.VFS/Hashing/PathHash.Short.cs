namespace Reloaded.VFS.Hashing;

// Texts shorter than 16 units, as most file names are: one vector holds them.
public static partial class PathHash
{
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
            a = Vector128.Create(CaseFolding.Read4(ref source, 0), CaseFolding.Read4(ref source, length - 4)).AsUInt16();
        }
        else
        {
            a = Vector128.CreateScalar(CaseFolding.Read3(ref source, length)).AsUInt16();
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

        // W is zero: only its keys remain.
        Vector128<ulong> v = lanes.AsUInt64() ^ Vector128.Create(Key0, Key1);
        return Finish(
            Vector128.Create(Start0, Start2) + MultiplyLow(v, Vector128.Create(Key2, Key3)),
            Vector128.Create(Start1, Start3) + MultiplyLow(v >>> 32, Vector128.Create(Key2 >> 32, Key3 >> 32)),
            length);
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
