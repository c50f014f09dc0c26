using System.Runtime.InteropServices;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Tests.Core.Paths;

/// <summary>Tests of the forms of a path: the kernel's, the canonical one, and the one that programs write.</summary>
public sealed class NtPathTests
{
    /// <summary>Gets the forms in the order NT, canonical, Win32, Win32 of any length.</summary>
    public static TheoryData<string, string, string, string> Forms => new()
    {
        { @"\??\C:\a\b", @"C:\a\b", @"C:\a\b", @"\\?\C:\a\b" },
        { @"\??\C:\a\", @"C:\a\", @"C:\a\", @"\\?\C:\a\" },
        { @"\??\C:\", @"C:\", @"C:\", @"\\?\C:\" },
        { @"\??\UNC\server\share\a", @"UNC\server\share\a", @"\\server\share\a", @"\\?\UNC\server\share\a" },
        { @"\??\UNC\server\share\", @"UNC\server\share\", @"\\server\share\", @"\\?\UNC\server\share\" },
        // A folder of that name isn't a share.
        { @"\??\C:\UNC\a", @"C:\UNC\a", @"C:\UNC\a", @"\\?\C:\UNC\a" },
    };

    [Theory]
    [MemberData(nameof(Forms))]
    public void EveryFormLeadsToEveryOther(string nt, string canonical, string win32, string longWin32)
    {
        Assert.Equal(canonical, NtPath.ToCanonical(nt));
        Assert.Equal(win32, NtPath.ToWin32(nt));
        Assert.Equal(longWin32, NtPath.ToLongWin32(nt));
        Assert.Equal(nt, NtPath.FromCanonical(canonical));
        Assert.Equal(win32, NtPath.CanonicalToWin32(canonical));
        Assert.Equal(longWin32, NtPath.CanonicalToLongWin32(canonical));
        Assert.All((string[])[nt, canonical, win32, longWin32], form => Assert.Equal(nt, NtPath.From(form)));
    }

    [Theory]
    [InlineData("C:", @"\??\C:\")]
    [InlineData(@"C:\a", @"\??\C:\a")]
    [InlineData(@"UNC\server\share", @"\??\UNC\server\share")]
    public void ADriveAloneIsAFolderWithItsBackslash(string canonical, string expected) =>
        Assert.Equal(expected, NtPath.FromCanonicalFolder(canonical));

    /// <summary>A drive without its backslash is the volume: only its root is opened with one.</summary>
    [Theory]
    [InlineData(@"\??\C:\", @"\??\C:\", "C:", @"\??\C:\x")]
    [InlineData(@"\??\C:\\", @"\??\C:\", "C:", @"\??\C:\x")]
    [InlineData(@"\??\C:\a\", @"\??\C:\a", @"C:\a", @"\??\C:\a\x")]
    [InlineData(@"\??\C:\a", @"\??\C:\a", @"C:\a", @"\??\C:\a\x")]
    [InlineData(@"\??\UNC\server\share\", @"\??\UNC\server\share", @"UNC\server\share", @"\??\UNC\server\share\x")]
    [InlineData("", "", "", @"\x")]
    public void AFolderIsOpenedWithoutABackslashUnlessItIsADrivesRoot(string folder, string toOpen, string canonical, string inside)
    {
        Assert.Equal(toOpen, NtPath.ToOpen(folder));
        Assert.Equal(canonical, NtPath.FolderToCanonical(folder));
        Assert.Equal(inside, NtPath.Combine(folder, "x"));
    }

    /// <summary>Tools on Linux show paths of the host.</summary>
    [Theory]
    [InlineData("/home/a/mods/")]
    [InlineData(@"C:\a")]
    [InlineData(@"\?")]
    [InlineData("")]
    public void WhatHasNoPrefixStays(string path)
    {
        Assert.False(NtPath.HasPrefix(path));
        Assert.Equal(path, NtPath.ToCanonical(path));
        Assert.Equal(path, NtPath.ToWin32(path));
    }

    [Fact]
    public void TheWordIsThePrefix()
    {
        Assert.Equal(NtPath.PrefixLength, NtPath.Prefix.Length);
        Assert.Equal(NtPath.PrefixWord, MemoryMarshal.Read<ulong>(MemoryMarshal.AsBytes(NtPath.Prefix.AsSpan())));
    }
}
