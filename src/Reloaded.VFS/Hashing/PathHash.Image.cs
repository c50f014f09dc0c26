using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hashing;

// Native images are compiled for processors without AVX2; the code that has it is in C (Native/path_hash_avx2.c) and is called where the
// image's own start has found that it can run.
public static unsafe partial class PathHash
{
    /// <summary>The longest text that it takes: each stripe has keys of its own.</summary>
    internal const int MostWithImageCode = KeyedStripes * StripeLength;

    /// <summary>The function that hashes; null where there is none. Set once, before other threads hash.</summary>
    internal static nint ImageCode { get; private set; }

    /// <summary>The function that makes the keys of names in one folder (<c>LookupKeys</c>); null likewise.</summary>
    internal static nint ImageKeysCode { get; private set; }

    /// <summary>Whether texts of 16 units and more are folded and hashed with AVX2 by code of this image.</summary>
    internal static bool HasImageCode => ImageCode != 0;

    /// <summary>Uses functions of the image that were linked for processors with AVX2. Call it before any other thread hashes.</summary>
    /// <param name="hash">What <c>rvfs_path_hash_get_avx2</c> returns: the function, or null where the processor lacks AVX2.</param>
    /// <param name="keys">What <c>rvfs_path_keys_get_avx2</c> returns, likewise.</param>
    internal static void UseImageCode(nint hash, nint keys)
    {
        ImageCode = hash;
        ImageKeysCode = keys;
    }

    /// <summary>The hash of what 16 to 512 units fold to.</summary>
    /// <param name="function">As in <see cref="UseImageCode"/>; not null.</param>
    /// <param name="source">The text; the caller guarantees its length.</param>
    /// <param name="length">Units.</param>
    internal static ulong RunImageCode(nint function, ref ushort source, nuint length)
    {
        ulong hash;
        fixed (ushort* text = &source)
        {
            var code = (delegate* unmanaged[SuppressGCTransition]<ushort*, nuint, byte*, ulong>)function;
            hash = code(text, length, (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(KeyBytes)));
        }

        // Also where the hash is 0 by chance.
        return hash != 0 ? hash : Run128<Folding>(ref source, ref source, length);
    }
}
