using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>Which files are opened.</summary>
public enum FileKind
{
    /// <summary>A mod's, by the game's name for it; without the VFS under its own path.</summary>
    Mods,

    /// <summary>The game's own, which no mod has.</summary>
    Games,

    /// <summary>Files outside the game's folder.</summary>
    Outside,
}

/// <summary>
/// What the shipped DLL costs a program of .NET that opens files: the DLL is in the benchmark's own process, and switched off for the
/// baseline. An iteration goes through all files once. Needs Windows.
/// </summary>
[GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory, BenchmarkLogicalGroupRule.ByParams)]
[CategoriesColumn]
public unsafe partial class FileOpenBenchmarks
{
    private const int Files = 2000;

    // winnt.h, fileapi.h
    private const uint GENERIC_READ = 0x8000_0000, FILE_SHARE_READ = 1, OPEN_EXISTING = 3, INVALID_FILE_ATTRIBUTES = 0xFFFF_FFFF;

    private DirectoryInfo? _root;
    private string[] _on = [], _off = [];
    private string _listedOn = "", _listedOff = "";
    private delegate* unmanaged<int> _enable, _disable, _stop;

    /// <summary>Which files.</summary>
    [ParamsAllValues]
    public FileKind Of { get; set; }

    /// <summary>Lays out a game with a mod and starts the DLL.</summary>
    [GlobalSetup]
    public void Start()
    {
        _root = Directory.CreateTempSubdirectory("rvfs-opens-");
        string game = Path.Combine(_root.FullName, "game"), mod = Path.Combine(game, "rvfs", "mods", "mod"),
            outside = Path.Combine(_root.FullName, "outside");
        foreach (string folder in (string[])[Path.Combine(game, "data"), Path.Combine(mod, "data"), Path.Combine(game, "own"), outside])
        {
            Directory.CreateDirectory(folder);
            for (int i = 0; i < Files; i++)
                File.WriteAllBytes(Path.Combine(folder, $"f{i:00000}"), []);
        }

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

        static string[] Names(string folder) => [.. Enumerable.Range(0, Files).Select(i => Path.Combine(folder, $"f{i:00000}"))];
    }

    /// <summary>Stops it: the next benchmark lays out a game of its own.</summary>
    [GlobalCleanup]
    public void Stop()
    {
        int status = _stop();
        if (status != 0)
            throw new InvalidOperationException($"rvfs_stop returned {status}");
        _root!.Delete(recursive: true);
    }

    /// <summary>The calls go through the handlers.</summary>
    [IterationSetup(Targets = [nameof(Open), nameof(Attributes), nameof(List)])]
    public void SwitchOn() => _enable();

    /// <summary>The calls go past them.</summary>
    [IterationSetup(Targets = [nameof(OpenWithoutVfs), nameof(AttributesWithoutVfs), nameof(ListWithoutVfs)])]
    public void SwitchOff() => _disable();

    [Benchmark(OperationsPerInvoke = Files), BenchmarkCategory("open and close")]
    public void Open() => OpenAll(_on);

    [Benchmark(OperationsPerInvoke = Files, Baseline = true), BenchmarkCategory("open and close")]
    public void OpenWithoutVfs() => OpenAll(_off);

    [Benchmark(OperationsPerInvoke = Files), BenchmarkCategory("attributes")]
    public void Attributes() => AskAll(_on);

    [Benchmark(OperationsPerInvoke = Files, Baseline = true), BenchmarkCategory("attributes")]
    public void AttributesWithoutVfs() => AskAll(_off);

    [Benchmark(OperationsPerInvoke = Files), BenchmarkCategory("listing, each name")]
    public void List() => ListAll(_listedOn);

    [Benchmark(OperationsPerInvoke = Files, Baseline = true), BenchmarkCategory("listing, each name")]
    public void ListWithoutVfs() => ListAll(_listedOff);

    private static void OpenAll(string[] paths)
    {
        foreach (string path in paths)
        {
            nint handle = CreateFile(path, GENERIC_READ, FILE_SHARE_READ, null, OPEN_EXISTING, 0, 0);
            if (handle == -1)
                throw new FileNotFoundException(null, path);
            CloseHandle(handle);
        }
    }

    private static void AskAll(string[] paths)
    {
        foreach (string path in paths)
        {
            if (GetFileAttributes(path) == INVALID_FILE_ATTRIBUTES)
                throw new FileNotFoundException(null, path);
        }
    }

    private static void ListAll(string folder)
    {
        int names = Directory.EnumerateFileSystemEntries(folder).Count();
        if (names != Files)
            throw new InvalidOperationException($"{folder}: {names} names");
    }

    [LibraryImport("kernel32", EntryPoint = "CreateFileW", StringMarshalling = StringMarshalling.Utf16)]
    private static partial nint CreateFile(string name, uint access, uint share, void* security, uint disposition, uint flags,
        nint template);

    [LibraryImport("kernel32", EntryPoint = "GetFileAttributesW", StringMarshalling = StringMarshalling.Utf16)]
    private static partial uint GetFileAttributes(string name);

    [LibraryImport("kernel32")]
    private static partial int CloseHandle(nint handle);
}
