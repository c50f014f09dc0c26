using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Hooks.View;

namespace Reloaded.VFS.Tests.Hooks.Marking;

/// <summary>
/// Tests of which deletions need a marker, and where. DeletedNamesTests and DeletionMarkerTests check in a process that the marker is
/// written completely or not at all.
/// </summary>
public sealed class DeletionMarkersTests
{
    private readonly VirtualFileSystem _files = new(RealPathForm.Windows);
    private readonly ListedDisk _disk = new ListedDisk().Put(@"C:\g\data\own.txt", @"C:\g\data\over.txt", @"C:\g\data\folder\",
        @"D:\A\data\two.txt", @"D:\A\data\low.txt", @"D:\B\data\two.txt");

    public DeletionMarkersTests()
    {
        _files.AddFolder(TestListings.Of(@"data\two.txt", @"data\low.txt", @"data\over.txt"), @"D:\A", @"C:\g");
        _files.AddFolder(TestListings.Of(@"data\two.txt", @"data\alone.txt", @"data\folder"), @"D:\B", @"C:\g");
    }

    private bool IsNeeded(string path) =>
        DeletionMarkers.IsNeeded(_disk, _files.Snapshot, VirtualPath.GetName(path), _files.Snapshot.Lookup(path));

    [Theory]
    // The game's own, a lower mod's, and a folder of the game's.
    [InlineData(@"C:\g\data\over.txt", true)]
    [InlineData(@"C:\g\data\two.txt", true)]
    [InlineData(@"C:\g\data\folder", true)]
    // Nothing else has the name.
    [InlineData(@"C:\g\data\alone.txt", false)]
    [InlineData(@"C:\g\data\low.txt", false)]
    // No mod's file.
    [InlineData(@"C:\g\data\own.txt", false)]
    [InlineData(@"C:\g\data", false)]
    [InlineData(@"C:\elsewhere\a.txt", false)]
    public void ANameThatSomethingElseHasNeedsAMarker(string path, bool expected) => Assert.Equal(expected, IsNeeded(path));

    /// <summary>A higher mod's name is seen, whatever a lower mod's own marker says.</summary>
    [Fact]
    public void AHigherModsFileNeedsNone()
    {
        _files.AddFolder(TestListings.Of(@"data\other.txt"), @"D:\C", @"C:\g");
        _disk.Put(@"D:\C\data\alone.txt");
        Assert.False(IsNeeded(@"C:\g\data\alone.txt"));
    }

    /// <summary>A marker beside a file that lies elsewhere, or under another name, would hide another name or none.</summary>
    [Theory]
    [InlineData(@"D:\files\over.txt", false)]
    [InlineData(@"D:\B\data\other.txt", false)]
    public void AFileThatIsLaidSinglyNeedsNone(string file, bool expected)
    {
        _files.AddFile(file, @"C:\g\data\over.txt");
        Assert.Equal(expected, IsNeeded(@"C:\g\data\over.txt"));
    }

    /// <summary>The folder's parts: "m" contains a marker, "x" something else, "" nothing.</summary>
    [Theory]
    [InlineData("", false, 0, "yes", false)]
    [InlineData("", true, 0, "yes", true)]
    [InlineData("m", false, 0, "yes", false)]
    [InlineData("m", true, 0, "yes", true)]
    [InlineData("x", true, -1, "no", false)]
    [InlineData("x,x", false, -1, "no,no", false)]
    [InlineData(",", false, 0, "yes,yes", false)]
    [InlineData("m,", true, 0, "yes,yes", true)]
    [InlineData("x,m", false, 1, "no,yes", true)]
    [InlineData("m,x", false, 0, "yes,no", true)]
    [InlineData("mx,m", true, 1, "no,yes", true)]
    public void OfAFoldersPartsTheHighestThatGoesGetsTheMarker(string parts, bool keepsOwn, int highest, string goes, bool isNeeded)
    {
        string[][] names = [.. parts.Split(',').Select(part =>
            (string[])[.. part.Select(kind => kind == 'm' ? "a.txt" + HideMarker.Ending : "desktop.ini")])];
        Assert.Equal(highest, DeletionMarkers.FindGoing(names, keepsOwn, out bool[] found, out bool found2));
        Assert.Equal(goes, string.Join(',', found.Select(isGoing => isGoing ? "yes" : "no")));
        Assert.Equal(isNeeded, found2);
    }

