using System.Globalization;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;
using Reloaded.VFS.Tests.Behaviour;

namespace Reloaded.VFS.Tests.Hooks.Originals;

/// <summary>
/// Tests of copies on a volume that can clone blocks: a copy shares its clusters with the original, and no bytes are copied. The test's
/// volume can't; a DLL of the tests serves the calls below the hooks, and refuses any that breaks a documented rule
/// (<c>Native/system/cloning.c</c>).
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class BlockCloningTests
{
    private const int Cluster = 65536;

    private static readonly int[] s_sizes = [0, 1, Cluster - 1, Cluster, Cluster + 1, (3 * Cluster) + 5];

    [RealProcessFact]
    public void CopiesInTheOverwriteFolderAreClones()
    {
        using MergedFolder folder = Build();
        string seen;
        using (UntouchedFiles.Overwrite(folder))
            seen = AssertSame(folder, "");
        AssertCloned(folder);
        Assert.Contains($"size={(3 * Cluster) + 5 + "_more".Length} ", seen, StringComparison.Ordinal);
    }

    /// <summary>Files that are written in place are copied to the run's journal, and restored from it.</summary>
    [RealProcessFact]
    public void CopiesInTheJournalAreClones()
    {
        using MergedFolder folder = Build();
        RecordedRuns.Configure(folder, overwrites: false);
        FolderContent before = RecordedRuns.Content(folder, overwrites: false);
        AssertSame(folder, "");
        AssertCloned(folder);
        RecordedRuns.AssertTakenBack(folder, overwrites: false, before);
    }

    /// <summary>A volume claims to support cloning, but fails: it is tried once, and every file is copied by its bytes.</summary>
    [RealProcessFact]
    public void AVolumeThatRefusesIsAskedOnce()
    {
        using MergedFolder folder = Build();
        using (UntouchedFiles.Overwrite(folder))
            AssertSame(folder, "refuse ");
        Assert.Equal(["refused"], Log(folder));
        Assert.Equal(["in use", "starting"], OverwriteRuns.Temporaries(folder));
    }

    [Theory]
    [InlineData(1, 4096)]
    [InlineData(4096, 4096)]
    [InlineData(4097, 4096)]
    [InlineData((1L << 32) - 65536, 65536)]
    [InlineData((1L << 32) - 1, 4096)]
    [InlineData(1L << 32, 4096)]
    [InlineData((13L << 30) + 1, 65536)]
    public void ALargeFileIsTakenInPiecesThatTheVolumeTakes(long size, uint cluster)
    {
        long at = 0;
        for (long length; (length = BlockCloning.NextLength(at, size, cluster)) > 0; at += length)
        {
            Assert.True(at < size);
            Assert.Equal(0, length % cluster);
            Assert.InRange(length, cluster, uint.MaxValue);
        }

        Assert.InRange(at - size, 0, cluster - 1);
        Assert.Equal(0, at % cluster);
    }

    private static MergedFolder Build()
    {
        string[] names = [.. s_sizes.Select(size => $"{size}.bin"), "sparse.bin", "sums.bin", "streams.bin"];
        FixtureTree game = FixtureTree.Parse("game", "Data/here.txt = game");
        FixtureTree mod = FixtureTree.Parse("mod", "Data/mods.txt = mod\nMany/a.bin = a\n");
        MergedFolder folder = MergedFolder.Build(game, [mod], (NativePrograms.Probe, BackendRunner.GameName),
            (NativePrograms.Get("cloning.dll"), "enforcing.dll"));
        foreach (string name in names)
        {
            string stem = Path.GetFileNameWithoutExtension(name);
            int size = int.TryParse(stem, CultureInfo.InvariantCulture, out int number) ? number : Cluster + 9;
            byte[] content = new byte[size];
            new Random(size).NextBytes(content);
            foreach (string place in (string[])[folder.Merged, Path.Combine(folder.Mods, "mod")])
                File.WriteAllBytes(Path.Combine(place, "Data", name), content);
        }

        return folder;
    }

    /// <summary>Writes to every file, renames a folder, and returns what the game sees.</summary>
    private static string AssertSame(MergedFolder folder, string refuse)
    {
        string[] names = [.. s_sizes.Select(size => $"{size}.bin"), "sparse.bin", "sums.bin", "streams.bin", "here.txt", "mods.txt"];
        string script = Scenario.ToScript([new("clones", string.Concat(names.Select(name =>
            $"append | Data\\{name} | _more\nread | Data\\{name}\n")) + "append | Many\\a.bin | b\nread | Many\\a.bin\nfind | Data\\*")]);
        string seen = BackendRunner.Run(folder, Backend.Vfs, script, enforce: refuse + WinePrefix.ToWindows(LogFile(folder)));
        string? difference = Scenario.Compare(BackendRunner.Run(folder, Backend.Merged, script), seen);
        Assert.True(difference is null, difference);
        return seen;
    }

    /// <summary>Checks that each file with content, but without other streams, was cloned once, in whole clusters.</summary>
    private static void AssertCloned(MergedFolder folder)
    {
        string[] cloned =
        [
            .. s_sizes.Where(size => size > 0).Select(size => $"{size}.bin 0 {(size + Cluster - 1) / Cluster * Cluster}"),
            $"sparse.bin 0 {2 * Cluster}", $"sums.bin 0 {2 * Cluster}",
            $"here.txt 0 {Cluster}", $"mods.txt 0 {Cluster}", $"a.bin 0 {Cluster}",
        ];
        Assert.Equal(cloned.Order(StringComparer.Ordinal), Log(folder).Order(StringComparer.Ordinal));
    }

    private static string LogFile(MergedFolder folder) => Path.Combine(folder.Root, "cloned.txt");

    private static string[] Log(MergedFolder folder) =>
        File.Exists(LogFile(folder)) ? File.ReadAllText(LogFile(folder)).Split('\n', StringSplitOptions.RemoveEmptyEntries) : [];
}
