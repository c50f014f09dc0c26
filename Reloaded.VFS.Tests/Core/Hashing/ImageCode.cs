using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Hashing;

/// <summary>
/// The C functions with which images hash, compiled for this process, and for a program of 32 bits that this process asks. None on Windows,
/// where the DLL's own tests run them, without clang, and without AVX2.
/// </summary>
/// <param name="Width">64 or 32.</param>
/// <param name="Hash">The address of the function that hashes a path.</param>
/// <param name="Keys">The address of the function that computes the keys of names in one folder.</param>
internal sealed unsafe record ImageCode(int Width, nint Hash, nint Keys)
{
    private const int ENOEXEC = 8;

    private static readonly bool s_isNeeded = Environment.GetEnvironmentVariable("RVFS_SKIP_NOTHING") == "1";

    /// <summary>Gets the functions of each width that can run here.</summary>
    public static IReadOnlyList<ImageCode> All { get; } = Load();

    /// <summary>Gets the reason why those of 32 bits can't run on this Linux, or null.</summary>
    public static string? WhyNo32Bit { get; private set; }

    /// <summary>Gets the functions of a width, or null.</summary>
    public static ImageCode? Of(int width) => All.FirstOrDefault(code => code.Width == width);

    private static List<ImageCode> Load()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != System.Runtime.InteropServices.Architecture.X64)
            return [];
        if (Executables.Find("clang") is not { } clang)
            return s_isNeeded ? throw new FileNotFoundException("clang isn't on PATH; build/setup.sh installs it.") : [];
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            string library = Path.Combine(folder, "path_hash.so"), program = Path.Combine(folder, "path_hash_32");
            Compile(clang, library, "-fPIC", "-shared");
            nint loaded = NativeLibrary.Load(library);
            nint hash = Ask(loaded, "rvfs_path_hash_get_avx2");
            if (hash == 0)
                return [];
            List<ImageCode> all = [new(64, hash, Ask(loaded, "rvfs_path_keys_get_avx2"))];
            Compile(clang, program, "-m32", "-static", "-fuse-ld=lld");
            if (!MayRun(program))
            {
                WhyNo32Bit = "this system's kernel runs no 32-bit programs";
                return all;
            }

            fixed (byte* path = System.Text.Encoding.UTF8.GetBytes(program + '\0'))
            {
                var start = (delegate* unmanaged<byte*, int>)NativeLibrary.GetExport(loaded, "other_width_start");
                if (start(path) == 1)
                    all.Add(new(
                        32, NativeLibrary.GetExport(loaded, "other_width_hash"), NativeLibrary.GetExport(loaded, "other_width_keys")));
                else if (s_isNeeded)
                    throw new InvalidOperationException("A Linux program of 32 bits doesn't run here.");
            }

            return all;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Determines whether the kernel runs programs of the kind. Without a socket the program ends at once.</summary>
    private static bool MayRun(string program)
    {
        try
        {
            using Process process = Process.Start(new ProcessStartInfo(program) { RedirectStandardInput = true })!;
            process.StandardInput.Close();
            process.WaitForExit();
            return true;
        }
        catch (Win32Exception e) when (e.NativeErrorCode == ENOEXEC)
        {
            return false;
        }
    }

    private static nint Ask(nint library, string function) =>
        ((delegate* unmanaged<nint>)NativeLibrary.GetExport(library, function))();

    private static void Compile(string clang, string path, params string[] options)
    {
        string sources = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS", "Native");
        using Process process = Process.Start(clang, ["-std=c11", "-O2", "-ffreestanding", "-nostdlib", .. options, "-I", sources,
            .. Directory.GetFiles(sources, "*.c"), NativePrograms.SourceOf("other_width.c"), "-o", path]);
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"clang can't compile what is in {sources}: {string.Join(' ', options)}.");
    }
}
