using BenchmarkDotNet.Attributes;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Table;
using Reloaded.VFS.Listings;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>Benchmarks of building both trees from a listing, and looking every file up.</summary>
public class TreeBenchmarks
{
    private FolderTree _tree = null!;
    private FolderListing _listing = null!;
    private VirtualFileSystem _files = null!;
    private PathText _paths = null!;
    private string[] _sources = [];
    private int[] _layers = [];

    [Params("game", "steam", "windows")]
    public string Tree { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _tree = TreeGenerator.Create(Tree switch { "game" => TreeShape.Game, "steam" => TreeShape.Steam, _ => TreeShape.Windows });
        _listing = _tree.ToListing();
        _files = _tree.Mount(_listing, out int layer);
        _layers = [layer];
        _paths = new PathText(_tree.GetFilePaths());
        _sources = Managed.GetSources(_tree);
    }

    [Benchmark]
    public VirtualFileSystem BuildBothTrees() => _tree.Mount(_listing, out _);

    [Benchmark]
    public void Rebuild() => _files.Reorder(_layers);

    [Benchmark]
    public object ADictionaryForEachFolder() => Managed.FillFolders(_tree, _sources);

    [Benchmark]
    public long LookEveryFileUp() => LookupRows.Ask(_files, _paths, 1);
}
