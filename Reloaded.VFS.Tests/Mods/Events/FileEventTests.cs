using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Tests.Mods.Events;

/// <summary>Tests of the text for a record of an open.</summary>
public sealed class FileEventTests
{
    [Theory]
    [InlineData(@"\??\C:\mods\a\", @"C:\g", @"C:\g\data\x.pak", @"C:\mods\a\data\x.pak")]
    [InlineData(@"\??\UNC\server\share\a\", @"C:\g", @"C:\g\x.pak", @"\\server\share\a\x.pak")]
    [InlineData(@"\??\D:\", @"C:\g", @"C:\g\x.pak", @"D:\x.pak")]
    public void TheRealFileIsNamedAsProgramsWriteIt(string source, string target, string path, string expected)
    {
        var layer = new EventLayer(1, "a", source, target);
        var file = new FileEvent(default, default, 1, EventFunction.NtCreateFile, 0, LookupKind.File, path, layer);
        Assert.Equal(expected, file.Became);
    }
}
