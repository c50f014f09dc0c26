using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Benchmarks;

/// <summary>What the DLL has for processors with AVX2, in this image as there.</summary>
internal static partial class ImageCode
{
    /// <summary>Asks the processor, unless the DLL's variable turns it off.</summary>
    public static void Apply()
    {
        if (Environment.GetEnvironmentVariable("RVFS_AVX2") != "off")
            PathHash.UseImageCode(rvfs_path_hash_get_avx2(), rvfs_path_keys_get_avx2());
    }

    [LibraryImport("reloaded_vfs_native")]
    private static partial nint rvfs_path_hash_get_avx2();

    [LibraryImport("reloaded_vfs_native")]
    private static partial nint rvfs_path_keys_get_avx2();
}
