using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.PathRecords;

// As PathHash.Image.cs: the code with AVX2 of a native image is in C (Native/path_keys_avx2.c).
internal unsafe ref partial struct LookupKeys
{
    /// <summary>As <see cref="Of{T}"/>. False, with none made, where the folder's path is beyond ASCII or too long.</summary>
    /// <param name="function">As in <see cref="PathHash.UseImageCode"/>; not null.</param>
    /// <param name="names">What the offsets count from; in front of each name 31 bytes can be read, whatever they are.</param>
    /// <param name="listed">What the listing has of the names.</param>
    /// <param name="count">How many.</param>
    /// <param name="keys">Room for as many keys.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryRunImageCode<T>(nint function, byte* names, T* listed, int count, ulong* keys)
        where T : unmanaged, IListedName
    {
        var code = (delegate* unmanaged[SuppressGCTransition]<byte*, nuint, byte*, T*, nuint, nuint, ulong*, byte*, nuint>)function;
        if (_record->IsWide || code(PathRecord.GetText(_record), (uint)_folderLength, names, listed, (uint)sizeof(T), (uint)count, keys,
            (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(PathHash.KeyBytes))) == 0)
            return false;
        // What it left, and a key that is 0 by chance.
        for (int i = 0; i < count; i++)
        {
            if (keys[i] == 0)
                keys[i] = OfAny(new PackedText(names + listed[i].NameOffset, listed[i].NameInfo));
        }

        return true;
    }
}
