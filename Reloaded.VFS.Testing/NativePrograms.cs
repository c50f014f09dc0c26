using System.Collections.Concurrent;
using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;

namespace Reloaded.VFS.Testing;

/// <summary>
/// The test programs and DLLs in Native/, compiled once for each state of the sources, for the width of the tests (<see cref="Width"/>).
/// </summary>
/// <remarks>
/// All sources of a folder that contains a source of the folder's name form one program: those of <c>probe/</c> become <c>probe.exe</c>.
/// Every other source is a program or DLL of its own. <c>Native/README.md</c> lists them.
/// </remarks>
public static class NativePrograms
{
    private static readonly string[] CompilerNames = OperatingSystem.IsWindows()
        ? ["x86_64-w64-mingw32-gcc", "gcc"]
        : ["x86_64-w64-mingw32-gcc"];

    private static readonly ConcurrentDictionary<string, string> Compiled = new();

    private static readonly string LoaderHeader = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "reloaded_vfs.h");
    private static readonly string LoaderSources = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "Native");
    private static readonly string HookSources = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Hooks", "Native");

    /// <summary>This file, which determines how all programs are compiled.</summary>
    private static readonly string Itself = Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Testing", "NativePrograms.cs");

    /// <summary>The inputs of every program besides its own sources: the files that it may include, and this file.</summary>
    private static readonly Lazy<string[]> Common = new(() =>
    [
        Itself,
        .. Directory.GetFiles(RepositoryFolders.NativeSources, "*.h", SearchOption.AllDirectories).Order(StringComparer.Ordinal),
        // Some programs include the DLL's own sources.
        .. Directory.GetFiles(LoaderSources).Order(StringComparer.Ordinal),
        .. Directory.GetFiles(HookSources).Order(StringComparer.Ordinal),
        LoaderHeader,
    ]);

    /// <summary>Gets the folder of the headers that several programs include.</summary>
    public static string SharedHeaders { get; } = Path.Combine(RepositoryFolders.NativeSources, "shared");

    /// <summary>Gets the C compiler for 64-bit Windows, or null.</summary>
    public static string? Compiler64 { get; } = CompilerNames.Select(Executables.Find).FirstOrDefault(path => path is not null);

    /// <summary>Gets the C compiler for 32-bit Windows, or null.</summary>
    public static string? Compiler32 { get; } = Executables.Find("i686-w64-mingw32-gcc");

    /// <summary>Gets the C compiler for the programs of the tests (<see cref="Width"/>), or null.</summary>
    public static string? Compiler => Width.Is32Bit ? Compiler32 : Compiler64;

    /// <summary>Gets the program that prints what Windows tells a game: Native/probe/probe.c.</summary>
    public static string Probe => Get("probe.exe");

    /// <summary>Gets the program that uses the file system from many threads: Native/storm/storm.c.</summary>
    public static string Storm => Get("storm.exe");

    /// <summary>
    /// Gets a program with an SQLite database: Native/sqlite/sqlite.c and SQLite's own source, as build/third-party.sh downloads it.
    /// </summary>
    public static string Sqlite => Compiled.GetOrAdd("sqlite.exe", _ => CompileSqlite());

    /// <summary>Returns the full path of a source in any folder of Native/.</summary>
    public static string SourceOf(string name)
    {
        string[] found = Directory.GetFiles(RepositoryFolders.NativeSources, name, SearchOption.AllDirectories);
        return found.Length == 1
            ? found[0]
            : throw new FileNotFoundException($"{found.Length} sources {name} in {RepositoryFolders.NativeSources}.");
    }

    /// <summary>
    /// Returns the full path of a compiled program or DLL; <paramref name="name"/> is its source's name with .exe or .dll.
    /// </summary>
    public static string Get(string name) => Compiled.GetOrAdd(name, path => Compile(path, Compiler));

    /// <summary>Like <see cref="Get"/>, for 64-bit Windows in any case.</summary>
    public static string Get64(string name) => Compiled.GetOrAdd("64:" + name, _ => Compile(name, Compiler64));

    /// <summary>Like <see cref="Get"/>, for 32-bit Windows in any case.</summary>
    public static string Get32(string name) => Compiled.GetOrAdd("32:" + name, _ => Compile(name, Compiler32));

    /// <summary>
    /// Compiles one source into <paramref name="path"/>, or copies the result of an earlier build with the same arguments and files. The
    /// compiler gets the final file name, because a DLL contains the name under which programs import it.
    /// </summary>
    public static void Build(string source, string path, params string[] arguments) => BuildFor(Width.Is32Bit, source, path, arguments);

    /// <summary>Like <see cref="Build"/>, for a width.</summary>
    public static void BuildFor(bool is32Bit, string source, string path, params string[] arguments)
    {
        string compiler = (is32Bit ? Compiler32 : Compiler64)!;
        string main = SourceOf(source), name = Path.GetFileName(path);
        string[] said = [name, .. is32Bit ? ["32"] : Array.Empty<string>(), .. arguments.Select(argument => File.Exists(argument) ? Path.GetFileName(argument) : argument)];
        string folder = Path.Combine(RepositoryFolders.Cache, "native",
            "built-" + ContentHash([main, .. Common.Value, .. arguments.Where(File.Exists)], said));
        NewFolder.Make(folder, unfinished => Run(compiler, [
            .. PrecompiledHeader.Options(compiler, ["-O1", "-std=gnu11", .. is32Bit ? ["-msse2"] : Array.Empty<string>(), .. arguments.Where(argument => argument == "-municode")]),
            "-static", "-I", Path.GetDirectoryName(LoaderHeader)!, "-I", SharedHeaders,
            "-o", Path.Combine(unfinished, name), main, .. arguments.Except(["-municode"])], name));
        File.Delete(path);
        File.Copy(Path.Combine(folder, name), path);
        File.SetLastWriteTimeUtc(path, DateTime.UtcNow);
    }

    /// <summary>Compiles one source in C++ (by g++ beside the compiler for C).</summary>
    public static void BuildCpp(string source, string path)
    {
        string name = Path.GetFileName(Compiler!);
        string compiler = Path.Combine(Path.GetDirectoryName(Compiler!)!, name.Replace("gcc", "g++", StringComparison.Ordinal));
        Run(compiler, ["-O2", "-std=gnu++20", "-Wall", "-Wextra", "-Werror", "-static", "-municode", "-o", path, SourceOf(source)],
            Path.GetFileName(path));
    }

    private static string Compile(string name, string? compiler)
    {
        if (compiler is null)
            throw new FileNotFoundException("No C compiler for Windows (x86_64-w64-mingw32-gcc) on PATH; build/setup.sh installs it.");
        string stem = Path.GetFileNameWithoutExtension(name);
        string main = SourceOf(stem + ".c"), home = Path.GetDirectoryName(main)!;
        string[] sources = Path.GetFileName(home) == stem ? Directory.GetFiles(home, "*.c") : [main];
        Array.Sort(sources, StringComparer.Ordinal);
        string folder = Path.Combine(RepositoryFolders.Cache, "native",
            ContentHash([.. sources, .. Common.Value], compiler == Compiler64 ? [] : [Path.GetFileName(compiler)]));
        string path = Path.Combine(folder, name);
        if (File.Exists(path))
            return path;
        using FileLock held = FileLock.Acquire(Path.Combine(RepositoryFolders.Cache, "native.lock"), TimeSpan.FromMinutes(3));
        if (File.Exists(path))
            return path;
        Directory.CreateDirectory(folder);
        bool isLibrary = Path.GetExtension(name) == ".dll";
        string text = string.Concat(sources.Select(File.ReadAllText));
        bool isWide = !isLibrary && text.Contains("wmain(", StringComparison.Ordinal);
        // Windows 10 needs a processor with SSE2.
        bool is32Bit = compiler != Compiler64;
        string[] options = [
            "-O2", "-std=gnu11", .. is32Bit ? ["-msse2"] : Array.Empty<string>(), .. isWide ? ["-municode"] : Array.Empty<string>()];
        // The DLL's own sources have their own declarations of Windows.
        bool isOwn = text.Contains("/src/Reloaded.VFS.", StringComparison.Ordinal);
        string[] arguments = [
            .. isOwn ? options : PrecompiledHeader.Options(compiler, options),
            // MinGW's own headers read the thread environment block at small addresses, of which GCC warns in 32-bit code.
            "-g0", "-Wall", "-Wextra", "-Werror", .. is32Bit ? ["-Wno-array-bounds"] : Array.Empty<string>(), "-static",
            .. isLibrary ? ["-shared"] : Array.Empty<string>(),
            // Exports have the names that GetProcAddress is asked for, without the size of their arguments.
            .. isLibrary && is32Bit ? ["-Wl,--kill-at"] : Array.Empty<string>()];
        // The final name is given to a complete file only.
        string unfinished = path + ".tmp";
        Run(compiler,
            [.. arguments, "-I", Path.GetDirectoryName(LoaderHeader)!, "-I", SharedHeaders, "-o", unfinished, .. sources, "-lntdll"], name);
        File.Move(unfinished, path, overwrite: true);
        return path;
    }

    private static string CompileSqlite()
    {
        string source = Path.Combine(RepositoryFolders.NativeSources, "sqlite", "sqlite.c"),
            library = Path.Combine(ThirdPartyPrograms.Sqlite, "sqlite3.c");
        string folder = Path.Combine(RepositoryFolders.Cache, "native", "sqlite-" + ContentHash([Itself, source, library], Path.GetFileName(Compiler!))),
            path = Path.Combine(folder, "sqlite.exe");
        using FileLock held = FileLock.Acquire(Path.Combine(RepositoryFolders.Cache, "native.lock"), TimeSpan.FromMinutes(3));
        if (File.Exists(path))
            return path;
        Directory.CreateDirectory(folder);
        string unfinished = path + ".tmp";
        Run(Compiler!, ["-O1", "-g0", "-static", "-DSQLITE_OMIT_LOAD_EXTENSION", "-I", ThirdPartyPrograms.Sqlite, "-o", unfinished, source,
            library], "sqlite.exe");
        File.Move(unfinished, path);
        return path;
    }

    internal static void Run(string compiler, string[] arguments, string name)
    {
        ProcessStartInfo start = new(compiler, arguments) { RedirectStandardError = true, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"{name} doesn't compile:{Environment.NewLine}{output.Result}{errors}");
    }

    private static string ContentHash(string[] files, params string[] arguments)
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(Encoding.UTF8.GetBytes(string.Join('\0', arguments)));
        foreach (string file in files)
        {
            hash.AppendData(Encoding.UTF8.GetBytes(Path.GetFileName(file)));
            hash.AppendData(File.ReadAllBytes(file));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }
}
