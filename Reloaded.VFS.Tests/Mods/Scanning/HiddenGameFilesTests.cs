using System.Diagnostics;
using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Scanning;

public sealed class HiddenGameFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private List<string> Find(params string[] patterns) =>
        [.. HiddenGameFiles.Find(_folder.Root, [.. patterns.Select(pattern => new PathPattern(pattern))]).Order(StringComparer.Ordinal)];

    [Fact]
    public void EachPatternFindsWhatItMeans()
    {
        _folder.File("data/a/1.txt");
        _folder.File("data/b/2.txt");
        _folder.File("data/b/3.dds");
        _folder.File("other/4.txt");
        _folder.File("rvfs/5.txt");
        Assert.Equal([@"data\a\1.txt", @"data\b"], Find("data/*/1.txt", "DATA/b*", "nothing/**"));
        Assert.Equal([@"data\a\1.txt", @"data\b\2.txt", @"other\4.txt"], Find("**/*.txt"));
    }

    /// <summary>If each pattern needed its own walk, 900,000 folders would be read.</summary>
    [Fact]
    public void ManyPatternsAreOneWalk()
    {
        for (int i = 0; i < 3000; i++)
            _folder.Folder($"d{i / 100}/e{i % 100}");
        var clock = Stopwatch.StartNew();
        Assert.Empty(Find([.. Enumerable.Range(0, 300).Select(i => $"**/x{i}*.dds")]));
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(4) * GameProcess.Patience);
    }
}
