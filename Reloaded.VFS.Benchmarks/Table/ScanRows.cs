using System.IO.Enumeration;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>Reading mods' folders from the disk, beside a bare walk over the same folders that keeps nothing.</summary>
internal static class ScanRows
{
    public static IEnumerable<Row> Measure(TreeShape shape, int mods, Effort effort)
    {
        string root = Directory.CreateTempSubdirectory("rvfs-bench-").FullName;
        try
        {
            FolderTree tree = TreeGenerator.Create(shape);
            string[] folders = [.. Enumerable.Range(0, mods).Select(i => Path.Combine(root, "mods", $"mod {i}"))];
            foreach (string folder in folders)
                tree.WriteTo(folder);
            var configuration = new VfsConfiguration { Mods = Path.Combine(root, "mods") };
            int cores = Environment.ProcessorCount;
            var ours = new Contender("Reloaded VFS", times =>
            {
                long sum = 0;
                for (int i = 0; i < times; i++)
                    sum += ModSet.Load(configuration, cores).Mods.Sum(mod => mod.Listing!.FileCount);
                return sum == (long)times * mods * tree.FileCount ? sum : throw new InvalidOperationException($"{sum} files were found.");
            });
            var parallel = new Contender("a bare walk, all cores", times =>
            {
                long sum = 0;
                for (int i = 0; i < times; i++)
                    Parallel.ForEach(folders, new ParallelOptions { MaxDegreeOfParallelism = cores },
                        folder => Interlocked.Add(ref sum, Walk(folder)));
                return sum;
            });
            var serial = new Contender("a bare walk, one thread", times =>
            {
                long sum = 0;
                for (int i = 0; i < times; i++)
                    sum += folders.Sum(Walk);
                return sum;
            });
            IReadOnlyList<Measured> measured = Comparison.Measure(effort with { Fewest = Math.Min(effort.Fewest, 7) }, ours,
                parallel, serial);
            string parameters = $"{mods} mods of {tree.Folders.Count} folders, {tree.FileCount} files";
            yield return Row.Of("scan, all cores", parameters, "ms", measured[0], parallel.Name, measured[1]);
            yield return Row.Of("scan, all cores", parameters, "ms", measured[0], serial.Name, measured[2]);
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static long Walk(string folder)
    {
        long names = 0;
        foreach (int length in new FileSystemEnumerable<int>(folder, (ref FileSystemEntry entry) => entry.FileName.Length,
            new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 }))
        {
            names += length > 0 ? 1 : 0;
        }

        return names;
    }
}
