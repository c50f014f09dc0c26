using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Hashing;

/// <summary>The C function with which native images hash, compiled for this process.</summary>
internal static unsafe class ImageCode
{
    /// <summary>The function's address. 0 on Windows, where the DLL's own tests run it, without clang, and without AVX2.</summary>
    public static nint Function { get; } = Load();

    private static nint Load()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != System.Runtime.InteropServices.Architecture.X64)
            return 0;
        if (Executables.Find("clang") is not { } clang)
        {
            return Environment.GetEnvironmentVariable("RVFS_SKIP_NOTHING") == "1"
                ? throw new FileNotFoundException("clang isn't on PATH; build/setup.sh installs it.")
                : 0;
        }

        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string library = Path.Combine(folder, "path_hash.so");
            using Process process = Process.Start(clang, ["-std=c11", "-O2", "-ffreestanding", "-fPIC", "-shared", "-nostdlib",
                Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS", "Native", "path_hash_avx2.c"), "-o", library]);
            process.WaitForExit();
            return process.ExitCode == 0
                ? ((delegate* unmanaged<nint>)NativeLibrary.GetExport(NativeLibrary.Load(library), "rvfs_path_hash_get_avx2"))()
                : throw new InvalidOperationException("clang can't compile path_hash_avx2.c.");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
