using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>The kind of the opened files.</summary>
public enum FileKind
{
    /// <summary>A mod's files, by the game's names for them; without the VFS, by their own paths.</summary>
    Mods,

    /// <summary>The game's own files, which no mod has.</summary>
    Games,

    /// <summary>Files outside the game's folder.</summary>
    Outside,
}

/// <summary>Benchmarks of the shipped DLL's cost for a program of .NET that opens files. Needs Windows or Wine.</summary>
/// <remarks>
/// The DLL is in the benchmark's own process, and is switched off for the baseline. An iteration opens all files several times.
/// </remarks>
[GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory, BenchmarkLogicalGroupRule.ByParams)]
[CategoriesColumn]
public unsafe partial class FileOpenBenchmarks
{
    /// <summary>The category of the listings; a figure is the time for each name of the folder.</summary>
    internal const string Listing = "listing, each name";

    private const int Files = 1000;

    // The number of passes over all files in an iteration, which lasts a tenth of a second or more.
    private const int Opens = 4, Questions = 10, Listings = 40;

    // winnt.h, fileapi.h
    private const uint GENERIC_READ = 0x8000_0000, FILE_SHARE_READ = 1, OPEN_EXISTING = 3, INVALID_FILE_ATTRIBUTES = 0xFFFF_FFFF;

    private DirectoryInfo? _root;
    private string[] _on = [], _off = [];
    private string _listedOn = "", _listedOff = "";
    private delegate* unmanaged<int> _enable, _disable, _stop;

    /// <summary>Gets or sets the kind of the files.</summary>
    [ParamsAllValues]
    public FileKind Of { get; set; }

    /// <summary>Creates a game with a mod and starts the DLL.</summary>
    [GlobalSetup]
    public void Start()
    {
        _root = Directory.CreateTempSubdirectory("rvfs-opens-");
        string game = Path.Combine(_root.FullName, "game"), mod = Path.Combine(game, "rvfs", "mods", "mod"),
            outside = Path.Combine(_root.FullName, "outside");
        Lay(Path.Combine(game, "data"), Of == FileKind.Mods ? Files : 1, []);
        Lay(Path.Combine(mod, "data"), Of == FileKind.Mods ? Files : 1, [1]);
        Lay(Path.Combine(game, "own"), Of == FileKind.Games ? Files : 0, []);
        Lay(outside, Of == FileKind.Outside ? Files : 0, []);
        (_listedOn, _listedOff) = Of switch
        {
            FileKind.Mods => (Path.Combine(game, "data"), Path.Combine(mod, "data")),
            FileKind.Games => (Path.Combine(game, "own"), Path.Combine(game, "own")),
            _ => (outside, outside),
        };
        (_on, _off) = (Names(_listedOn), Names(_listedOff));
        string configuration = Path.Combine(game, "rvfs", "rvfs.json");
        File.WriteAllText(configuration, """{ "targets": [".."] }""");
        nint dll = NativeLibrary.Load(PublishedArtifacts.Library);
        var start = (delegate* unmanaged<char*, int>)NativeLibrary.GetExport(dll, "rvfs_start_config");
        _enable = (delegate* unmanaged<int>)NativeLibrary.GetExport(dll, "rvfs_enable");
        _disable = (delegate* unmanaged<int>)NativeLibrary.GetExport(dll, "rvfs_disable");
        _stop = (delegate* unmanaged<int>)NativeLibrary.GetExport(dll, "rvfs_stop");
        fixed (char* path = configuration)
        {
            int status = start(path);
            if (status != 0)
                throw new InvalidOperationException($"rvfs_start_config returned {status}");
        }

        // Ensures that the VFS shows the mod's file when on, and the game's when off: otherwise nothing would be compared.
        string replaced = Path.Combine(game, "data", "f00000");
        SwitchOn();
        long on = new FileInfo(replaced).Length;
        SwitchOff();
        long off = new FileInfo(replaced).Length;
        if ((on, off) is not (1, 0))
            throw new InvalidOperationException($"The mod's file has {on} bytes with the VFS, and {off} with it switched off.");

        static void Lay(string folder, int files, byte[] content)
        {
            Directory.CreateDirectory(folder);
            foreach (string path in Names(folder).Take(files))
                File.WriteAllBytes(path, content);
        }

        static string[] Names(string folder) => [.. Enumerable.Range(0, Files).Select(i => Path.Combine(folder, $"f{i:00000}"))];
    }

