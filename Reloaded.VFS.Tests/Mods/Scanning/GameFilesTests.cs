using Reloaded.VFS.Mods.Scanning;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Scanning;

/// <summary>Tests of how the game's own files are found by paths in any letter case.</summary>
public sealed class GameFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [CaseSensitiveDiskFact]
    public void OfTwoFoldersThatOfThePathsLetterCaseIsSearched()
    {
        _folder.File("g/data/small.txt");
        _folder.File("g/Data/Large.txt");
        var files = new GameFiles([_folder.At("g")]);
        Assert.Equal(["small.txt", "Large.txt", null, null],
            ((string[])[@"data\SMALL.txt", @"Data\large.TXT", @"Data\small.txt", @"data\Large.txt"])
                .Select(path => files.Find(_folder.At("g"), path)?.Name));
    }
}
