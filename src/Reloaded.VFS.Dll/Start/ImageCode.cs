using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>What this image has for processors with AVX2 beside the code that runs on each.</summary>
internal static class ImageCode
{
    /// <summary>What turns it off: <c>off</c>.</summary>
    public const string Variable = "RVFS_AVX2";

    /// <summary>Asks the processor. To be called before any path is hashed by another thread.</summary>
    public static void Apply()
    {
        if (Environment.GetEnvironmentVariable(Variable) != "off")
            PathHash.UseImageCode(NativeImports.rvfs_path_hash_get_avx2(), NativeImports.rvfs_path_keys_get_avx2());
    }
}
