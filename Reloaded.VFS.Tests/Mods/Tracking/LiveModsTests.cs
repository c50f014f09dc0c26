using Reloaded.VFS.Changes;
using Reloaded.VFS.Mods;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Tracking;

public sealed class LiveModsTests
{
    [Fact]
    public void ANewFileGoesIntoTheSnapshotInForce()
    {
        using var mods = new LiveFixture(null, "Low/data/a.txt", "High/data/b.txt");
        VFS.Lookup.Snapshot before = mods.Files.Snapshot;
        LiveUpdate update = mods.Write("Low/data/new.txt").Apply();
        Assert.Equal((1, 0, 0), (update.AppendedFiles, update.ListedFolders, update.ScannedRoots));
        Assert.Same(before, mods.Files.Snapshot);
        mods.AssertAsFresh();
    }

    [Fact]
    public void ANewFileOfALowerModNeverShadowsAHigherOnes()
    {
        using var mods = new LiveFixture(null, "High/data/a.txt", "Low/other.txt", "Low/data/x.txt");
        mods.Order("Low", "High").Apply();
        mods.Write("Low/data/A.TXT").Apply();
        Assert.Contains(mods.Seen(), line => line.EndsWith("High/data/a.txt", StringComparison.Ordinal));
        mods.AssertAsFresh();
    }

    [Fact]
    public void RemovingTheWinnerBringsTheNextUp()
    {
        using var mods = new LiveFixture(null, "Low/data/a.txt", "Mid/data/A.txt", "Zip/data/a.TXT");
        foreach (string next in new[] { "Zip/data/a.TXT", "Mid/data/A.txt", "Low/data/a.txt" })
        {
            Assert.Contains(mods.Seen(), line => line.EndsWith(next, StringComparison.Ordinal));
            LiveUpdate update = mods.Delete(next).Apply();
            Assert.Equal(0, update.ScannedRoots);
            mods.AssertAsFresh();
        }
    }

