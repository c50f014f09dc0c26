using System.Text;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Tests.Fuzz;

namespace Reloaded.VFS.Tests.Cli.OtherManagers.Formats;

/// <summary>Tests of me3's profiles, in both versions.</summary>
public sealed class Me3ProfileTests
{
    private const string First = """"
        # what me3 starts
        profileVersion = "v1"
        start_online = false # as it is
        savefile = """
            NR.sl2"""

        [[supports]]
        game = 'nightreign'
        since = 2025-06-01T00:00:00Z

        [[packages]]
        id = "m\u00fcdigkeit"
        source = 'mods\night\'
        load_after = [
            { id = "regulation", optional = false }, # needed
            { id = "textures", optional = true },
        ]
        load_before = [{ id = "last", optional = true }]

        [[packages]]
        id = "off"
        enabled = false
        path = "./unused"
        load_after = [{ id = "never", optional = false }]

        [[natives]]
        path = "x.dll"
        initializer.function = "init"
        load_after = [{ id = "y.dll", optional = false }]
        """";

    [Fact]
    public void AProfileThatListsItsPackages()
    {
        ModMetadata read = Read(First);
        Assert.Equal(("müdigkeit", null, null), (read.Id, read.Name, read.Version));
        Assert.Equal(["regulation"], read.Needs);
        Assert.Equal(["textures"], read.After);
        Assert.Equal(["last"], read.Before);
        Assert.Empty(read.Diagnostics);
    }

    [Fact]
    public void AProfileOfSeveralPackagesHasNoIdAndNeedsNoneOfItsOwn()
    {
        ModMetadata read = Read("""
            [[package]]
            id = "a"
            path = 'a'
            load_after = [{ id = "B", optional = false }, { id = "c", optional = false }]
            [[package]]
            id = "b"
            path = 'b'
            """);
        Assert.Null(read.Id);
        Assert.Equal(["c"], read.Needs);
    }

    [Fact]
    public void AProfileThatNamesItsPackages()
    {
        const string profile = """
            profileVersion = "v2"
            [game]
            launch = "nightreign"
            [dependencies]
            "my mod".path = './my-mod'
            dll = { path = './a/b.DLL', initializer.delay.ms = 3000 }
            other = { path = './other', enabled = false }
            also = 'also.me3'
            """;
        Assert.Equal("my mod", Read(profile).Id);
        Assert.Null(Read(profile + "\nsecond = 'second'").Id);
    }

    [Theory]
    [InlineData("")]
    [InlineData("[[packages]\nid = \"a\"")]
    [InlineData("[[packages]]\nid = \"a")]
    [InlineData("[[packages]]\nid = \"\\q\"")]
    [InlineData("[[packages]]\nid = \"a\" b")]
    [InlineData("[[packages]]\nid = 5")]
    [InlineData("dependencies = [1]")]
    public void WhatCannotBeUnderstoodIsPassedOver(string profile)
    {
        ModMetadata read = Read(profile);
        Assert.Null(read.Id);
        Assert.Equal("x.me3", read.File);
        Assert.Empty(read.Diagnostics);
    }

    [Fact]
    public void NothingMakesItThrow()
    {
        for (int seed = TextFuzzTests.First; seed < TextFuzzTests.First + TextFuzzTests.Count; seed++)
            Assert.Empty(Me3Profile.Read(new Mutator(seed).Mutate(First), "x.me3").Diagnostics);
        Read("a = " + new string('[', 100_000));
        Read("a = " + string.Concat(Enumerable.Repeat("{a=", 100_000)));
        Read(string.Join('.', Enumerable.Repeat("a", 100_000)) + " = 1");
    }

    [Theory]
    [InlineData("Night.me3", true, true)]
    [InlineData(".ME3", true, true)]
    [InlineData("Night.me3", false, false)]
    [InlineData("me3", true, false)]
    public void AProfileIsNotOverlaid(string name, bool atRoot, bool isExcluded) =>
        Assert.Equal(isExcluded, DefaultExcludes.IsExcluded(name, isFolder: false, atRoot));

    private static ModMetadata Read(string profile) => Me3Profile.Read(Encoding.UTF8.GetBytes(profile), "x.me3");
}
