using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Archives.Staging;

public sealed class StagingFolderTests
{
    /// <summary>A link of such a name leads to someone else's files.</summary>
    [Fact]
    public void WhatALinkLeadsToIsNotSwept()
    {
        using TemporaryFolder folder = new();
        string kept = folder.File("others/inner/mine.txt"), left = folder.File("mods/0123456789ab.rvfs-tmp/content/a.txt");
        Directory.CreateSymbolicLink(folder.At("mods/x.rvfs-tmp"), folder.At("others"));
        foreach (string old in (string[])["others", "mods/0123456789ab.rvfs-tmp"])
            Directory.SetLastWriteTimeUtc(folder.At(old), DateTime.UtcNow.AddDays(-1));
        StagingFolder.Sweep(folder.At("mods"));
        Assert.True(File.Exists(kept) && Path.Exists(folder.At("mods/x.rvfs-tmp")));
        Assert.False(File.Exists(left));
    }
}