    /// <summary>
    /// The markers in a folder are removed before the folder's own is known; meanwhile, what they hide of the game's own and of lower mods
    /// stays hidden.
    /// </summary>
    [Fact]
    public void WhatMarkersHideIsHiddenWhileTheyGo()
    {
        var view = new MergedView(_files, _disk, new ListedAliases());
        Snapshot snapshot = _files.Snapshot;
        LookupResult higher = snapshot.Lookup(@"C:\g\data\two.txt");
        Assert.True(snapshot.TryGetFolder(higher.PathId, out FolderView folder));
        string[] hidden = ["own.txt", "folder", "low.txt"];
        Assert.DoesNotContain(hidden, name => view.Whiteouts.Hides(snapshot, $@"C:\g\data\{name}"));
        Assert.Equal(["low.txt", "two.txt"], Seen(view, folder).Order(StringComparer.Ordinal));
        DeletionMarkers.WhiteOut(view, @"C:\g\data", @"\??\D:\B\data", higher.Layer,
            ["OWN.TXT.rvfshide", "folder.RVFSHIDE", "low.txt.rvfshide", "0123456789abcdef.rvfshide.rvfs-tmp", ".rvfshide"]);
        Assert.All(hidden, name => Assert.True(view.Whiteouts.Hides(snapshot, $@"C:\g\data\{name}"), name));
        Assert.False(view.Whiteouts.Hides(snapshot, @"C:\g\data\over.txt"));
        Assert.Equal(["two.txt"], Seen(view, folder));
        GC.KeepAlive(snapshot);

        static List<string> Seen(MergedView view, FolderView folder)
        {
            List<string> seen = [];
            foreach (EntryView entry in folder)
            {
                if (!entry.IsFolder && view.Whiteouts.IsThere(folder, entry))
                    seen.Add(entry.Name.ToString());
            }

            return seen;
        }
    }

    /// <summary>
    /// The name of an unfinished marker is short, is never that of a marker, and is the same in every process and letter case.
    /// </summary>
    [Fact]
    public void AnUnfinishedMarkerHasANameOfItsOwn()
    {
        string name = MarkerFile.NameOf(@"\??\D:\A\data\Over.txt.rvfshide");
        Assert.StartsWith(@"\??\D:\A\data\", name, StringComparison.Ordinal);
        Assert.Equal(name, MarkerFile.NameOf(@"\??\D:\A\data\oVER.TXT.rvfshide"));
        Assert.NotEqual(name, MarkerFile.NameOf(@"\??\D:\A\data\two.txt.rvfshide"));
        string longest = new('n', 255 - HideMarker.Ending.Length);
        string unfinished = VirtualPath.GetName(MarkerFile.NameOf($@"\??\D:\A\data\{longest}{HideMarker.Ending}")).ToString();
        Assert.InRange(unfinished.Length, 1, 255);
        Assert.True(HideMarker.IsAnyMarker(unfinished));
        Assert.False(HideMarker.TryGetName(unfinished, out _));
    }

    /// <summary>A mod's own marker and an unfinished one don't count as the game's deletions.</summary>
    [Theory]
    [InlineData(HideMarker.DeletedByGame, true)]
    [InlineData("", false)]
    [InlineData("The game has deleted this name.", false)]
    [InlineData(HideMarker.DeletedByGame + " ", false)]
    public void ItsTextTellsItFromAModsOwn(string text, bool expected)
    {
        using TemporaryFolder folder = new();
        string marker = folder.File("a.txt.rvfshide", text);
        Assert.Equal(expected, HideMarker.IsOfDeleted(marker));
        Assert.False(HideMarker.IsOfDeleted(marker + "2"));
    }
}
