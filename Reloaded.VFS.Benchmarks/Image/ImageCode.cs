using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Benchmarks;

/// <summary>The DLL's code for processors with AVX2, in this image as in the DLL.</summary>
internal static partial class ImageCode
{
    /// <summary>Applies the code if the processor supports AVX2 and the DLL's variable doesn't turn the code off.</summary>
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
