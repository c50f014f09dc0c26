using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Tests.Shipped;

/// <summary>Compiles the test programs and DLLs in Native/ for 64-bit Windows, once for each state of the sources.</summary>
public static class NativePrograms
{
    private static readonly string[] CompilerNames = OperatingSystem.IsWindows()
        ? ["x86_64-w64-mingw32-gcc", "gcc"]
        : ["x86_64-w64-mingw32-gcc"];

    private static readonly Lazy<string> Folder = new(CompileAll);

    /// <summary>The C compiler for 64-bit Windows, or null where there is none.</summary>
    public static string? Compiler { get; } = CompilerNames.Select(Executables.Find).FirstOrDefault(path => path is not null);

    /// <summary>The program that shows what Windows tells a game: Native/probe.c.</summary>
    public static string Probe => Get("probe.exe");

    /// <summary>The program that works the file system from many threads: Native/storm.c.</summary>
    public static string Storm => Get("storm.exe");

    /// <summary>The full path of a compiled program or DLL; <paramref name="name"/> is its source's name with .exe or .dll.</summary>
    public static string Get(string name)
    {
        string path = Path.Combine(Folder.Value, name);
        return File.Exists(path) ? path : throw new FileNotFoundException($"{name} isn't built from a source in {RepositoryFolders.NativeSources}.", path);
    }

    private static string CompileAll()
    {
        string compiler = Compiler ?? throw new FileNotFoundException(
            "No C compiler for 64-bit Windows (x86_64-w64-mingw32-gcc) on PATH; build/setup.sh installs it.");
        string[] sources = Directory.GetFiles(RepositoryFolders.NativeSources, "*.c").Order(StringComparer.Ordinal).ToArray();
        string[] headers = Directory.GetFiles(RepositoryFolders.NativeSources, "*.h").Order(StringComparer.Ordinal).ToArray();
        string folder = Path.Combine(RepositoryFolders.Cache, "native", ContentHash([.. sources, .. headers]));
        using FileLock held = FileLock.Acquire(Path.Combine(RepositoryFolders.Cache, "native.lock"), TimeSpan.FromMinutes(3));
        string stamp = Path.Combine(folder, "complete");
        if (File.Exists(stamp))
            return folder;
        Directory.CreateDirectory(folder);
        foreach (string source in sources)
            Compile(compiler, source, folder);
        File.WriteAllText(stamp, "");
        return folder;
    }

    private static void Compile(string compiler, string source, string folder)
    {
        string text = File.ReadAllText(source);
        // A source says itself what it becomes: a DLL has a DllMain.
        bool isLibrary = text.Contains("DllMain(", StringComparison.Ordinal);
        string name = Path.GetFileNameWithoutExtension(source);
        ProcessStartInfo start = new(compiler) { RedirectStandardError = true, RedirectStandardOutput = true };
        foreach (string argument in (string[])["-O1", "-g0", "-std=gnu11", "-municode", "-Wall", "-Wextra", "-Werror", "-static"])
        {
            if (!isLibrary || argument != "-municode")
                start.ArgumentList.Add(argument);
        }
        if (isLibrary)
            start.ArgumentList.Add("-shared");
        start.ArgumentList.Add("-o");
        start.ArgumentList.Add(Path.Combine(folder, name + (isLibrary ? ".dll" : ".exe")));
        start.ArgumentList.Add(source);
        start.ArgumentList.Add("-lntdll");
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{Path.GetFileName(source)} doesn't compile:{Environment.NewLine}{output.Result}{errors}");
    }

    private static string ContentHash(string[] files)
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(File.ReadAllBytes(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Shipped", "NativePrograms.cs")));
        foreach (string file in files)
        {
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetFileName(file)));
            hash.AppendData(File.ReadAllBytes(file));
        }
        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }
}
