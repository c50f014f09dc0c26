using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Undoing;

/// <summary>Tests of the record of what the overwrite folder covers, and of which of its copies are unchanged.</summary>
public sealed class CoveredFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public CoveredFilesTests()
    {
        Put("g/data/a.txt", "game");
        Put("o/data/a.txt", "game");
    }

    private VfsConfiguration Configuration => new VfsConfiguration { Overwrite = _folder.At("o") }.WithDefaults(_folder.At("g"));

    private CoveredPlaces Places => new(_folder.At("o"), Configuration, HostPlaces.Find);

    private CoveredFile Copy => new(CoveredKind.Copy, @"data\a.txt", @"game\data\a.txt", 4, s_time);

    private static readonly DateTime s_time = new(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void OfEachNameTheLastLineCountsAndHalfALineIsNone()
    {
        string temporary = OverwritePlaces.TemporaryOf(_folder.At("o"));
        Directory.CreateDirectory(temporary);
        CoveredFile marker = Copy with { Kind = CoveredKind.Hidden },
            later = Copy with { Kind = CoveredKind.Replaced, Place = @"DATA\A.txt" };
        File.WriteAllText(Path.Combine(temporary, "1.covered"), Copy.Line + marker.Line + "Copy\t1\n\n" + later.Line);
        File.WriteAllText(Path.Combine(temporary, "2.covered"), (Copy with { Place = "b" }).Line[..^1]);
        Assert.Equal([later, marker], CoveredFiles.Read(_folder.At("o")).OrderByDescending(file => file.Kind == CoveredKind.Replaced));
        CoveredFiles.Write(_folder.At("o"), [marker]);
        Assert.Equal([marker], CoveredFiles.Read(_folder.At("o")));
        Assert.Equal(["covered.covered"], Directory.GetFiles(temporary).Select(Path.GetFileName));
    }

    [Theory]
    [InlineData("")]
    [InlineData("Copy\t4\t5\ta")]
    [InlineData("Copy\t4\t5\t\tb")]
    [InlineData("Copy\t-4\t5\ta\tb")]
    [InlineData("Copy\t4\t99999999999999999999\ta\tb")]
    [InlineData("Copy\t4\t9223372036854775807\ta\tb")]
    [InlineData("7\t4\t5\ta\tb")]
    [InlineData("Copy\t4\t5\ta\tb\tc")]
    public void WhatIsNoLineIsNoRecord(string line) => Assert.False(CoveredFile.TryParse(line, out _));

    [Fact]
    public void ACopyIsUnchangedAsLongAsNothingDiffers()
    {
        Assert.True(Places.IsUnchanged(Copy));
        Assert.False(Places.IsUnchanged(Copy with { Kind = CoveredKind.Replaced }));
        Assert.False(Places.IsUnchanged(Copy with { Size = 5 }));
        Assert.False(Places.IsUnchanged(Copy with { Written = s_time.AddSeconds(1) }));
        Put("o/data/a.txt", "GAME");
        Assert.False(Places.IsUnchanged(Copy));
        Put("o/data/a.txt", "game");
        _folder.File("o/data.rvfshide", "");
        Assert.False(Places.IsUnchanged(Copy));
        File.Delete(_folder.At("o/data.rvfshide"));
        Assert.True(Places.IsUnchanged(Copy));
    }

    /// <summary>No line of a log, whoever has written it, can lead outside of the overwrite folder and the game's.</summary>
    [Theory]
    [InlineData(@"..\g\data\a.txt", @"game\data\a.txt")]
    [InlineData(@"data\.\a.txt", @"game\data\a.txt")]
    [InlineData(@"data/../../g/data/a.txt", @"game\data\a.txt")]
    [InlineData(@"C:\data\a.txt", @"game\data\a.txt")]
    [InlineData(@"data\a.txt", @"game\..\g\data\a.txt")]
    public void APlaceThatLeadsElsewhereIsNone(string place, string source) =>
        Assert.False(Places.IsUnchanged(Copy with { Place = place, Source = source }));

    /// <summary>Each of these links leads to the game's file itself, or to a file of the player with the same content.</summary>
    [LinuxTheory]
    [InlineData("rm -r o/data; ln -s ../g/data o/data")]
    [InlineData("rm o/data/a.txt; ln -s ../../g/data/a.txt o/data/a.txt")]
    [InlineData("rm o/data/a.txt; ln g/data/a.txt o/data/a.txt")]
    [InlineData("mv o/data backup; ln -s ../backup o/data")]
    [InlineData("mv o/data/a.txt backup; ln -s ../../backup o/data/a.txt")]
    [InlineData("ln o/data/a.txt second")]
    [InlineData("rm -r o; ln -s g o")]
    public void WhatLinksLeadToIsNoCopy(string command)
    {
        TemporaryFolder.Shell("cd \"$1\"; " + command, _folder.Root);
        Assert.False(Places.IsUnchanged(Copy));
        Assert.Equal("game", File.ReadAllText(_folder.At("g/data/a.txt")));
    }

    private void Put(string path, string content) => File.SetLastWriteTimeUtc(_folder.File(path, content), s_time);
}
