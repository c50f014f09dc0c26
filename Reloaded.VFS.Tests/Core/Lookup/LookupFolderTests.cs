using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Tests.Core.Lookup;

public class LookupFolderTests
{
    /// <summary>Folders begin at cache lines, and each is one: where it grows, neighbours would share two.</summary>
    [Fact]
    public unsafe void AFolderIsACacheLine() => Assert.Equal(nint.Size == 8 ? 64 : 48, sizeof(LookupFolder));
}
