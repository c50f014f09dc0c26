using System.Globalization;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>A game and a set of mods over it, whose merged content is known.</summary>
/// <remarks>
/// Each mod has files of its own in <c>data/pack NNN</c>, some in <c>data/listed</c>, which has 1,000 in all, and <c>data/which.txt</c>,
/// which the game and all mods have. <c>data/one</c> has 1,000, too, of the game and the first mod. The program of the game
/// (Native/measuring/beside.c) knows this layout.
/// </remarks>
/// <param name="Mods">The number of mods.</param>
/// <param name="Files">The number of files in each.</param>
internal sealed record BesideSet(int Mods, int Files)
{
    /// <summary>The name of the game's program.</summary>
    public const string Program = "beside.exe";

    private const int FilesInFolder = 100, OwnFiles = 400, ListedFiles = 1_000, ListedOfMods = 100, MostMods = 900;

    /// <summary>Gets the number of files in a mod's own folders.</summary>
    public int OwnFilesOfEach => Files - ListedOfEach - ListedOfMods - 1;

    /// <summary>Gets the content of <c>data/which.txt</c> in the merged folder: the highest mod's.</summary>
    public string Winner => ContentOf(Mods - 1);

    private int ListedOfEach => Math.Max(1, ListedOfMods / Mods);

    /// <summary>Reads a set as the command line has it: <c>10x1000</c> is 10 mods of 1,000 files.</summary>
    public static BesideSet Parse(string text)
    {
        if (text.Split('x') is [var mods, var files] && int.TryParse(mods, CultureInfo.InvariantCulture, out int count)
            && int.TryParse(files, CultureInfo.InvariantCulture, out int each) && count is > 0 and <= MostMods
            && new BesideSet(count, each) is { OwnFilesOfEach: > 0 } set)
        {
            return set;
        }

        throw new FormatException($"'{text}' isn't a set of mods: MODSxFILES, as 10x1000; at most {MostMods} mods, "
            + $"and {(2 * ListedOfMods) + 2} files in each are enough for any number");
    }

    /// <summary>Returns the name of a mod's folder. Mods are in the order of their names; the last one is the highest.</summary>
    public static string NameOf(int mod) => mod.ToString("000", CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    public override string ToString() => Mods == 1
        ? string.Create(CultureInfo.InvariantCulture, $"1 mod of {Files:N0} files")
        : string.Create(CultureInfo.InvariantCulture, $"{Mods:N0} mods of {Files:N0} files");

    /// <summary>Creates the game's folder, without mods.</summary>
    public void CreateGame(string folder)
    {
        string data = Path.Combine(folder, "data");
        CreateFiles(Path.Combine(data, "own"), "f{0:00000}.dds", OwnFiles);
        CreateFiles(Path.Combine(data, "listed"), "own {0:0000}.dds", ListedFiles - (Mods * ListedOfEach));
        CreateFiles(Path.Combine(data, "one"), "own {0:0000}.dds", ListedFiles - ListedOfMods);
        File.WriteAllText(Path.Combine(data, "which.txt"), "game");
        File.Copy(NativePrograms.Get(Program), Path.Combine(folder, Program));
    }

    /// <summary>Creates a mod's files in a folder that may have others.</summary>
    public void AddMod(string folder, int mod)
    {
        string data = Path.Combine(folder, "data"), pack = Path.Combine(data, $"pack {NameOf(mod)}");
        for (int first = 0; first < OwnFilesOfEach; first += FilesInFolder)
        {
            CreateFiles(Path.Combine(pack, string.Create(CultureInfo.InvariantCulture, $"part {first / FilesInFolder:00}")),
                "f{0:00000}.dds", Math.Min(FilesInFolder, OwnFilesOfEach - first), first);
        }

        CreateFiles(Path.Combine(data, "listed"), $"mod {NameOf(mod)} {{0:000}}.dds", ListedOfEach);
        CreateFiles(mod == 0 ? Path.Combine(data, "one") : Path.Combine(pack, "more"), "mod {0:000}.dds", ListedOfMods);
        File.WriteAllText(Path.Combine(data, "which.txt"), ContentOf(mod));
    }

    private static string ContentOf(int mod) => $"mod {NameOf(mod)}";

    private static void CreateFiles(string folder, string name, int count, int first = 0)
    {
        Directory.CreateDirectory(folder);
        for (int i = first; i < first + count; i++)
            File.WriteAllBytes(Path.Combine(folder, string.Format(CultureInfo.InvariantCulture, name, i)), []);
    }
}
