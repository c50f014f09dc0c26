using System.Globalization;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Table;

namespace Reloaded.VFS.Benchmarks.Growth;

/// <summary>
/// Measurements of the cost of a file in trees of different sizes, with an average of twenty files in a folder: the time from the names to
/// finished trees, and the memory besides the file's name. If both are constant, a tree's cost is proportional to its size.
/// </summary>
public sealed class GrowthRun(Effort effort, Action<string> say)
{
    /// <summary>The name of the rows with times.</summary>
    public const string Time = "listing and both trees, a file";

    /// <summary>The name of the rows with memory.</summary>
    public const string Memory = "stays in memory, a file beside its name";

    private const int FilesInFolder = 20, MostBytes = 80;

    /// <summary>Gets the numbers of files of the published figures.</summary>
    public static IReadOnlyList<int> Sizes { get; } = [1_000, 10_000, 100_000, 1_000_000];

    /// <summary>Returns a row's description of its tree.</summary>
    public static string Describe(int files) =>
        string.Create(CultureInfo.InvariantCulture, $"{files:#,0} files in {files / FilesInFolder:#,0} folders");

    /// <summary>Measures two rows for each size.</summary>
    public IEnumerable<Row> Measure(IEnumerable<int> sizes)
    {
        foreach (int files in sizes)
        {
            say(Describe(files));
            FolderTree tree = TreeGenerator.Create(TreeShape.Steam.Scale(files / FilesInFolder, files));
            yield return MeasureTime(tree);
            yield return MeasureMemory(tree);
        }
    }

    private Row MeasureTime(FolderTree tree)
    {
        VirtualFileSystem[] built = [];
        object[] filled = [];
        var ours = new Contender("Reloaded VFS", times =>
        {
            for (int i = 0; i < times; i++)
                built[i] = tree.Mount(tree.ToListing(), out _);
            return built[^1].Snapshot.PrefixCount;
        }, tree.FileCount, times => Prepare(ref built, times));
        var alternative = new Contender("Dictionaries and strings", times =>
        {
            for (int i = 0; i < times; i++)
                filled[i] = Managed.CopyFolders(tree);
            return filled.Length;
        }, tree.FileCount, times => Prepare(ref filled, times));
        IReadOnlyList<Measured> measured = Comparison.Measure(effort, ours, alternative);
        return Row.Of(Time, Describe(tree.FileCount), "ns", measured[0], alternative.Name, measured[1]);
    }

    private static Row MeasureMemory(FolderTree tree)
    {
        long names = tree.Folders.Sum(folder => folder.Files.Sum(name => (long)name.Length));
        Row all = MemoryRows.Measure(tree).Single();
        double ours = (all.RetainedBytes!.Value - names) / (double)tree.FileCount;
        double alternative = (all.AlternativeRetainedBytes!.Value - names) / (double)tree.FileCount;
        return Row.Of(Memory, Describe(tree.FileCount), "bytes", ours, all.AlternativeName, alternative, Target.Value(MostBytes));
    }

    private static void Prepare<T>(ref T[] results, int times)
    {
        results = new T[times];
        Managed.Collect();
    }
}
