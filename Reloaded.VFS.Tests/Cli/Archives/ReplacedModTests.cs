using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>Tests of replacing a mod: whatever happens meanwhile, the old mod or the new one is there, complete.</summary>
[Collection(nameof(QuestionsTests))]
public sealed class ReplacedModTests : AddFixture
{
    private string Mods => Folder.At("g/rvfs/mods");

    private string Left(string name, string? place)
    {
        string left = $"g/rvfs/mods/{name}.rvfs-tmp";
        Folder.File(left + "/earlier/data/a.txt", "old");
        Folder.File(left + "/held", OperatingSystem.IsWindows() ? "W" : "L");
        if (place is not null)
            Folder.File(left + "/place", place);
        return Folder.At(left);
    }

    private string Source(string content)
    {
        Folder.File($"new{content}/data/wall.dds", content);
        return Folder.At("new" + content);
    }

    /// <summary>The process is killed between the two renames.</summary>
    [Fact]
    public void WhatAKillHasLeftComesBackToItsPlace()
    {
        string left = Left("0123456789ab", "M");
        Assert.Equal(0, Add(Source("1")).Code);
        Assert.Equal("old", File.ReadAllText(Mod("M/data/a.txt")));
        Assert.False(Directory.Exists(left));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("../../M")]
    [InlineData("")]
    public void WhatHasNoPlaceStaysAndIsNamed(string? place)
    {
        string left = Left("0123456789ab", place);
        Assert.Contains(Path.Combine(left, "earlier"), Add(Source("1")).Errors, StringComparison.Ordinal);
        Assert.Equal("old", File.ReadAllText(Path.Combine(left, "earlier", "data", "a.txt")));
    }

    [Fact]
    public void WhatHasBeenReplacedGoes()
    {
        string left = Left("0123456789ab", "M");
        Folder.File("g/rvfs/mods/0123456789ab.rvfs-tmp/replaced", "");
        Folder.File("g/rvfs/mods/M/data/a.txt", "new");
        Assert.Equal((0, ""), Outcome(Add(Source("1"))));
        Assert.Equal("new", File.ReadAllText(Mod("M/data/a.txt")));
        Assert.False(Directory.Exists(left));
    }

    /// <summary>Neither the second rename nor its reversal is possible, because another add occupies the place.</summary>
    [Fact]
    public void WhatCannotGoBackStays()
    {
        string mod = Folder.File("g/rvfs/mods/M/data/a.txt", "old"), earlier;
        using (StagingFolder staging = new(Mods))
        {
            staging.SetAside(Mod("M"));
            earlier = staging.EarlierFolder;
            Assert.False(File.Exists(mod));
            Folder.File("g/rvfs/mods/M/data/a.txt", "another");
            Assert.False(staging.TryPutBack());
        }

        Assert.Equal("old", File.ReadAllText(Path.Combine(earlier, "data", "a.txt")));
        TemporaryFolder.Delete(Mod("M"));
        StagingFolder.Sweep(Mods);
        Assert.Equal("old", File.ReadAllText(mod));
    }

    /// <summary>A mod that wasn't added by rvfs is kept, and there is no place for it.</summary>
    [Fact]
    public void WhatCannotBeKeptIsNotReplaced()
    {
        Folder.File("g/rvfs/mods/new1/data/a.txt", "by hand");
        string inTheWay = Folder.File("g/rvfs/removed", "");
        (int code, _, string errors) = Add(Source("1"));
        Assert.Equal(125, code);
        Assert.Contains($"The mod can't be put into '{Mod("new1")}'", errors, StringComparison.Ordinal);
        Assert.Equal(["data/a.txt = by hand"], Files("new1"));
        Assert.Equal(["new1"], Directory.GetDirectories(Mods).Select(Path.GetFileName));
        File.Delete(inTheWay);
        Assert.Equal(0, Add(Source("1")).Code);
        Assert.Equal(["data/wall.dds = 1"], Files("new1"));
        Assert.Equal("by hand", File.ReadAllText(Folder.At("g/rvfs/removed/1/new1/data/a.txt")));
    }

    [Fact]
    public void WhatWasSetAsideAndNotReplacedComesBackWithTheEnd()
    {
        string mod = Folder.File("g/rvfs/mods/M/data/a.txt", "old");
        using (StagingFolder staging = new(Mods))
            staging.SetAside(Mod("M"));
        Assert.Equal("old", File.ReadAllText(mod));
        Assert.Equal(["M"], Directory.GetFileSystemEntries(Mods).Select(Path.GetFileName));
    }

    [Fact]
    [Trait("Processors", "All")]
    public void TwoAddsAtOnceLeaveOneOfBoth()
    {
        Folder.File("g/rvfs/mods/M/data/wall.dds", "old");
        VfsConfiguration configuration = new VfsConfiguration { Targets = [Folder.At("g")] }.WithDefaults(Folder.At("g"));
        string[] sources = [Source("1"), Source("2")];
        for (int round = 0; round < 200; round++)
        {
            Parallel.ForEach(sources, source =>
            {
                try
                {
                    AddedMod.Put(new ModSource(source, "M", configuration, UnpackLimits.Default), _ => false);
                }
                catch (CliException)
                {
                    // The other process was faster.
                }
            });
            Assert.Contains(File.ReadAllText(Mod("M/data/wall.dds")), (string[])["1", "2"]);
        }

        Assert.Equal(["M"], Directory.GetFileSystemEntries(Mods).Select(Path.GetFileName));
    }
}
