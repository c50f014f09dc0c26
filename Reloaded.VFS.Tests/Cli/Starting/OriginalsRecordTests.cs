using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests of the record of the game's own files that mods replace.</summary>
public sealed class OriginalsRecordTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void WhatWasKnownStaysUntilTheModsFileIsAnother()
    {
        _folder.File("game/Data/A.txt", "own");
        _folder.File("game/Data/own.txt", "own");
        string mods = _folder.File("mods/m/data/a.txt", "mod's");
        _folder.File("mods/m/data/new.txt", "mod's");
        OriginalsRecord first = Now(new([]));
        Assert.Equal([(@"Data\A.txt", "m", 5L, 3L)], Show(first));
        _folder.File("game/Data/A.txt", "updated");
        Assert.Equal(first.Files, Now(first).Files);
        File.WriteAllText(mods, "newer mod's");
        Assert.Equal([(@"Data\A.txt", "m", 11L, 7L)], Show(Now(first)));
        _folder.File("mods/n/DATA/a.TXT", "of another");
        Assert.Equal([(@"Data\A.txt", "n", 10L, 7L)], Show(Now(first)));
    }

    /// <summary>Each run ends by writing the record: the time for a file doesn't grow with the number of mods or files.</summary>
    [Theory]
    [InlineData(1, 300)]
    [InlineData(300, 1)]
    public void AFileTakesAsMuchWithManyModsAndFilesAsWithFew(int mods, int files)
    {
        const int MostOfEach = 4096;
        for (int i = 0; i < mods * files; i++)
        {
            _folder.File($"game/data/f{i}.txt");
            _folder.File($"mods/m{i / files}/data/f{i}.txt");
        }

        using ModResolver resolver = Resolver();
        long bytes = AllocatedBytes.Of(() => Assert.Equal(mods * files, OriginalsRecord.Replaced(resolver).Count()));
        Assert.InRange(bytes / (mods * files), 1, MostOfEach);
    }

    private OriginalsRecord Now(OriginalsRecord before)
    {
        using ModResolver resolver = Resolver();
        return before.With(resolver);
    }

    private ModResolver Resolver() => new(ModSet.Load(new VfsConfiguration
    {
        Targets = [_folder.At("game")],
        Mods = _folder.At("mods"),
    }));

    private static IEnumerable<(string Path, string Mod, long Replacement, long Original)> Show(OriginalsRecord record) =>
        record.Files.Select(file => (file.Path, file.Mod, file.Replacement.Size, file.Original.Size));
}
