using System.ComponentModel;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Diagnostics;

/// <summary>Tests of the project's wording for exceptions that the system really throws.</summary>
public sealed class ErrorCauseTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private static Exception Thrown(Action action) => Record.Exception(action) ?? throw new InvalidOperationException("nothing was thrown");

    [Fact]
    public void WhatIsNotThereIsSaidSo()
    {
        Assert.Equal("it isn't there", ErrorCause.Of(Thrown(() => File.ReadAllBytes(_folder.At("x")))));
        Assert.Equal("it isn't there", ErrorCause.Of(Thrown(() => File.ReadAllBytes(_folder.At("x/y")))));
        Assert.Equal("it isn't there", ErrorCause.Of(Thrown(() => Directory.GetFiles(_folder.At("x")))));
    }

    [Fact]
    public void AFolderInAFilesPlaceIsSaidSo()
    {
        string folder = _folder.Folder("f"), file = _folder.File("a");
        Assert.Equal("it is a folder", ErrorCause.Of(Thrown(() => File.ReadAllBytes(folder)), folder));
        Assert.NotEqual("the cause isn't known", ErrorCause.Of(Thrown(() => File.Move(file, folder, overwrite: true))));
    }

    [Fact]
    public void WhatIsOpenElsewhereIsSaidSo()
    {
        string file = _folder.File("a");
        using FileStream held = new(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        Assert.Equal("another program has it open", ErrorCause.Of(Thrown(() => File.OpenWrite(file))));
    }

    [LinuxFact]
    public void NumbersOfLinuxHaveWords()
    {
        Assert.Equal("its path is too long", ErrorCause.Of(Thrown(() => File.ReadAllBytes(_folder.At(new string('x', 300))))));
        Assert.Equal("the disk is full", ErrorCause.Of(Thrown(() => File.WriteAllText("/dev/full", "x"))));
        Assert.Equal("it isn't there", ErrorCause.Of(Thrown(() => System.Diagnostics.Process.Start(_folder.At("x")))));
        Assert.Equal("the system refuses it (error 99)", ErrorCause.Of(new IOException("x", 99)));
    }

    [Fact]
    public void NumbersOfWindowsHaveWords()
    {
        Assert.Equal("the disk is full", ErrorCause.Of(new IOException("x", unchecked((int)0x80070070))));
        Assert.Equal("access is denied", ErrorCause.Of(new UnauthorizedAccessException("Access to the path 'x' is denied.")));
        Assert.Equal("the system refuses it (error 4390)", ErrorCause.Of(new IOException("x", unchecked((int)0x80071126))));
    }

    [Fact]
    public void OwnTextsStayAndOthersDoNot()
    {
        Assert.Equal("own", ErrorCause.Of(new RefusedArgumentException("own.", "path")));
        Assert.Equal("own", ErrorCause.Of(new UnreadableException("own.")));
        Assert.Equal("the cause isn't known", ErrorCause.Of(new InvalidOperationException("Sequence contains no elements")));
        Assert.DoesNotContain("Parameter", ErrorCause.Of(new ArgumentNullException("path")), StringComparison.Ordinal);
    }

    [Fact]
    public void ThePlaceIsFound()
    {
        string missing = _folder.At("it's not/there");
        Assert.Equal(missing, ErrorCause.PathOf(Thrown(() => File.ReadAllBytes(missing))));
        Assert.Equal(_folder.At("x"), ErrorCause.PathOf(Thrown(() => Directory.GetFiles(_folder.At("x")))));
        Assert.Null(ErrorCause.PathOf(new Win32Exception(5, "it's a 'text'")));
    }
}
