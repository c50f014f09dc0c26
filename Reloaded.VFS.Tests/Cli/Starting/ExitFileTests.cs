using System.Diagnostics;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>Tests of the files in the temporary folder by which rvfs.exe reports how a game ended.</summary>
public sealed class ExitFileTests
{
    /// <summary>A killed process leaves its file; the next start deletes it, but no file of a running process.</summary>
    [Fact]
    public void WhatAKilledProcessHasLeftIsDeletedAtTheNextStart()
    {
        using var folder = new TemporaryFolder();
        using var killed = Process.Start("sleep", "60");
        string left = folder.File($"rvfs-exit-{killed.Id}-0123456789abcdef");
        ExitFile.NewPath(folder.Root);
        Assert.True(File.Exists(left), "its process runs");
        killed.Kill();
        killed.WaitForExit();

        string own = folder.File($"rvfs-exit-{Environment.ProcessId}-0123456789abcdef");
        string[] others = [folder.File("rvfs-exit-x-1"), folder.File("rvfs-exit-"), folder.File("rvfs-exit"), folder.File("rvfs-1-x")];
        string made = ExitFile.NewPath(folder.Root);
        Assert.False(File.Exists(left));
        Assert.False(File.Exists(made));
        Assert.Equal(folder.Root, Path.GetDirectoryName(made));
        Assert.All([own, .. others], file => Assert.True(File.Exists(file), file));
    }

    [Fact]
    public void AFolderThatCannotBeListedIsNoError() =>
        Assert.StartsWith("/not/there/rvfs-exit-", ExitFile.NewPath("/not/there"), StringComparison.Ordinal);
}
