using System.Globalization;
using Reloaded.VFS.Benchmarks.Inputs;

namespace Reloaded.VFS.Benchmarks.Warm;

/// <summary>
/// The files that a game loads: their sizes, and the order in which it does. Sizes are log-normal (median 40 KiB, sigma 1.6), cut off at
/// 4 KiB and 8 MiB; 50 files are in a folder. The order is a random one, another than that in which they lie on the disk. All of it from
/// one seed.
/// </summary>
internal sealed class LoadedFiles
{
    /// <summary>Where the random numbers begin.</summary>
    public const ulong Seed = 18;

    private const double Median = 40 << 10, Sigma = 1.6;
    private const int Least = 4 << 10, Most = 8 << 20, InFolder = 50, EachModded = 5;

    private readonly SeededRandom _random = new(Seed);

    /// <param name="count">Files.</param>
    public LoadedFiles(int count)
    {
        Sizes = [.. Enumerable.Range(0, count).Select(_ => Size())];
        Order = [.. Enumerable.Range(0, count)];
        _random.Shuffle(Order.AsSpan());
    }

    /// <summary>Bytes of each file, by its number.</summary>
    public int[] Sizes { get; }

    /// <summary>The files' numbers in the order in which they are loaded.</summary>
    public int[] Order { get; }

    /// <summary>Of all files.</summary>
    public long Bytes => Sizes.Sum(size => (long)size);

    /// <summary>Whether a mod replaces the file, by one of the same size: each fifth.</summary>
    public static bool IsModded(int file) => file % EachModded == 0;

    /// <summary>The file's path in the game's folder, and in the mod.</summary>
    public static string NameOf(int file) =>
        string.Create(CultureInfo.InvariantCulture, $"data/part {file / InFolder:000}/asset {file:00000}.bin");

    /// <summary>Writes the game's files below one folder and the mod's below another.</summary>
    public void WriteTo(string game, string mod)
    {
        byte[] content = new byte[Most];
        for (int i = 0; i + sizeof(ulong) <= content.Length; i += sizeof(ulong))
            BitConverter.TryWriteBytes(content.AsSpan(i), _random.Next());
        foreach (string root in (string[])[game, mod])
        {
            for (int i = 0; i < Sizes.Length; i++)
            {
                if (root == mod && !IsModded(i))
                    continue;
                string path = Path.Combine(root, NameOf(i));
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                File.WriteAllBytes(path, content.AsSpan(_random.Next(Most - Sizes[i] + 1), Sizes[i]));
            }
        }
    }

    private int Size()
    {
        double normal = Math.Sqrt(-2 * Math.Log(_random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());
        return (int)Math.Clamp(Median * Math.Exp(Sigma * normal), Least, Most);
    }
}
