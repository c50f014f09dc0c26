using System.Diagnostics;
using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Fuzz;

/// <summary>
/// Tests of everything that rvfs and the DLL read from disk, in damaged forms: each results in a message with the file's name or in
/// nothing, within a time and a memory limit. RVFS_FUZZ_READERS sets the total number of inputs (default 2,000), RVFS_SEED the first one's
/// seed.
/// </summary>
public sealed class ReaderFuzzTests : IDisposable
{
    // A trial takes a few milliseconds; the machine may be busy.
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(20) * GameProcess.Patience;
    private const long MostBytes = 256L << 20;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Kinds() => [.. FuzzedReader.All.Select(reader => reader.Name)];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void NothingThatIsReadThrows(string kind)
    {
        FuzzedReader reader = FuzzedReader.All.Single(one => one.Name == kind);
        byte[] content = reader.Content();
        int first = Number("RVFS_SEED", 1), count = Math.Max(1, Number("RVFS_FUZZ_READERS", 2000) / FuzzedReader.All.Length);
        // The undamaged file can be read; otherwise only refusals would be tested.
        Assert.DoesNotContain(Try(reader, content, 0), told => told.StartsWith("error", StringComparison.Ordinal));
        for (int seed = first; seed < first + count; seed++)
        {
            var mutator = new Mutator(seed);
            byte[] mutated = reader.IsText ? mutator.Mutate(System.Text.Encoding.UTF8.GetString(content)) : mutator.Mutate(content);
            if (seed % 2 == 0)
                mutated = reader.Finish(mutated);
            try
            {
                foreach (string told in Try(reader, mutated, seed))
                    AssertTold(told, Path.GetFileName(reader.File));
            }
            catch (Exception error)
            {
                throw new InvalidOperationException(
                    $"{kind}, seed {seed} (RVFS_SEED={seed} RVFS_FUZZ_READERS={FuzzedReader.All.Length} runs it alone): {error.Message}", error);
            }
        }
    }

    private string[] Try(FuzzedReader reader, byte[] content, int seed)
    {
        string folder = _folder.At($"{seed}"), file = _folder.File($"{seed}/{reader.File}", content);
        long bytes = GC.GetAllocatedBytesForCurrentThread();
        var clock = Stopwatch.StartNew();
        string[] told = [.. reader.Read(folder, file)];
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, s_longest);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - bytes, 0, MostBytes);
        Directory.Delete(folder, recursive: true);
        return told;
    }

    private static void AssertTold(string told, string file)
    {
        Assert.Contains(file, told, StringComparison.Ordinal);
        Assert.DoesNotContain("Exception", told, StringComparison.Ordinal);
        Assert.DoesNotContain("Parameter", told, StringComparison.Ordinal);
    }

    private static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int value) ? value : otherwise;
}
