using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Tests.Core.Lookup;

public class LookupFolderTests
{
    /// <summary>Each folder begins at a cache line and occupies exactly one: if it grew, neighbours would share two.</summary>
    [Fact]
    public unsafe void AFolderIsACacheLine() => Assert.Equal(nint.Size == 8 ? 64 : 48, sizeof(LookupFolder));
}
