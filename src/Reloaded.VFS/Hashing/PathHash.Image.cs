namespace Reloaded.VFS.Hashing;

// Native images are compiled for processors without AVX2. The AVX2 code is in C (Native/path_hash_avx2.c) and used if the image's start
// finds that the processor supports it.
public static unsafe partial class PathHash
{
    /// <summary>The longest text that the code takes: each of its stripes has its own keys.</summary>
    internal const int MostWithImageCode = KeyedStripes * StripeLength;

    /// <summary>Gets the function that hashes, or null. Set once, before other threads hash.</summary>
    internal static nint ImageCode { get; private set; }

    /// <summary>
    /// Gets the function that makes the keys of names in one folder (<c>LookupKeys</c>), or null. Set once, before other threads hash.
    /// </summary>
    internal static nint ImageKeysCode { get; private set; }

    /// <summary>Gets a value indicating whether texts of 16 units and more are folded and hashed by the image's AVX2 code.</summary>
    internal static bool HasImageCode => ImageCode != 0;

    /// <summary>Enables the functions of the image that need AVX2. Must be called before any other thread hashes.</summary>
    /// <param name="hash">The result of <c>rvfs_path_hash_get_avx2</c>: the function, or null if the processor lacks AVX2.</param>
    /// <param name="keys">The result of <c>rvfs_path_keys_get_avx2</c>: the function, or null.</param>
    internal static void UseImageCode(nint hash, nint keys)
    {
        ImageCode = hash;
        ImageKeysCode = keys;
    }

    /// <summary>Returns the hash of a folded text of 16 to 512 units.</summary>
    /// <param name="function">The function of <see cref="UseImageCode"/>; not null.</param>
    /// <param name="source">The text; the caller guarantees its length.</param>
    /// <param name="length">The length in units.</param>
    internal static ulong RunImageCode(nint function, ref ushort source, nuint length)
    {
        ulong hash;
        fixed (ushort* text = &source)
        {
            var code = (delegate* unmanaged[SuppressGCTransition]<ushort*, nuint, byte*, ulong>)function;
            hash = code(text, length, (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(KeyBytes)));
        }

        // Also computed again if the hash is 0 by chance.
        return hash != 0 ? hash : Run128<Folding>(ref source, ref source, length);
    }
}
