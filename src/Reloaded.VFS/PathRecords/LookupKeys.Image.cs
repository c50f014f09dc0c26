using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

// Like PathHash.Image.cs: a native image's AVX2 code is in C (Native/path_keys_avx2.c).
internal unsafe ref partial struct LookupKeys
{
    /// <summary>
    /// Computes keys like <see cref="Of{T}"/>. Returns false, without keys, if the folder's path is too long or not ASCII.
    /// </summary>
    /// <param name="function">The function of <see cref="PathHash.UseImageCode"/>; not null.</param>
    /// <param name="names">The base of the offsets; the 31 bytes before each name are readable, with undefined content.</param>
    /// <param name="listed">The listing's records of the names.</param>
    /// <param name="count">The number of names.</param>
    /// <param name="keys">Receives the keys, <paramref name="count"/> of them.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryRunImageCode<T>(nint function, byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        var code = (delegate* unmanaged[SuppressGCTransition]<byte*, nuint, byte*, T*, nuint, nuint, ulong*, byte*, nuint>)function;
        if (_record->IsWide || code(PathRecord.GetText(_record), (uint)_folderLength, names, listed, (uint)sizeof(T), (uint)count, keys,
            (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(PathHash.KeyBytes))) == 0)
            return false;
        // Keys that the code left out, or that are 0 by chance.
        for (int i = 0; i < count; i++)
        {
            if (keys[i] == 0)
                keys[i] = OfAny(new PackedText(names + listed[i].NameOffset, listed[i].NameInfo));
        }

        return true;
    }
}
