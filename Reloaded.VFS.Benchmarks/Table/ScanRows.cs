using System.IO.Enumeration;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>
/// Measurements of the first scan of mods on the disk against bare walks over the same folders, which keep nothing: by .NET's enumeration,
/// and by the scan's own calls, which differ on Linux. First files in many mods, then the same files in one mod.
/// </summary>
internal static class ScanRows
{
    // The scan's size.
    private const int BufferSize = 64 * 1024;

    public static IEnumerable<Row> Measure(TreeShape shape, int mods, Effort effort)
    {
        string root = Directory.CreateTempSubdirectory("rvfs-bench-").FullName;
        try
        {
            FolderTree tree = TreeGenerator.Create(shape);
            string many = Path.Combine(root, "many"), one = Path.Combine(root, "one");
            for (int i = 0; i < mods; i++)
                tree.WriteTo(Path.Combine(many, $"mod {i}"));
            int files = mods * tree.FileCount;
            string parameters = $"{mods * tree.Folders.Count} folders, {files} files";
            foreach (Row row in Measure(many, files, $"{mods} mods, {parameters}", effort))
                yield return row;
            Directory.CreateDirectory(one);
            Directory.Move(many, Path.Combine(one, "mod"));
            foreach (Row row in Measure(one, files, $"1 mod, {parameters}", effort))
                yield return row;
        }
        finally
        {
            Directory.Delete(root, recursive: true);
        }
    }

    private static IEnumerable<Row> Measure(string folder, int files, string parameters, Effort effort)
    {
        string[] mods = Directory.GetDirectories(folder);
        int cores = Environment.ProcessorCount;
        Contender[] contenders =
        [
            Scan("Reloaded VFS", folder, files, cores),
            Scan("one thread", folder, files, 1),
            new("a bare walk, one thread", times => Enumerable.Range(0, times).Sum(_ => mods.Sum(Walk))),
            new("a bare walk by the scan's calls, one thread", times => Enumerable.Range(0, times).Sum(_ => mods.Sum(WalkByReader))),
            new("a bare walk, all cores", times =>
            {
                long sum = 0;
                var options = new ParallelOptions { MaxDegreeOfParallelism = cores };
                for (int i = 0; i < times; i++)
                    Parallel.ForEach(mods, options, mod => Interlocked.Add(ref sum, Walk(mod)));
                return sum;
            }),
        ];
        // A walk over one mod isn't parallel.
        IReadOnlyList<Measured> measured = Comparison.Measure(effort with { Fewest = Math.Min(effort.Fewest, 7) },
            mods.Length == 1 ? contenders[..4] : contenders);
        yield return Row.Of("scan, all cores", parameters, "ms", measured[0], contenders[2].Name, measured[2], Target.Ratio(0.5));
        yield return Row.Of("scan, one thread", parameters, "ms", measured[1], contenders[2].Name, measured[2]);
        yield return Row.Of("scan, one thread", parameters, "ms", measured[1], contenders[3].Name, measured[3]);
        if (mods.Length > 1)
            yield return Row.Of("scan, all cores", parameters, "ms", measured[0], contenders[4].Name, measured[4]);
    }

    private static Contender Scan(string name, string folder, int files, int threads)
    {
        var configuration = new VfsConfiguration { Mods = folder };
        return new(name, times =>
        {
            long sum = 0;
            for (int i = 0; i < times; i++)
                sum += ModSet.Load(configuration, threads).Mods.Sum(mod => mod.Listing!.FileCount);
            return sum == (long)times * files ? sum : throw new InvalidOperationException($"{sum} files were found.");
        });
    }

    private static long WalkByReader(string folder)
    {
        long names = 0;
        var below = new List<string>();
        FolderReader.Read(folder, (name, isFolder, _) =>
        {
            names++;
            if (isFolder)
                below.Add(Path.Join(folder, name));
        });
        return names + below.Sum(WalkByReader);
    }

    private static long Walk(string folder)
    {
        long names = 0;
        foreach (int length in new FileSystemEnumerable<int>(folder, (ref FileSystemEntry entry) => entry.FileName.Length,
            new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0, BufferSize = BufferSize }))
        {
            names += length > 0 ? 1 : 0;
        }

        return names;
    }
}
