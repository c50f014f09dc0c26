using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Benchmarks;

public class TreeGeneratorTests
{
    public static TheoryData<string> Shapes => ["windows", "steam", "game"];

    private static TreeShape Get(string name) => name switch
    {
        "windows" => TreeShape.Windows,
        "steam" => TreeShape.Steam,
        _ => TreeShape.Game,
    };

    [Theory]
    [MemberData(nameof(Shapes))]
    public void TheSameShapeGivesTheSameTree(string name)
    {
        TreeShape shape = Get(name).Scale(600, 3000);
        FolderTree first = TreeGenerator.Create(shape), second = TreeGenerator.Create(shape);
        Assert.Equal(first.GetFilePaths(), second.GetFilePaths());
        Assert.Equal(first.Folders.Select(f => f.Path), second.Folders.Select(f => f.Path));
    }

    [Theory]
    [InlineData("windows", 40_796, 170_438, 4)]
    [InlineData("steam", 9_318, 172_896, 5)]
    [InlineData("game", 30, 400, 2)]
    public void TreesHaveTheFiguresThatAreStated(string name, int folders, int files, int deepest)
    {
        FolderTree tree = TreeGenerator.Create(Get(name));
        Assert.Equal(folders, tree.Folders.Count);
        Assert.Equal(files, tree.FileCount);
        Assert.True(tree.Folders.Max(f => f.Path.Count(c => c == '\\')) >= deepest);
        Assert.Equal(files, tree.GetFilePaths().Distinct(StringComparer.OrdinalIgnoreCase).Count());
        // No folder contains everything, and the folders differ in size.
        int largest = tree.Folders.Max(f => f.Files.Length);
        Assert.InRange(largest, 3 * files / folders, files / 4);
        for (int i = 1; i < tree.Folders.Count; i++)
        {
            Assert.True(tree.Folders[i].Parent < i);
            Assert.InRange(tree.GetPath(tree.Folders[i]).Length, 1, 259);
        }
    }

    [Theory]
    [MemberData(nameof(Shapes))]
    public void EveryFileOfATreeIsFoundInItsFileSystem(string name)
    {
        FolderTree tree = TreeGenerator.Create(Get(name).Scale(200, 2000));
        using VirtualFileSystem files = tree.Mount(tree.ToListing(), out _);
        foreach (string path in tree.GetFilePaths())
            Assert.Equal(LookupKind.File, files.Snapshot.Lookup(path.ToUpperInvariant()).Kind);
        Assert.Equal((200, 2000), (files.Statistics.Folders, files.Statistics.Files));
    }

    [Fact]
    public void ARealFolderIsReadAsItIs()
    {
        using var folder = new TemporaryFolder();
        FolderTree written = TreeGenerator.Create(TreeShape.Game);
        written.WriteTo(folder.Root);
        FolderTree read = FolderTree.Read(folder.Root);
        Assert.Equal(
            written.Folders.SelectMany(f => f.Files, (f, file) => $@"{f.Path}\{file}").Order(StringComparer.Ordinal),
            read.Folders.SelectMany(f => f.Files, (f, file) => $@"{f.Path}\{file}").Order(StringComparer.Ordinal));
    }
}
