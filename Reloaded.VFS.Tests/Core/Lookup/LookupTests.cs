using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Core.Lookup;

public class LookupTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);

    private string Ask(string path)
    {
        Snapshot snapshot = _files.Snapshot;
        LookupResult result = snapshot.Lookup(path);
        string answer = result.Kind.ToString();
        if (result.PathId >= 0)
            answer += $" {_files.GetPath(result.PathId)}";
        answer += " > " + TextOf(result);
        GC.KeepAlive(snapshot);
        return answer;
    }

    internal static unsafe string TextOf(in LookupResult result) =>
        string.Create(result.BackingLength, result, static (text, found) => found.CopyBacking(text));

    [Fact]
    public void EmptyFileSystemKnowsNothing()
    {
        Assert.Equal("Outside > ", Ask("C:"));
        Assert.Equal("Outside > ", Ask(@"C:\a"));
        Assert.Equal("Outside > ", Ask(""));
    }

    [Fact]
    public void FilesFoldersMissesAndOutside()
    {
        _files.AddFolder(TestListings.Of("a.txt", @"Data\b.dds", @"Data\sub\c"), @"D:\mods\m", @"C:\games\g");

        Assert.Equal(@"File C:\games\g > \??\D:\mods\m\a.txt", Ask(@"c:\GAMES\g\A.TXT"));
        Assert.Equal(@"File C:\games\g\Data > \??\D:\mods\m\Data\b.dds", Ask(@"C:\games\g\data\B.dds"));
        Assert.Equal(@"Folder C:\games\g\Data > \??\D:\mods\m\Data\", Ask(@"C:\games\g\DATA"));
        Assert.Equal(@"Miss C:\games\g\Data\sub > \??\D:\mods\m\Data\sub\", Ask(@"C:\games\g\data\sub\d"));
        Assert.Equal(@"Folder C:\games\g > \??\D:\mods\m\", Ask(@"C:\games\g"));
        Assert.Equal("Outside > ", Ask(@"C:\games\g\nothere\x"));
        Assert.Equal("Outside > ", Ask(@"C:\games\g\a.txt\x"));
        Assert.Equal("Outside > ", Ask(@"C:\games\g2\a.txt"));
        Assert.Equal("Outside > ", Ask(@"C:\games\g2"));
        Assert.Equal("Outside > ", Ask(@"C:\game"));
        Assert.Equal("Outside > ", Ask(@"C:\games\g\"));
        Assert.Equal("Outside > ", Ask(@"C:\games\g\\a.txt"));
        Assert.Equal("Outside > ", Ask(@"D:\games\g\a.txt"));
    }

    [Fact]
    public void AncestorsOfTargetsAreFoldersWithoutSources()
    {
        _files.AddTarget(@"C:\games\g");
        Assert.Equal("Folder C: > ", Ask("c:"));
        Assert.Equal(@"Folder C:\games > ", Ask(@"C:\games"));
        Assert.Equal(@"Folder C:\games\g > ", Ask(@"C:\games\G"));
        Assert.Equal(@"Miss C:\games\g > ", Ask(@"C:\games\g\a"));
        Assert.Equal("Outside > ", Ask(@"C:\games\other"));
    }

    [Fact]
    public void SeveralDrivesTargetsInEachOtherDriveRootsAndShares()
    {
        _files.AddFolder(TestListings.Of("x", @"in\y"), @"D:\m1", @"C:\g");
        _files.AddFolder(TestListings.Of("z", "Y"), @"D:\m2", @"C:\g\in");
        _files.AddFolder(TestListings.Of("r", @"in\s"), @"D:\m3\", @"E:\");
        _files.AddFolder(TestListings.Of("u"), @"\\nas\mods", @"\\server\share\g");

        Assert.Equal(@"File C:\g\in > \??\D:\m2\Y", Ask(@"C:\g\in\y"));
        Assert.Equal(@"File C:\g\in > \??\D:\m2\z", Ask(@"C:\g\in\z"));
        Assert.Equal(@"File C:\g > \??\D:\m1\x", Ask(@"C:\g\x"));
        Assert.Equal(@"File E: > \??\D:\m3\r", Ask(@"E:\r"));
        Assert.Equal(@"Folder E: > \??\D:\m3\", Ask("e:"));
        Assert.Equal(@"File E:\in > \??\D:\m3\in\s", Ask(@"E:\IN\s"));
        Assert.Equal("Miss E: > \\??\\D:\\m3\\", Ask(@"E:\q"));
        Assert.Equal(@"File UNC\server\share\g > \??\UNC\nas\mods\u", Ask(@"unc\SERVER\share\g\U"));
        Assert.Equal(@"Folder UNC\server > ", Ask(@"UNC\server"));
        Assert.Equal("Outside > ", Ask(@"UNC\server\share2\g\u"));
    }

    [Fact]
    public void PathsThatOnlyEndLikeATargetAreOutside()
    {
        _files.AddFolder(TestListings.Of("a.txt", @"b\c.txt"), @"D:\mods\m", @"C:\Games\Example Game");
        Assert.Equal(@"File C:\Games\Example Game > \??\D:\mods\m\a.txt", Ask(@"c:\games\EXAMPLE game\A.TXT"));
        foreach (string other in (string[])[@"D:\Games\Example Game", @"C:\Gamez\Example Game", @"C:\Games\Exbmple Game",
            @"C:\Games_Example Game", @"C:\Games\Example Gamf"])
        {
            Assert.Equal("Outside > ", Ask(other));
            Assert.Equal("Outside > ", Ask(other + @"\a.txt"));
            Assert.Equal("Outside > ", Ask(other + @"\b\c.txt"));
        }

        Assert.Equal("Outside > ", Ask(@"C:\Games\Example Game2\a.txt"));
        Assert.Equal(@"Folder C:\Games > ", Ask(@"C:\games"));
        Assert.Equal("Outside > ", Ask(@"D:\games"));
    }

    [Fact]
    public void AFileMayHaveAnotherRealName()
    {
        int handle = _files.AddFile(@"D:\real\Name.bin", @"C:\g\sub\virtual.txt");
        Assert.Equal(@"File C:\g\sub > \??\D:\real\Name.bin", Ask(@"C:\G\SUB\Virtual.TXT"));
        Assert.Equal(@"Miss C:\g\sub > ", Ask(@"C:\g\sub\Name.bin"));
        Assert.Equal(@"Folder C:\g > ", Ask(@"C:\g"));
        Assert.True(_files.Remove(handle));
        Assert.Equal("Outside > ", Ask(@"C:\g\sub\virtual.txt"));
    }

    [Theory]
    [InlineData(255)]
    [InlineData(511)]
    [InlineData(512)]
    [InlineData(513)]
    [InlineData(32_000)]
    [InlineData(32_767)]
    public void PathsOfAnyLength(int length)
    {
        string folder = "C:";
        while (folder.Length < length - 110)
            folder += $@"\{new string('ä', 99)}";
        string path = folder + '\\' + new string('n', length - folder.Length - 1);
        _files.AddFile(@"D:\real", path);

        Assert.Equal($@"File {folder} > \??\D:\real", Ask(path.ToUpperInvariant()));
        Assert.Equal($@"Miss {folder} > ", Ask(path[..^1]));
        Assert.Equal($"Folder {folder} > ", Ask(folder.ToUpperInvariant()));
        Assert.StartsWith("Outside", Ask(path + @"\x"), StringComparison.Ordinal);
        Assert.StartsWith("Outside", Ask(new string('x', length)), StringComparison.Ordinal);
    }
}
