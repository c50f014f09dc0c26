using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Core.Lookup;

namespace Reloaded.VFS.Tests.Mods.Laying;

public sealed class ModSetTests : IDisposable
{
    private const string Virtual = @"C:\games\g";

    private readonly TemporaryFolder _folder = new();

    public ModSetTests()
    {
        foreach (string file in new[] { "game/game.exe", "game/data/a.dds", "game/data/b.dds", "game/data/deep/c.dds" })
            _folder.File(file);
    }

    public void Dispose() => _folder.Dispose();

    private ModSet Load() => ModSet.Load(new VfsConfiguration { Targets = [_folder.At("game")], Mods = _folder.At("mods") });

    private string? Winner(VirtualFileSystem files, string path)
    {
        Snapshot snapshot = files.Snapshot;
        LookupResult result = snapshot.Lookup($@"{Virtual}\{path}");
        if (result.Kind != LookupKind.File)
            return null;
        unsafe
        {
            string target = LookupTests.TextOf(result);
            GC.KeepAlive(snapshot);
            return Path.GetRelativePath(_folder.At("mods"), target.Replace(@"\??\", "")).Replace('\\', '/');
        }
    }

    [Fact]
    public void TheLaterModWinsAndEverythingIsCounted()
    {
        _folder.File("mods/order.txt", "High\n-Off\nGone\nLow\n");
        foreach (string file in new[] { "High/DATA/A.dds", "High/data/only.dds", "Low/data/a.DDS", "Low/data/b.dds", "Low/data/deep/C.DDS",
            "Low/new/x", "Off/data/a.dds", "Fresh/readme.txt" })
            _folder.File("mods/" + file);
        ModSet set = Load();
        Assert.Equal(["High:Active", "Off:Disabled", "Gone:Missing", "Low:Active", "Fresh:New"],
            set.Mods.Select(m => $"{m.Mod.Name}:{m.Mod.State}"));
        Assert.Contains(set.Diagnostics, d => d.Cause == "the mod 'Fresh' holds no files");
        Assert.False(set.HasErrors);

        using var files = new VirtualFileSystem();
        AppliedMods applied = set.ApplyTo(files, _ => Virtual);
        Assert.Empty(applied.Diagnostics);
        Assert.Equal("Low/data/a.DDS", Winner(files, @"Data\A.DDS"));
        Assert.Equal("High/data/only.dds", Winner(files, @"data\ONLY.dds")?.Replace("DATA", "data"));
        Assert.Equal("Low/new/x", Winner(files, @"NEW\X"));
        Assert.Null(Winner(files, @"game.exe"));

        ModCounts counts = applied.Count();
        Assert.Equal((5, 3), (counts.Files, counts.Replaces));
        Assert.Equal(
            ["High 2 1 0", "Off 0 0 0", "Gone 0 0 0", "Low 4 4 3", "Fresh 0 0 0"],
            counts.Mods.Select(m => $"{m.Name} {m.Files} {m.Wins} {m.Replaces}"));
        Assert.Equal("Reloaded VFS: 3 mods, 5 files, 3 of them replace a file of the game.",
            StartLine.Of(counts.Mods.Count(m => m.IsLoaded), counts.Files, counts.Replaces));
    }

    [Fact]
    public void EveryModLiesOverEveryTarget()
    {
        _folder.File("mods/M/data/a.dds");
        ModSet set = ModSet.Load(
            new VfsConfiguration { Targets = [_folder.At("game"), _folder.At("game/data")], Mods = _folder.At("mods") });
        using var files = new VirtualFileSystem();
        AppliedMods applied = set.ApplyTo(files, t => t.EndsWith("data", StringComparison.Ordinal) ? Virtual + @"\data" : Virtual);
        Assert.Equal(2, applied.Layers.Count);
        Assert.NotNull(Winner(files, @"data\a.dds"));
        Assert.NotNull(Winner(files, @"data\data\a.dds"));
        // The second target is in the first, so the first's count includes both.
        Assert.Equal((2, 1), (applied.Count().Files, applied.Count().Replaces));
    }

    [Fact]
    public void ATargetThatCannotBeOneIsNamed()
    {
        _folder.File("mods/M/a");
        using var files = new VirtualFileSystem();
        AppliedMods applied = Load().ApplyTo(files, _ => "relative");
        Assert.True(Assert.Single(applied.Diagnostics).IsError);
        Assert.Equal(0, applied.Count().Files);
    }

    [Fact]
    public void AMissingModsFolderIsAnErrorWithoutMods()
    {
        ModSet set = Load();
        Assert.Empty(set.Mods);
        Assert.True(set.HasErrors);
        using var files = new VirtualFileSystem();
        Assert.Equal(0, set.ApplyTo(files, _ => Virtual).Count().Files);
        Assert.Empty(ModSet.Load(new VfsConfiguration { Targets = [_folder.At("game")] }).Diagnostics);
    }

    [Fact]
    public void ManyModsAreScannedAtATimeAndComeInOrder()
    {
        for (int i = 0; i < 40; i++)
            _folder.File($"mods/m{i:00}/data/f{i}");
        foreach (int threads in new[] { 1, 4, 64 })
        {
            ModSet set = ModSet.Load(new VfsConfiguration { Targets = [_folder.At("game")], Mods = _folder.At("mods") }, threads);
            Assert.Equal(Enumerable.Range(0, 40).Select(i => $"m{i:00}"), set.Mods.Select(m => m.Mod.Name));
            Assert.All(set.Mods, m => Assert.Equal(1, m.Listing!.FileCount));
        }
    }

    [Fact]
    public void AModAtTheWrongDepthIsNamed()
    {
        _folder.File("mods/Deep/Deep-1.0/data/a.dds");
        Assert.Contains(Load().Diagnostics, d => d.Mod == "Deep" && d.Cause.Contains("too deep", StringComparison.Ordinal));
    }

    [LinuxFact]
    public void AModThatCannotBeReadIsLeftOutAndTheOthersAreThere()
    {
        // Root may read any folder, so this one is unreadable because its path is longer than Linux allows.
        string chain = string.Join('/', Enumerable.Repeat(new string('d', 200), 19));
        string mods = _folder.At("mods/" + chain);
        string name = new('n', 4100 - mods.Length);
        ModSet set;
        try
        {
            TemporaryFolder.Shell("cd \"$1\" && mkdir -p \"mods/$2/$3\" \"mods/$2/Good\" && cd \"mods/$2/Good\" && echo x > file",
                _folder.Root, chain, name);
            set = ModSet.Load(new VfsConfiguration { Targets = [_folder.At("game")], Mods = mods });
        }
        finally
        {
            TemporaryFolder.Shell("rm -rf \"$1/mods\"", _folder.Root);
        }

        Assert.Equal(["Good:Active", $"{name}:Error"], set.Mods.Select(m => $"{m.Mod.Name}:{m.Mod.State}"));
        Diagnostic error = Assert.Single(set.Diagnostics);
        Assert.Equal((Severity.Error, name), (error.Severity, error.Mod));
        Assert.Contains("its folder can't be read", error.Cause);
        using var files = new VirtualFileSystem();
        Assert.Equal(1, set.ApplyTo(files, _ => Virtual).Count().Files);
    }

    [Fact]
    public void EverythingAboutAStartIsInItsReport()
    {
        _folder.File("mods/order.txt", "-b\n");
        _folder.File("mods/a/data/a.dds");
        _folder.File("mods/b/x");
        ModSet set = Load();
        using var files = new VirtualFileSystem();
        ModCounts counts = set.ApplyTo(files, _ => Virtual).Count();
        var report = new StartReport
        {
            Version = "1",
            Running = true,
            Mods = counts.Mods,
            Files = counts.Files,
            Replaces = counts.Replaces,
            Diagnostics = set.Diagnostics,
        };
        StartReport read = StartReportFile.FromJson(StartReportFile.ToJson(report));
        Assert.Equal(counts.Mods, read.Mods);
        Assert.Equal("Reloaded VFS: 1 mod, 1 file, it replaces a file of the game.", StartLine.Of(read));
    }
}