    [Fact]
    public void AFileThatIsDeletedAndMadeAgainKeepsItsMapping()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt");
        VFS.Lookup.Snapshot before = mods.Files.Snapshot;
        mods.Delete("M/data/a.txt").Write("M/data/a.txt").Apply();
        Assert.Same(before, mods.Files.Snapshot);
        mods.Delete("M/data/a.txt").Apply();
        mods.Write("M/data/a.txt").Apply();
        mods.AssertAsFresh();
    }

    [Fact]
    public void ASecondLookAtAFolderDoesntWaitForWhatElseWasTold()
    {
        using var mods = new LiveFixture(null, "Low/data/a.txt", "Low/data/sub/c.txt", "High/DATA/b.txt", "High/other/x.txt");
        mods.Write("High/other/y.txt");
        mods.Folder.File("mods/Low/data/unwatched.txt");
        mods.Folder.File("mods/High/DATA/new/deep.txt");
        LiveUpdate update = mods.Rescan("Data");
        Assert.Equal((2, 0), (update.ListedFolders, update.ScannedRoots));
        Assert.Equal(["DATA/new"], update.Gained.Select(f => string.Join('/', f.Names)));
        Assert.Contains(mods.Seen(), line => line.EndsWith("Low/data/unwatched.txt", StringComparison.Ordinal));
        Assert.Contains(mods.Seen(), line => line.EndsWith("High/DATA/new/deep.txt", StringComparison.Ordinal));
        Assert.DoesNotContain(mods.Seen(), line => line.EndsWith("y.txt", StringComparison.Ordinal));
        Assert.True(mods.Live.HasPending);
        mods.Apply();
        mods.AssertAsFresh();
        Assert.Equal(0, mods.Rescan("nowhere").ListedFolders);
    }

    [Fact]
    public void WhatIsCutShortIsAppliedLater()
    {
        using var mods = new LiveFixture(null, "A/1/a.txt", "A/2/a.txt", "B/1/b.txt", "B/2/b.txt");
        foreach (string folder in (string[])["A/1", "A/2", "B/1", "B/2"])
            mods.Delete(folder + (folder[0] == 'A' ? "/a.txt" : "/b.txt"));
        int left = 1;
        Assert.Equal(1, mods.Live.Apply(() => true, () => left-- <= 0).ListedFolders);
        Assert.Equal(3, mods.Live.Apply(() => true).ListedFolders);
        Assert.False(mods.Live.HasPending);
        mods.AssertAsFresh();
    }

    [Fact]
    public void WholeFoldersComeMoveAndGo()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt");
        mods.Folder.File("mods/M/new/deep/deeper/x.txt");
        LiveUpdate update = mods.Tell("M/new", ChangeKind.Added).Apply();
        Assert.Equal(["new", "new/deep", "new/deep/deeper"], update.Gained.Select(f => string.Join('/', f.Names)));
        mods.AssertAsFresh();
        update = mods.Move("M/new", "M/data/moved").Apply();
        Assert.Equal(["new"], update.Lost.Select(f => string.Join('/', f.Names)));
        Assert.Equal(["data/moved", "data/moved/deep", "data/moved/deep/deeper"], update.Gained.Select(f => string.Join('/', f.Names)));
        mods.AssertAsFresh();
        mods.Delete("M/data").Apply();
        mods.AssertAsFresh();
        Assert.Equal(0, update.ScannedRoots);
    }

    [Fact]
    public void AFolderThatWasReplacedByAnotherOfItsNameIsLookedInto()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt", "M/data/sub/b.txt");
        mods.Delete("M/data");
        mods.Folder.File("mods/M/data/other.txt");
        LiveUpdate update = mods.Tell("M/data", ChangeKind.Added).Apply();
        Assert.Equal(["data"], update.Lost.Select(f => string.Join('/', f.Names)));
        Assert.Equal(["data"], update.Gained.Select(f => string.Join('/', f.Names)));
        mods.AssertAsFresh();
    }

    [Fact]
    public void ModsComeGoAndChangeTheirOrder()
    {
        using var mods = new LiveFixture(null, "A/x.txt", "B/x.txt", "C/x.txt");
        mods.Order("C", "B", "A").Apply();
        Assert.Contains(mods.Seen(), line => line.EndsWith(" A/x.txt", StringComparison.Ordinal));
        mods.AssertAsFresh();
        mods.Order("C", "-B", "-A").Apply();
        Assert.Contains(mods.Seen(), line => line.EndsWith(" C/x.txt", StringComparison.Ordinal));
        mods.AssertAsFresh();
        mods.Folder.File("mods/New/sub/x.txt");
        LiveUpdate update = mods.Tell("New", ChangeKind.Added).Apply();
        Assert.Equal(1, update.ScannedRoots);
        mods.AssertAsFresh();
        mods.Delete("C").Apply();
        mods.Move("New", "Newer").Apply();
        mods.AssertAsFresh();
        mods.Order("A", "B").Apply();
        mods.AssertAsFresh();
    }

    [Fact]
    public void WhatALoaderHasLaidAboveTheModsStaysAbove()
    {
        using var mods = new LiveFixture(null, "A/x.txt");
        string own = mods.Folder.File("own/x.txt");
        int layer = mods.Files.AddFolder(Path.GetDirectoryName(own)!, LiveFixture.Virtual);
        mods.Folder.File("mods/B/x.txt");
        mods.Tell("B", ChangeKind.Added).Apply();
        VFS.Lookup.Snapshot snapshot = mods.Files.Snapshot;
        Assert.Equal(layer, snapshot.Lookup(LiveFixture.Virtual + @"\x.txt").Layer);
    }

    [Fact]
    public void WhatAModSaysOfItselfIsReadAgainOnceItIsWatched()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt", "M/data/b.txt", "Low/data/a.txt");
        mods.Live.ConfirmMetadata(mods.Live.Roots[0]);
        Assert.False(mods.Live.HasPending);
        foreach (string json in (string[])["""{ "exclude": ["data/a.txt"] }""", """{ "exclude": ["data/b.txt"] }""", ""])
        {
            // The folder's watch didn't exist yet, so nothing is reported.
            mods.Folder.File("mods/M/mod.json", json);
            mods.Live.ConfirmMetadata(mods.Live.Roots.Single(root => root.Name == "M"));
            Assert.True(mods.Live.HasPending);
            mods.Apply();
            mods.AssertAsFresh();
            mods.Live.ConfirmMetadata(mods.Live.Roots.Single(root => root.Name == "M"));
            Assert.False(mods.Live.HasPending);
        }
    }

    [Fact]
    public void WhatAStartLeavesOutIsLeftOut()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt");
        foreach (string file in new[] { "M/readme.md", "M/data/readme.md", "M/.git/config", "M/data/Thumbs.db", "M/mod.json" })
            mods.Write(file).Apply();
        mods.Tell("M/.git", ChangeKind.Added).Tell("M/.git/config", ChangeKind.Added).Apply();
        mods.AssertAsFresh();
    }

    [Fact]
    public void IncludePatternsCount()
    {
        using var mods = new LiveFixture(["readme*", ".git/config"], "M/data/a.txt");
        foreach (string file in new[] { "M/readme.md", "M/.git/config", "M/.git/other" })
        {
            mods.Write(file);
            mods.Tell("M/.git", ChangeKind.Added).Apply();
            mods.AssertAsFresh();
        }

        mods.Delete("M/.git/config").Apply();
        mods.AssertAsFresh();
    }

    [CaseSensitiveDiskFact]
    public void NamesThatDifferInLetterCaseOnlyEndAsAfterAStart()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt", "M/Data/a.txt", "M/b.txt");
        foreach (string file in new[] { "M/data/A.txt", "M/Data/b.txt", "M/B.txt", "M/DATA/a.txt", "M/data/sub/x", "M/Data/SUB/x" })
        {
            mods.Tell("M/DATA", ChangeKind.Added).Tell("M/data/sub", ChangeKind.Added).Tell("M/Data/SUB", ChangeKind.Added);
            mods.Write(file).Apply();
            mods.AssertAsFresh();
        }

        mods.Delete("M/B.txt").Delete("M/Data/a.txt").Apply();
        mods.AssertAsFresh();
    }

    [Fact]
    public void AFolderWhoseChangesWereLostIsListedAlone()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt", "M/data/sub/b.txt", "N/x.txt");
        mods.Folder.File("mods/M/data/c.txt");
        mods.Folder.File("mods/M/data/sub/d.txt");
        LiveRoot root = mods.Live.Roots.Single(r => r.Name == "M");
        mods.Live.Lost(root, ["data"], deep: true);
        LiveUpdate update = mods.Apply();
        Assert.Equal((1, 0), (update.ListedFolders, update.ScannedRoots));
        mods.AssertAsFresh();
        mods.Folder.File("mods/M/e.txt");
        mods.Live.Lost(root, [], deep: true);
        Assert.Equal(1, mods.Apply().ScannedRoots);
        mods.AssertAsFresh();
    }

    [Fact]
    public void ARenameIsPublishedWithTheSnapshotThatHasTheNewName()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt", "M/data/b.txt", "M/other/c.txt", "N/data/a.txt");
        List<PublishedChange> published = [];
        mods.Files.Replaced = published.Add;
        mods.Move("M/data/a.txt", "M/data/a2.txt").Move("M/data/b.txt", "M/other/b.txt").Move("M/other", "M/moved").Apply();
        mods.AssertAsFresh();
        PublishedChange change = Assert.Single(published);
        Assert.Equal(
            [
                new NameRename($@"{LiveFixture.Virtual}\other", $@"{LiveFixture.Virtual}\moved"),
                new NameRename($@"{LiveFixture.Virtual}\data\a.txt", $@"{LiveFixture.Virtual}\data\a2.txt"),
            ],
            change.Renames);
    }

    [Fact]
    public void AStartThatWasStoppedIsntChangedAnyMore()
    {
        using var mods = new LiveFixture(null, "M/data/a.txt");
        mods.Write("M/data/b.txt");
        string[] before = mods.Seen();
        mods.Live.Apply(() => false);
        Assert.Equal(before, mods.Seen());
    }
}
