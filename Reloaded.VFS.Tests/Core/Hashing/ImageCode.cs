using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Hashing;

/// <summary>
/// The C functions with which native images hash, compiled for this process; 0 on Windows, where the DLL's own tests run them, without
/// clang, and without AVX2.
/// </summary>
internal static unsafe class ImageCode
{
    private static readonly nint s_library = Load();

    /// <summary>Gets the address of the function that hashes a path.</summary>
    public static nint Hash { get; } = Ask("rvfs_path_hash_get_avx2");

    /// <summary>Gets the address of the function that computes the keys of names in one folder.</summary>
    public static nint Keys { get; } = Ask("rvfs_path_keys_get_avx2");

    private static nint Ask(string function) =>
        s_library == 0 ? 0 : ((delegate* unmanaged<nint>)NativeLibrary.GetExport(s_library, function))();

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
            string sources = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS", "Native");
            using Process process = Process.Start(clang, ["-std=c11", "-O2", "-ffreestanding", "-fPIC", "-shared", "-nostdlib",
                .. Directory.GetFiles(sources, "*.c"), "-o", library]);
            process.WaitForExit();
            return process.ExitCode == 0
                ? NativeLibrary.Load(library)
                : throw new InvalidOperationException($"clang can't compile what is in {sources}.");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
