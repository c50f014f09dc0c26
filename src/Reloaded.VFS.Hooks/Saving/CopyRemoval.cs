using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// A copy in the overwrite folder of which the last handle is closed that could change it: it goes where it is what it was made of, to the
/// byte. In any doubt it stays, and is looked at by the next start that no other process shares.
/// </summary>
/// <param name="view">What the game sees.</param>
/// <param name="overwrite">The folder that takes what is written.</param>
internal readonly unsafe struct CopyRemoval(MergedView view, OverwriteFolder overwrite)
{
    /// <summary>How long a file of more than one part is compared, in milliseconds: calls that come upon it wait for a second.</summary>
    private const int LongestLook = 500;

    /// <summary>Removes a copy. What is cheap to find out is asked first: most copies that stay were written to.</summary>
    public void Run(MadeCopy copy)
    {
        WritingTurns turns = overwrite.Turns;
        if (!copy.IsAsMade() || overwrite.Use is not { } use || !turns.TryBeginRemoval(out int removal))
            return;
        long until = Environment.TickCount64 + LongestLook;
        bool isGone = false;
        try
        {
            if (use.TryTakeWhole())
            {
                try
                {
                    // Calls that read wait for who has the copy open alone.
                    using FileStream? announced = overwrite.Arriving.Announce();
                    isGone = announced is not null
                        && TryRemove(copy, removal, () => turns.IsUnderWay(removal) && Environment.TickCount64 < until);
                }
                finally
                {
                    use.GiveBack();
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What it was made of can't be read.
        }
        finally
        {
            turns.End(removal);
        }

        if (isGone)
            Forget(copy);
    }

    /// <summary>No call of this process that writes is under way, and no other process uses the folder.</summary>
    private bool TryRemove(MadeCopy copy, int removal, Func<bool> goesOn)
    {
        const AccessMask access = AccessMask.DELETE | AccessMask.GENERIC_READ;
        // Another handle is open, of whatever program; under Wine a view counts that the file may be written by.
        if (!RealFiles.Open(copy.Place, access, ShareAccess.None, out nint handle).IsSuccess())
            return false;
        bool isGone = false;
        try
        {
            if (!IsAsSource(copy, handle, goesOn) || !IsSeenBelow(copy))
                return false;
            // From here on reads find what lies below, while the copy is still there.
            view.Whiteouts.LiftPlace(copy.FolderId, VirtualPath.GetName(copy.Path));
            MadeCopies.Current.AddGone(copy);
            try
            {
                isGone = !view.Whiteouts.Contains(copy.FolderId, VirtualPath.GetName(copy.Path))
                    && TryDelete(copy, handle, removal, goesOn);
            }
            finally
            {
                // Also where what it was made of can't be read any more: the copy is all that there is.
                if (!isGone && WrittenName.TryFind(view, overwrite, copy.Path, out WrittenName name))
                    new OverwriteWriter(view, overwrite).Place(name with { Place = copy.Place });
            }

            return isGone;
        }
        finally
        {
            RealFiles.Close(handle);
        }
    }

    /// <summary>
    /// The system refuses to delete a file of which a view is mapped, or could be. Once it has agreed none can come, since no other handle
    /// is open: what a view has changed until then is in the content.
    /// </summary>
    private bool TryDelete(MadeCopy copy, nint handle, int removal, Func<bool> goesOn)
    {
        if (!RealFiles.DeleteAtClose(handle).IsSuccess())
            return false;
        bool isSame = false;
        try
        {
            isSame = HasContentOf(copy.Source, handle, goesOn) && overwrite.Turns.IsUnderWay(removal);
            return isSame;
        }
        finally
        {
            if (!isSame)
                RealFiles.KeepAtClose(handle);
        }
    }

    /// <summary>Whether a copy is what it was made of, and has no other name.</summary>
    private static bool IsAsSource(MadeCopy copy, nint handle, Func<bool> goesOn)
    {
        IO_STATUS_BLOCK result;
        FILE_STANDARD_INFORMATION information;
        return copy.IsAsMade() && RealFileStamp.TryRead(copy.Source, out RealFileStamp source)
            && (source.Size, source.Written, source.Attributes) == (copy.Stamp.Size, copy.Stamp.Written, copy.Stamp.Attributes)
            && RealFiles.Query(handle, &result, &information, (uint)sizeof(FILE_STANDARD_INFORMATION),
                FILE_INFORMATION_CLASS.FileStandardInformation).IsSuccess()
            && information.NumberOfLinks == 1 && HasContentOf(copy.Source, handle, goesOn);
    }

    private static bool HasContentOf(string source, nint handle, Func<bool> goesOn)
    {
        using var opened = new SafeFileHandle(handle, ownsHandle: false);
        return FileComparison.HasContentOf(opened, NtPath.ToLongWin32(source), goesOn);
    }

    /// <summary>
    /// Whether the game sees what the copy was made of, once the copy has gone: no marker hides it, and no mod has brought another.
    /// </summary>
    private bool IsSeenBelow(MadeCopy copy)
    {
        for (string place = copy.Place; overwrite.Contains(place); place = place[..place.LastIndexOf('\\')])
        {
            if (RealFiles.Exists(place + HideMarker.Ending))
                return false;
        }

        return CaseFolding.Equals(WrittenName.FindBelow(view, copy.Path, copy.Place), copy.Source);
    }

    /// <summary>Has the layers know that a copy has gone, where they know it. Until they do calls find that it isn't there.</summary>
    private void Forget(MadeCopy copy)
    {
        Snapshot snapshot = view.Files.Current;
        LookupResult found = snapshot.Lookup(copy.Path);
        bool isKnown = found.Kind == LookupKind.File && CaseFolding.Equals(TargetText.Of(found), copy.Place);
        GC.KeepAlive(snapshot);
        if (isKnown && view.Follower is { } follower)
            follower.Rescan(VirtualPath.GetParent(copy.Path).ToString()).Dispose();
        else if (isKnown)
            new OverwriteWriter(view, overwrite).Forget(copy.Path);
    }
}
