using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing.Overwrite;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Tests.Hooks.Writing.Overwrite;

/// <summary>Tests of how a rename is done under the policy <c>overwrite</c>, by everything that decides it.</summary>
public sealed class OverwriteRenameDecisionTests
{
    private static readonly bool[] s_both = [false, true];

    /// <summary>Checks every combination, with one condition for each outcome.</summary>
    [Fact]
    public void EveryNewNameIsDecided()
    {
        int decided = 0;
        var inputs = from kind in Enum.GetValues<WrittenKind>()
                     from a in s_both
                     from b in s_both
                     from c in s_both
                     from d in s_both
                     from e in s_both
                     from f in s_both
                     from g in s_both
                     select new OverwriteRenameFacts(a, b, c, d, kind, e, f, g);
        foreach (OverwriteRenameFacts facts in inputs)
        {
            bool isThere = facts.Destination is WrittenKind.File or WrittenKind.Folder;
            bool isItself = facts is { IsSameName: true, IsLink: false };
            // Below a missing name; the VFS's own names can't be used.
            NtStatus expected = facts.Destination == WrittenKind.Forbidden && !facts.IsVfsName ? NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
                : facts.Destination == WrittenKind.Forbidden ? NtStatus.STATUS_ACCESS_DENIED
                // In the overwrite folder such a name is a marker of another one.
                : facts.IsMarkerName ? NtStatus.STATUS_ACCESS_DENIED
                : !facts.IsInFolder ? NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
                // An existing name stays, unless it is the renamed one, or the game asks to replace it.
                : isThere && !isItself && !facts.Replaces ? NtStatus.STATUS_OBJECT_NAME_COLLISION
                // A folder neither replaces anything nor is replaced.
                : isThere && !isItself && (facts.IsFolder || facts.Destination == WrittenKind.Folder) ? NtStatus.STATUS_ACCESS_DENIED
                : NtStatus.STATUS_SUCCESS;
            bool replaces = expected == NtStatus.STATUS_SUCCESS && facts.Destination == WrittenKind.File && !isItself;
            Assert.Equal(new OverwriteRenameDecision(expected, replaces), OverwriteRenameDecision.Of(facts));
            decided++;
        }

        Assert.Equal(4 * 128, decided);
    }

    /// <summary>Checks every combination; "neither" lies in no target.</summary>
    [Fact]
    public void EveryFileHasAWay()
    {
        int decided = 0;
        var inputs = from place in new[] { "lower", "overwrite", "neither" }
                     from a in s_both
                     from b in s_both
                     from c in s_both
                     select (place, a, b, c);
        foreach ((string place, bool isLink, bool isSameName, bool replaces) in inputs)
        {
            OverwriteFileRename expected = (place, isLink, isSameName) switch
            {
                // A file of another layer, or of the game, stays in its place.
                ("lower", true, _) => new(OverwriteRenameWay.LinkToCopy),
                ("lower", false, false) => new(OverwriteRenameWay.Copy, HidesOld: true, ReplacesCopy: replaces),
                // In another letter case: the existing copy, if any, is the file itself.
                ("lower", false, true) => new(OverwriteRenameWay.Copy, HidesOld: false, ReplacesCopy: true),
                // Names below the old one in other layers would be seen again.
                ("overwrite", false, false) => new(OverwriteRenameWay.Rename, HidesOld: true),
                _ => new(OverwriteRenameWay.Rename),
            };
            Assert.Equal(expected, OverwriteFileRename.Of(isLink, place == "lower", place == "overwrite", isSameName, replaces));
            decided++;
        }

        Assert.Equal(24, decided);
    }
}
