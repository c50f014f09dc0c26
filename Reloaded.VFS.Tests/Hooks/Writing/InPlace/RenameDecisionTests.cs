using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing.InPlace;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Tests.Hooks.Writing.InPlace;

/// <summary>Tests of how a rename is done, by everything that decides it.</summary>
public sealed class RenameDecisionTests
{
    private static readonly bool[] s_both = [false, true];

    private static SeenEntry Seen(LookupKind kind, string? target = null, bool isAbsent = false, bool isItself = false) =>
        new(kind, 4, 1, target, @"C:\g\data\New.txt", isAbsent, isAbsent && isItself);

    /// <summary>Checks every combination, with one condition for each outcome.</summary>
    [Fact]
    public void EveryCombinationIsDecided()
    {
        SeenEntry?[] destinations =
        [
            null, Seen(LookupKind.Outside), Seen(LookupKind.Miss), Seen(LookupKind.File, @"\??\D:\m\New.txt"),
            Seen(LookupKind.Folder, @"\??\D:\m\New.txt\"),
            .. Enum.GetValues<LookupKind>().SelectMany(kind => s_both.Select(itself => Seen(kind, null, true, itself))),
        ];
        int decided = 0;
        var inputs = from a in destinations from b in s_both from c in s_both from d in s_both from e in s_both select (a, b, c, d, e);
        foreach ((SeenEntry? destination, bool isLink, bool isModFile, bool isOfSeveral, bool isSpelledOut) in inputs)
        {
            RenameDecision decision = RenameDecision.Of(new RenameFacts(isLink, isModFile, isOfSeveral, isSpelledOut, destination));
            decided++;
            if (destination is null)
                // Only the kernel can answer, except that a mod's file leaves its name behind.
                Assert.Equal(new RenameDecision(isModFile && !isLink ? RenameWay.MoveOut : RenameWay.Original), decision);
            else if (isOfSeveral && !isLink)
                Assert.Equal(new RenameDecision(RenameWay.Refuse, NtStatus.STATUS_NOT_SAME_DEVICE), decision);
            else if (destination.IsAbsent)
                Assert.Equal(
                    new RenameDecision(RenameWay.Refuse,
                        destination.IsAbsentItself ? NtStatus.STATUS_ACCESS_DENIED : NtStatus.STATUS_OBJECT_PATH_NOT_FOUND), decision);
            else if (destination.Kind != LookupKind.Outside)
                Assert.Equal(new RenameDecision(RenameWay.Rename), decision);
            else
                // Nothing belongs to a mod: neither the name, nor the file, nor the spelling.
                Assert.Equal(new RenameDecision(isSpelledOut && !isModFile && !isOfSeveral ? RenameWay.Original : RenameWay.Rename),
                    decision);
        }

        Assert.Equal(destinations.Length * 16, decided);
    }

    [Theory]
    // A name that no mod has is the game's.
    [InlineData(LookupKind.Miss, @"\??\D:\m\data\", null, false, "", @"\??\C:\g\data\New.txt", false, false)]
    [InlineData(LookupKind.Outside, null, null, false, "", @"\??\C:\g\data\New.txt", false, false)]
    // A mod's file is replaced where it is; the letters are the game's, but of a single file that has another name.
    [InlineData(LookupKind.File, @"\??\D:\m\data\new.TXT", null, false, @"C:\g\data\old.txt", @"\??\D:\m\data\New.txt", true, false)]
    [InlineData(LookupKind.File, @"\??\D:\m\data\new.TXT", null, true, "", @"\??\D:\m\data\New.txt", true, false)]
    [InlineData(LookupKind.File, @"\??\D:\m\data\single.bin", null, false, "", @"\??\D:\m\data\single.bin", true, false)]
    // Its own name in another letter case.
    [InlineData(LookupKind.File, @"\??\D:\m\data\new.TXT", null, false, @"d:\M\data\NEW.txt", @"\??\D:\m\data\New.txt", true, true)]
    // A folder that only mods have, its own name, and one that the game has as well.
    [InlineData(LookupKind.Folder, @"\??\D:\m\data\new.txt\", null, false, @"D:\m\x", @"\??\D:\m\data\New.txt", true, false)]
    [InlineData(LookupKind.Folder, @"\??\D:\m\data\new.txt\", null, false, @"D:\m\data\new.txt", @"\??\D:\m\data\New.txt", true, true)]
    [InlineData(LookupKind.Folder, @"\??\D:\m\data\new.txt\", null, true, @"D:\m\x", @"\??\C:\g\data\New.txt", false, false)]
    [InlineData(LookupKind.Folder, null, null, false, "", @"\??\C:\g\data\New.txt", false, false)]
    // What belongs to another file lies beside that, whatever has the name.
    [InlineData(LookupKind.Miss, @"\??\D:\m\data\", @"\??\D:\n\x.db-journal", false, "", @"\??\D:\n\x.db-journal", true, false)]
    [InlineData(LookupKind.File, @"\??\D:\m\data\x.db-journal", @"\??\D:\n\x.db-journal", false, @"D:\m\data\x.db-journal",
        @"\??\D:\n\x.db-journal", true, false)]
    public void TheNewNameHasAPlace(LookupKind kind, string? target, string? companion, bool hasOwnFolder, string real, string place,
        bool isInMod, bool isOwnName)
    {
        Assert.Equal(new RenamePlace(place, isInMod, isOwnName), RenamePlace.Of(Seen(kind, target), companion, hasOwnFolder, real));
    }

    /// <summary>If a mod hides the game's own folder, it would hide what is put there.</summary>
    [Theory]
    [InlineData(LookupKind.Miss, @"\??\D:\m\data\", false)]
    [InlineData(LookupKind.Folder, @"\??\D:\m\data\new.txt\", false)]
    [InlineData(LookupKind.Folder, @"\??\D:\m\data\new.txt\", true)]
    public void TheNewNameLiesInTheModThatHidesTheGamesOwnFolder(LookupKind kind, string target, bool hasOwnFolder) =>
        Assert.Equal(new RenamePlace(@"\??\D:\m\data\New.txt", true, false),
            RenamePlace.Of(Seen(kind, target) with { IsOpaque = true }, null, hasOwnFolder, @"D:\m\x"));

    [Fact]
    public void AnOrdinaryRenameIsNotWaitedFor()
    {
        var inputs = from a in Enum.GetValues<LookupKind>() from b in s_both from c in s_both select (a, b, c);
        foreach ((LookupKind kind, bool isFolder, bool isCompanion) in inputs)
        {
            Assert.False(RenamedHandle.IsAwaited(isInMod: false, isFolder, isCompanion, kind));
            // The snapshots already know a file's name unless it is new; a folder is always new to them.
            Assert.Equal(!isCompanion && (isFolder || kind == LookupKind.Miss),
                RenamedHandle.IsAwaited(isInMod: true, isFolder, isCompanion, kind));
        }
    }

    [Theory]
    [InlineData(false, false, LookupKind.File, -1, OpenedKind.None, 0)]
    [InlineData(false, true, LookupKind.Miss, 9, OpenedKind.None, 0)]
    [InlineData(true, false, LookupKind.File, -1, OpenedKind.File, 4)]
    [InlineData(true, false, LookupKind.Miss, -1, OpenedKind.File, 4)]
    [InlineData(true, false, LookupKind.Folder, -1, OpenedKind.None, 0)]
    [InlineData(true, true, LookupKind.Miss, 9, OpenedKind.Folder, 9)]
    [InlineData(true, true, LookupKind.Miss, -1, OpenedKind.None, 0)]
    public void TheHandleLeadsToWhatItWasRenamedTo(bool isInMod, bool isFolder, LookupKind kind, int knownId, object expected, int folderId)
    {
        Assert.Equal(new OpenedEntry((OpenedKind)expected, folderId), RenamedHandle.EntryOf(isInMod, isFolder, Seen(kind), knownId));
    }
}
