using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Watching;

/// <content>
/// Copies in the overwrite folder that come, and go again, as the file that they were made of is: nothing of that is a change to the game.
/// </content>
internal sealed unsafe partial class ChangeNotifier
{
    /// <summary>Whether a difference of two snapshots is a copy that came or went, and nothing else.</summary>
    /// <param name="path">The name's canonical path.</param>
    /// <param name="before">The older snapshot; null for a file that went into the newer one.</param>
    /// <param name="now">The newer one.</param>
    private static bool IsUnchangedCopy(string path, Snapshot? before, Snapshot now)
    {
        if (MadeCopies.Current?.FindUnchanged(path) is not { } copy)
            return false;
        string old = before is null ? copy.Source : RealIn(before, path), @new = RealIn(now, path);
        // What went into a snapshot may have gone again.
        return (before is null && CaseFolding.Equals(@new, copy.Source))
            || (CaseFolding.Equals(old, copy.Source) && CaseFolding.Equals(@new, copy.Place))
            || (CaseFolding.Equals(old, copy.Place) && CaseFolding.Equals(@new, copy.Source));
    }

    /// <summary>Whether a name came into the overwrite folder as the name of such a copy.</summary>
    private static bool IsArrival(string path, in Change change) =>
        change.Kind != ChangeKind.Modified && MadeCopies.Current?.FindUnchanged(path) is not null;

    private static string RealIn(Snapshot snapshot, string path)
    {
        LookupResult found = snapshot.Lookup(path);
        return found.Kind == LookupKind.File ? TargetText.Of(found) : NtPath.FromCanonical(path);
    }
}