    /// <summary>Stops the DLL: the next benchmark creates a game of its own.</summary>
    [GlobalCleanup]
    public void Stop()
    {
        Call(_stop);
        _root!.Delete(recursive: true);
    }

    /// <summary>Turns the DLL on: calls go through the handlers.</summary>
    [IterationSetup(Targets = [nameof(Open), nameof(Attributes), nameof(List)])]
    public void SwitchOn() => Call(_enable);

    /// <summary>Turns the DLL off: calls bypass the handlers.</summary>
    [IterationSetup(Targets = [nameof(OpenWithoutVfs), nameof(AttributesWithoutVfs), nameof(ListWithoutVfs)])]
    public void SwitchOff() => Call(_disable);

    [Benchmark(OperationsPerInvoke = Files * Opens), BenchmarkCategory("open and close")]
    public void Open() => OpenAll(_on);

    [Benchmark(OperationsPerInvoke = Files * Opens, Baseline = true), BenchmarkCategory("open and close")]
    public void OpenWithoutVfs() => OpenAll(_off);

    [Benchmark(OperationsPerInvoke = Files * Questions), BenchmarkCategory("attributes")]
    public void Attributes() => AskAll(_on);

    [Benchmark(OperationsPerInvoke = Files * Questions, Baseline = true), BenchmarkCategory("attributes")]
    public void AttributesWithoutVfs() => AskAll(_off);

    [Benchmark(OperationsPerInvoke = Files * Listings), BenchmarkCategory(Listing)]
    public void List() => ListAll(_listedOn);

    [Benchmark(OperationsPerInvoke = Files * Listings, Baseline = true), BenchmarkCategory(Listing)]
    public void ListWithoutVfs() => ListAll(_listedOff);

    private static void OpenAll(string[] paths)
    {
        for (int i = 0; i < Opens; i++)
        {
            foreach (string path in paths)
            {
                nint handle = CreateFile(path, GENERIC_READ, FILE_SHARE_READ, null, OPEN_EXISTING, 0, 0);
                if (handle == -1)
                    throw new FileNotFoundException(null, path);
                CloseHandle(handle);
            }
        }
    }

    private static void AskAll(string[] paths)
    {
        for (int i = 0; i < Questions; i++)
        {
            foreach (string path in paths)
            {
                if (GetFileAttributes(path) == INVALID_FILE_ATTRIBUTES)
                    throw new FileNotFoundException(null, path);
            }
        }
    }

    private static void ListAll(string folder)
    {
        for (int i = 0; i < Listings; i++)
        {
            int names = Directory.EnumerateFileSystemEntries(folder).Count();
            if (names != Files)
                throw new InvalidOperationException($"{folder}: {names} names");
        }
    }

    private static void Call(delegate* unmanaged<int> function)
    {
        int status = function();
        if (status != 0)
            throw new InvalidOperationException($"The DLL returned {status}");
    }

    [LibraryImport("kernel32", EntryPoint = "CreateFileW", StringMarshalling = StringMarshalling.Utf16)]
    private static partial nint CreateFile(string name, uint access, uint share, void* security, uint disposition, uint flags,
        nint template);

    [LibraryImport("kernel32", EntryPoint = "GetFileAttributesW", StringMarshalling = StringMarshalling.Utf16)]
    private static partial uint GetFileAttributes(string name);

    [LibraryImport("kernel32")]
    private static partial int CloseHandle(nint handle);
}
