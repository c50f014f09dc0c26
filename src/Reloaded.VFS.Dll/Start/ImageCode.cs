using Reloaded.VFS.Dll.Runtime;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>This image's AVX2 code, besides the code that runs on every processor.</summary>
internal static class ImageCode
{
    /// <summary>The environment variable that disables it with the value <c>off</c>.</summary>
    public const string Variable = "RVFS_AVX2";

    /// <summary>Checks the processor. Call before another thread hashes a path.</summary>
    public static void Apply()
    {
        if (Environment.GetEnvironmentVariable(Variable) != "off")
            PathHash.UseImageCode(NativeImports.rvfs_path_hash_get_avx2(), NativeImports.rvfs_path_keys_get_avx2());
    }
}
