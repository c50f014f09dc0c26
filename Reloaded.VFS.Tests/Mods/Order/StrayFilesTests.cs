using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Order;

/// <summary>Files directly in the mods folder: each that could be meant as a mod is named.</summary>
public sealed class StrayFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string[] Messages(params string[] files)
    {
        foreach (string file in files)
            _folder.File("mods/" + file);
        return [.. LoadOrder.Read(_folder.At("mods")).Diagnostics.Where(one => one.Severity == Severity.Warning).Select(one => one.Cause)];
    }

    [Theory]
    [InlineData("t.tar")]
    [InlineData("T.TAR.GZ")]
    [InlineData("t.tgz")]
    [InlineData("old.fomod")]
    public void AnArchiveThatIsNotReadIsNamed(string name)
    {
        Assert.Equal(["this archive isn't read: only zip, 7z and rar are"], Messages(name));
        Assert.Equal(_folder.At("mods/" + name), LoadOrder.Read(_folder.At("mods")).Diagnostics[0].File);
    }

    [Fact]
    public void LooseFilesAreNamedTogether() => Assert.Equal(
        ["these files lie directly in the mods folder, and belong to no mod: a.dds, b.esp, c.pak, d.dll, e.bin and 2 more"],
        Messages("c.pak", "a.dds", "b.esp", "e.bin", "d.dll", "f.f", "g.g"));

    [Fact]
    public void NotesAndDownloadsAreNobodysMod() => Assert.Empty(Messages("prefer.txt", "notes.txt", "README", "readme.pdf",
        "desktop.ini", "order.txt.bak", "big.zip.part", "big.7z.crdownload", ".hidden", "backup~", "LICENSE", "mod.json"));
}
