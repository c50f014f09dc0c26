using System.IO.MemoryMappedFiles;
using System.Runtime;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>A thread of the storm, which makes each kind of call in turn, and checks each answer.</summary>
internal sealed class Worker(Expected expected, Tally tally, int seed)
{
    private const int Chunk = 4096;

    private readonly Random _random = new(seed);

    /// <summary>Runs until told to stop.</summary>
    public void Run(CancellationToken ending)
    {
        while (!ending.IsCancellationRequested)
        {
            int turn = _random.Next(100);
            try
            {
                Step(turn);
            }
            catch (Exception e) when (e is not NullReferenceException)
            {
                tally.Wrong($"turn {turn}: {e}");
            }
        }
    }

    private void Step(int turn)
    {
        switch (turn)
        {
            case < 30:
                Whole(tally.Count("reads", File.ReadAllBytes));
                break;
            case < 45:
                Chunks().GetAwaiter().GetResult();
                break;
            case < 55:
                Whole(tally.Count("maps", Map));
                break;
            case < 75:
                List();
                break;
            case < 83 when expected.State == Expected.After:
                Whole(tally.Count("assemblies", (turn % 3) switch
                {
                    0 => Plugins.ReadByDefault,
                    1 => Plugins.ReadInOwnContext,
                    _ => Plugins.ReadFromBytes,
                }));
                break;
            case < 90:
                Fault();
                break;
            case < 94:
                tally.Count("collections", Collect)("");
                break;
            case < 97 when expected.State == Expected.After:
                tally.CollectionsOfTheDll(ReloadedVfs.Describe());
                break;
            default:
                _ = new byte[_random.Next(200_000)]; // Some of them are on the heap for large objects.
                break;
        }
    }

    // Reads a whole file, which may be missing.
    private void Whole(Func<string, byte[]> read)
    {
        Expected.Entry<ExpectedFile> entry = expected.Files[_random.Next(expected.Files.Length)];
        int state = expected.State;
        byte[]? bytes = Missing(() => read(entry.Path));
        if (!expected.Right(entry, state).Any(file => file.Is(bytes)))
            tally.Wrong($"{entry.Path}: {bytes?.Length ?? -1} bytes");
    }

    // Overlapped reads from random places, several at once.
    private async Task Chunks()
    {
        Expected.Entry<ExpectedFile> entry = expected.Files[_random.Next(expected.Files.Length)];
        int state = expected.State;
        await using FileStream? file = Missing(
            () => new FileStream(entry.Path, FileMode.Open, FileAccess.Read, FileShare.Read, 0, FileOptions.Asynchronous));
        ExpectedFile[] right = [.. expected.Right(entry, state).Where(one => file is null ? !one.Exists : one.Length == file.Length)];
        if (file is null || right.Length == 0)
        {
            if (right.Length == 0)
                tally.Wrong($"{entry.Path}: {file?.Length ?? -1} bytes for chunks");
            return;
        }

        int[] places = [.. Enumerable.Range(0, 4).Select(_ => _random.Next((int)file.Length))];
        byte[][] buffers = [.. places.Select(_ => new byte[Chunk])];
        int[] lengths = await Task.WhenAll(
            places.Select((place, i) => RandomAccess.ReadAsync(file.SafeFileHandle, buffers[i], place).AsTask()));
        if (!right.Any(one => places.Select((place, i) => lengths[i] == Math.Min(Chunk, one.Length - place)
            && one.Holds(buffers[i].AsSpan(0, lengths[i]), place)).All(holds => holds)))
            tally.Wrong($"{entry.Path}: chunks");
        tally.Add("asynchronous reads", places.Length);
    }

    private void List()
    {
        Expected.Entry<int> entry = expected.Folders[_random.Next(expected.Folders.Length)];
        int state = expected.State;
        int count = Missing(() => Directory.GetFileSystemEntries(entry.Path))?.Distinct(StringComparer.OrdinalIgnoreCase).Count() ?? -1;
        if (!expected.Right(entry, state).Contains(count))
            tally.Wrong($"{entry.Path}: {count} names");
        tally.Add("listings", 1);
    }

    private static byte[] Map(string path)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read);
        using var mapped = MemoryMappedFile.CreateFromFile(file, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, true);
        using MemoryMappedViewStream view = mapped.CreateViewStream(0, file.Length, MemoryMappedFileAccess.Read);
        byte[] bytes = new byte[file.Length];
        view.ReadExactly(bytes);
        return bytes;
    }

    // A hardware exception in the game's managed code belongs to the game's runtime, whatever handlers another one has registered.
    private void Fault()
    {
        try
        {
            string? nothing = _random.Next() < 0 ? "" : null;
            tally.Wrong($"a null reference has the length {nothing!.Length}");
        }
        catch (NullReferenceException)
        {
            tally.Add("faults", 1);
        }
    }

    private byte[] Collect(string unused)
    {
        switch (_random.Next(20))
        {
            case 1:
                GC.Collect(2, GCCollectionMode.Forced, blocking: false); // the background collector's thread
                break;
            case 2:
                GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                break;
            case 3:
                GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
                GC.Collect();
                GC.WaitForPendingFinalizers();
                break;
            default:
                GC.Collect(0);
                break;
        }

        return [];
    }

    private static T? Missing<T>(Func<T> ask) where T : class
    {
        try
        {
            return ask();
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
    }
}
