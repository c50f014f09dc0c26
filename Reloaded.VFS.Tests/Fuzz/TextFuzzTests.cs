using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Fuzz;

/// <summary>
/// Tests of what users write, in every malformed way: <c>rvfs.json</c>, <c>order.txt</c> and names of mods' folders and files. No exception
/// is thrown; errors are reported with the file and the cause. RVFS_FUZZ_TEXTS sets the number of texts of each kind (default 3,000),
/// RVFS_SEED the first one's seed.
/// </summary>
public sealed class TextFuzzTests : IDisposable
{
    private const string Json = """
        // what a modder may write
        { "targets": ["..", "../data",], "mods": "my mods", /* beside this file */
          "include": ["readme*", "**/desktop.ini"], "writes": "game",
          "log": "logs/rvfs.log", "onError": "stop", "offline": true, "report": "last.json" }
        """;

    private const string Order = "# my order\r\nFirst mod\r\n-Off\n\n  Ümlaut 日本  \nSecond\n-Second\n";

    private readonly TemporaryFolder _folder = new();

    public static int First => Number("RVFS_SEED", 1);

    public static int Count => Number("RVFS_FUZZ_TEXTS", 3000);

    public void Dispose()
    {
        // .NET can't name files whose names aren't UTF-8.
        if (OperatingSystem.IsLinux())
            TemporaryFolder.Shell("rm -rf \"$1\"/set*", _folder.Root);
        _folder.Dispose();
    }

    [Fact]
    public void ConfigurationsNeverThrow() => ForEachSeed(seed =>
    {
        ConfigurationResult result = ConfigurationReader.Parse(new Mutator(seed).Mutate(Json), "/game/rvfs/rvfs.json");
        AssertSaysWhatIsWrong(result.Diagnostics, "/game/rvfs/rvfs.json");
    });

    [Fact]
    public void OrderFilesNeverThrow() => ForEachSeed(seed =>
    {
        OrderFile file = OrderFile.Parse(new Mutator(seed).Mutate(Order), "/game/rvfs/mods/order.txt");
        AssertSaysWhatIsWrong(file.Diagnostics, "/game/rvfs/mods/order.txt");
        Assert.All(file.Entries, entry => Assert.False(string.IsNullOrWhiteSpace(entry.Name)));
    });

    /// <summary>
    /// A mods folder and its order.txt on disk, read as by a start, with folders and files of any names that a disk allows.
    /// </summary>
    [Fact]
    public void FoldersOfAnyNameNeverThrow() => ForEachSeed(seed =>
    {
        Random random = new(seed);
        string root = _folder.At($"set{seed}"), mods = Path.Combine(root, "mods");
        Directory.CreateDirectory(Path.Combine(root, "game"));
        for (int i = random.Next(1, 6); i > 0; i--)
            MakeFolder(mods, random, 0);
        if (random.Next(2) == 0 && !Directory.Exists(Path.Combine(mods, "order.txt")))
            File.WriteAllBytes(Path.Combine(Directory.CreateDirectory(mods).FullName, "order.txt"),
                new Mutator(seed).Mutate(string.Join('\n', NamesIn(mods))));
        ModSet set = ModSet.Load(new VfsConfiguration { Targets = [Path.Combine(root, "game")], Mods = mods }, threads: 2);
        using (VirtualFileSystem files = new())
            set.ApplyTo(files, path => @"C:\game" + path[Path.Combine(root, "game").Length..].Replace('/', '\\'));
        Assert.All(set.Diagnostics, diagnostic => Assert.False(string.IsNullOrWhiteSpace(diagnostic.Cause)));
        Assert.All(set.Diagnostics.Where(diagnostic => diagnostic.IsError),
            diagnostic => Assert.True(diagnostic.File is not null || diagnostic.Mod is not null, diagnostic.ToString()));
    }, Count / 10);

    private static void AssertSaysWhatIsWrong(IReadOnlyList<Diagnostic> diagnostics, string file)
    {
        foreach (Diagnostic diagnostic in diagnostics)
        {
            Assert.Equal(file, diagnostic.File);
            Assert.False(string.IsNullOrWhiteSpace(diagnostic.Cause), diagnostic.ToString());
            Assert.Contains(file, diagnostic.ToString(), StringComparison.Ordinal);
            Assert.True(diagnostic.Line is null or > 0, diagnostic.ToString());
        }
    }

    private static void ForEachSeed(Action<int> test, int? count = null)
    {
        for (int seed = First; seed < First + (count ?? Count); seed++)
        {
            try
            {
                test(seed);
            }
            catch (Exception error)
            {
                throw new InvalidOperationException($"seed {seed} (RVFS_SEED={seed} RVFS_FUZZ_TEXTS=1 runs it alone): {error.Message}",
                    error);
            }
        }
    }

    private static int Number(string variable, int otherwise)
        => int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int value) ? value : otherwise;

    private static void MakeFolder(string parent, Random random, int depth)
    {
        if (Make(parent, random) is not string folder || depth > 4)
            return;
        for (int i = random.Next(4); i > 0; i--)
        {
            if (random.Next(2) == 0)
                MakeFolder(folder, random, depth + 1);
            else
                TryWrite(Path.Combine(folder, Name(random)));
        }
    }

    // Creates a folder whose name may not be valid text, if the disk allows that.
    private static string? Make(string parent, Random random)
    {
        Directory.CreateDirectory(parent);
        if (OperatingSystem.IsLinux() && random.Next(4) == 0)
        {
            byte[] name = new byte[random.Next(1, 20)];
            for (int i = 0; i < name.Length; i++)
                name[i] = (byte)(random.Next(4) == 0 ? random.Next(128, 256) : "abc. -~\\:*"[random.Next(10)]);
            _ = mkdir([.. Encoding.UTF8.GetBytes(parent + "/"), .. name, 0], 0x1ED);
            return null;
        }

        try
        {
            return Directory.CreateDirectory(Path.Combine(parent, Name(random))).FullName;
        }
        catch (Exception error) when (error is IOException or ArgumentException or UnauthorizedAccessException or NotSupportedException)
        {
            return null; // this disk doesn't allow it
        }
    }

    private static void TryWrite(string file)
    {
        try
        {
            File.WriteAllText(file, "x");
        }
        catch (Exception error) when (error is IOException or ArgumentException or UnauthorizedAccessException or NotSupportedException)
        {
            // This disk doesn't allow it.
        }
    }

    private static string Name(Random random)
    {
        const string alphabet = "aAbB01 .-_~#'&()[]{}+,;=!@$%^`\\:*?\"<>|\t\u0001\u007füÜ日\u202E\u200Bıİ";
        string[] fixedNames = ["NUL", "con.txt", "aux", "order.txt", "rvfs", "data", "Data", "DATA", "x.", "x ", "...", "-off", "# comment",
            "a\nb", "desktop.ini", "rvfs.json", "mods", "LPT1.dds"];
        if (random.Next(3) == 0)
            return fixedNames[random.Next(fixedNames.Length)];
        return string.Concat(
            Enumerable.Range(0, random.Next(10) == 0 ? 80 : random.Next(1, 12)).Select(_ => alphabet[random.Next(alphabet.Length)]));
    }

    private static IEnumerable<string> NamesIn(string folder)
        => Directory.Exists(folder) ? Directory.GetDirectories(folder).Select(path => Path.GetFileName(path)) : [];

    [DllImport("libc", SetLastError = true)]
    private static extern int mkdir(byte[] path, uint mode);
}
