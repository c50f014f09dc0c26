using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>Tests of listings whose mods' files have gone from disk, and of listings that don't complete.</summary>
public sealed class InterruptedListingTests
{
    private const string Own = @"\??\C:\g\", High = @"\??\D:\mods\high\", Middle = @"\??\D:\mods\middle\", Low = @"\??\D:\mods\low\";

    /// <summary>A folder on a case-sensitive disk has a name in two letter cases: the other missing name is still looked for.</summary>
    [Fact]
    public void ANameThatAFolderHasTwiceIsCountedOnce()
    {
        (MemoryVolume volume, TestOverlay overlay) = Build();
        using ListingHandle handle = new(volume, overlay, Own, namesHandleFolder: true);
        Assert.Equal([".", "..", "own.txt", "x.txt", "y.txt"],
            handle.Names().Select(name => name.ToLowerInvariant()).Order(StringComparer.Ordinal));
    }

    /// <summary>Allocations fail at each query in turn.</summary>
    [Fact]
    public void NoHandleStaysOpenWhereMemoryRunsOut()
    {
        bool hasEnded = false;
        for (int last = 1; !hasEnded; last++)
        {
            (MemoryVolume volume, TestOverlay overlay) = Build();
            int queries = 0;
            volume.BeforeQuery = () =>
            {
                if (++queries == last)
                    throw new OutOfMemoryException();
            };
            using (ListingHandle handle = new(volume, overlay, Own, namesHandleFolder: true))
            {
                hasEnded = Record.Exception(() => handle.Query(FILE_INFORMATION_CLASS.FileNamesInformation, 4096))
                    is not OutOfMemoryException;
                Assert.Equal(1, volume.OpenHandles);
            }

            Assert.True(hasEnded || last < 100);
        }
    }

    /// <summary>
    /// Allocations fail at each query of a listing in turn, at its first query and at a restart: the next listing is complete, and one that
    /// was begun before goes on.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void AListingIsWholeAfterMemoryRanOut(bool isRestart)
    {
        bool hasEnded = false;
        for (int last = 1; !hasEnded; last++)
        {
            (MemoryVolume volume, TestOverlay overlay) = Build();
            using ListingHandle handle = new(volume, overlay, Own, namesHandleFolder: true);
            List<string> all = handle.Names();
            Assert.Equal(5, all.Count);
            using ListingHandle another = new(volume, overlay, Own, namesHandleFolder: true);
            ListingHandle asked = isRestart ? handle : another;
            int queries = 0;
            volume.BeforeQuery = () =>
            {
                if (++queries == last)
                    throw new OutOfMemoryException();
            };
            QueryFlags flags = isRestart ? QueryFlags.SL_RESTART_SCAN : 0;
            hasEnded = Record.Exception(() => asked.Query(FILE_INFORMATION_CLASS.FileNamesInformation, 4096, flags))
                is not OutOfMemoryException;
            volume.BeforeQuery = null;
            if (hasEnded)
                break;
            if (isRestart)
                Assert.Equal(NtStatus.STATUS_NO_MORE_FILES, asked.Query(FILE_INFORMATION_CLASS.FileNamesInformation, 4096).Status);
            Assert.Equal(all, asked.Names(flags));
            Assert.True(last < 100);
        }
    }

    /// <summary>Builds two names of the highest mod, which has lost both; each other mod has one of them, the higher mod twice.</summary>
    private static (MemoryVolume Volume, TestOverlay Overlay) Build()
    {
        MemoryVolume volume = new();
        volume.AddFolder(Own, [File("own.txt", 1)]);
        volume.AddFolder(Low, [File("y.txt", 2)]);
        volume.AddFolder(Middle, [File("x.txt", 3), File("X.TXT", 4)]);
        volume.AddFolder(High, [File("x.txt", 5), File("y.txt", 6)]);
        TestOverlay overlay = new();
        overlay.Lay(volume, Low);
        overlay.Lay(volume, Middle, file => file.Name == "x.txt");
        overlay.Lay(volume, High);
        volume.Files(High).RemoveAll(file => file.Name is "x.txt" or "y.txt");
        return (volume, overlay);
    }

    private static MemoryFile File(string name, long id) => new(name, false, 0, 6, id);
}
