using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Marking;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// The policy <c>game</c>: what the game sees under a name is changed in place, and something new goes to the game's own folder.
/// </summary>
/// <remarks>A name that a mod hides is created in that mod, and a mod's file that the game deletes stays deleted.</remarks>
/// <param name="journal">The value of <see cref="WritePlacement.Journal"/>.</param>
internal sealed unsafe class InPlacePolicy(MergedView view, JournaledFolders? journal) : WritePolicy(null, journal)
{
    public override Attempt First(ref CalledName name, in ChangeRequest call)
    {
        bool isFile = name.Found.Kind == LookupKind.File, isAbsent = name.Seen.IsAbsent;
        InPlaceWay way = InPlaceOpen.Of(new InPlaceFacts(
            isAbsent, isAbsent && name.Seen.AbsentLength == name.Path.Length, name.Seen.IsHiddenByMod,
            isFile && name is { Path.StreamLength: 0, Seen.IsCompanion: false }, isFile, call.MayCreate, call.Deletes));
        return way switch
        {
            InPlaceWay.Refuse => Attempt.End(NtStatus.STATUS_ACCESS_DENIED),
            InPlaceWay.MakeHidden => name.Snapshot.Hidden?.TryGetPlace(name.Text, out string place) == true
                ? new Attempt(AttemptOn.Place, place + name.Rest) { Step = (int)way }
                : Attempt.End(NtStatus.STATUS_ACCESS_DENIED),
            InPlaceWay.Delete => new Attempt(AttemptOn.Seen) { Step = (int)way, State = new DeletedName(in name, in call) },
            _ => new Attempt(AttemptOn.Seen) { Step = (int)way },
        };
    }

    public override Attempt Next(ref CalledName name, in ChangeRequest call, in Attempt made, NtStatus status)
    {
        var way = (InPlaceWay)made.Step;
        string place = NtPath.ToOpen(made.Place).ToString();
        // A pattern hides names in folders that its mod doesn't have.
        if (way == InPlaceWay.MakeHidden && status == NtStatus.STATUS_OBJECT_PATH_NOT_FOUND
            && TryMakeFoldersOf(place.TrimEnd('\\'), in name, VirtualPath.GetParent(name.Text).ToString()))
            return made;
        if (way == InPlaceWay.Delete)
            ((DeletedName)made.State!).End(in name, status);
        if (!status.IsSuccess())
            return Attempt.End(status);
        bool makesFile = call is { MayCreate: true, MakesFolder: false, Deletes: false };
        if (way == InPlaceWay.MakeHidden && makesFile && call.Result.HasCreated)
            GivenLetters.OfMade(name.View, name.Text.ToString(), place, isPassing: false);
        else if (way is InPlaceWay.Make or InPlaceWay.Delete && call.MayCreate)
            NoteMade(ref name, in call);
        if (way == InPlaceWay.MakeHidden || name.End == SeenEnd.NewInMod)
            name.Opened = CreatedEntry.Track(name.View, name.Text, call.MakesFolder);
        return Attempt.End(status);
    }

    public override Attempt OfHandle(nint handle, bool isReopened)
    {
        if (isReopened && Journal is { } journal)
        {
            if (RealNames.Of(handle) is { Length: > 0 } real)
                journal.Record(NtPath.FromCanonical(real));
            else
                journal.MarkIncomplete();
        }

        return new Attempt(AttemptOn.Original);
    }

    public override CallRecord? RecordOf(in ChangeRequest call, void* original, ReadOnlySpan<char> path) =>
        Journal is not { } journal ? null : new RecordedCall(journal, call, original, path.IsEmpty ? null : path.ToString());

    public override bool MayRunWithoutVfs()
    {
        Journal?.MarkIncomplete();
        return true;
    }

    public override NtStatus Rename(RenameCall call) => new InPlaceRename(call).Run();

    public override NtStatus SetDisposition(in SetCall call, Disposition disposition, ref Ended<NtStatus> ended)
    {
        HandleWhiteout whiteout = HandleWhiteout.Set(view, call.Handle, disposition);
        if (!new FolderRemoval(view).TryRun(call, disposition, out NtStatus status))
            status = call.Invoke();
        ended.With(status);
        whiteout.End(status.IsSuccess(), AskedDeletions.AskerOf(call.Handle));
        return status;
    }

    public override NtStatus DeleteFolder(nint handle, OpenedEntry opened) => new FolderRemoval(view).Delete(handle, opened);

    public override ClosingRemoval? BeginClose(nint handle, in HandleEntry entry, PendingRemovals.Removal[] closing)
    {
        bool isOnClose = Array.TrueForAll(closing, removal => removal.IsOnClose);
        RemovedFolder? folder = RemovedFolder.Of(view, handle, entry.PathId, isOnClose);
        // Mods don't have the folder any more.
        if (isOnClose && RemovedFolder.Of(view, handle, entry.PathId) is null)
            RealFiles.DeleteAtClose(handle);
        // Another handle may have taken the deletion back.
        if (folder?.Parts.IsEmpty == true)
            folder.PutMarker();
        if (folder is not null && !isOnClose)
            new FolderRemoval(view).BeforeClose(handle, folder);
        return folder;
    }

    /// <summary>Notes that a successful call may have created a name anew, which the game had deleted or is another file's.</summary>
    private void NoteMade(ref CalledName name, in ChangeRequest call)
    {
        ref readonly LookupResult found = ref name.Found;
        if (view.Whiteouts.Any)
        {
            if (call.MakesFolder)
                view.Whiteouts.Folders.Lift(name.Text);
            // Under Wine a deleted file opens until its last handle is closed, and is removed then.
            else if (call.Result.HasCreated && view.Whiteouts.Contains(found.PathId, VirtualPath.GetName(name.Text)))
                GivenLetters.OfMade(view, name.Text.ToString(), BackingPath.Of(found), isPassing: call.Deletes);
        }

        if (name.Seen.IsCompanion)
            view.Companions.Note(found.PathId, VirtualPath.GetName(name.Text));
    }

    /// <summary>Makes the folders above a real path in NT form, outermost first. Returns false if one can't be made, or they exist.</summary>
    private static bool TryMakeFoldersOf(string place, in CalledName name, string path)
    {
        int end = place.LastIndexOf('\\');
        if (end <= NtPath.PrefixLength + 2)
            return false;
        string folder = place[..end], parent = folder[..folder.LastIndexOf('\\')];
        if (RealFiles.IsFolder(folder)
            || !(RealFiles.IsFolder(parent) || TryMakeFoldersOf(folder, in name, VirtualPath.GetParent(path).ToString())))
            return false;
        // The game goes on seeing the letters that it saw.
        string letters = SeenLetters.Of(name.View, name.Snapshot, path, isFolder: true) ?? VirtualPath.GetName(folder).ToString();
        return RealFiles.MakeFolder($"{parent}\\{letters}", out _);
    }

    /// <summary>The name of a mod's file that a call deletes, and which stays deleted.</summary>
    private sealed class DeletedName : IDisposable
    {
        private readonly string? _letters;
        private readonly AddedMarker _marker;
        private bool _isEnded;

        public DeletedName(in CalledName name, in ChangeRequest call)
        {
            _letters = GivenLetters.OfDeleted(name.View, name.Snapshot, name.Text.ToString(), name.Found);
            // No file is deleted by a name that ends in a backslash: the system refuses that, and nothing must be marked meanwhile.
            _marker = name.Path.HasTrailingBackslash || call.IsRefusedDeletion
                ? default
                : DeletionMarkers.Add(name.View, name.Snapshot, VirtualPath.GetName(name.Text), name.Found);
        }

        public void End(in CalledName name, NtStatus status)
        {
            if (name.End != SeenEnd.NextSource && status.IsSuccess())
                name.View.Whiteouts.Add(VirtualPath.GetName(name.Text), name.Found, _letters);
            _marker.End(status.IsSuccess(), AskedDeletions.Nobody);
            _isEnded = true;
        }

        // Out of memory, or a bug of the VFS, before the original has run.
        public void Dispose()
        {
            if (!_isEnded)
                _marker.End(isDeleted: false);
        }
    }
}

/// <summary>The facts about a call that may change a name, if the name is written in place.</summary>
/// <param name="IsAbsent">True if the game doesn't see the name, or one above it, whatever is on disk.</param>
/// <param name="IsAbsentItself">True if the name itself is the one that the game doesn't see.</param>
/// <param name="IsHiddenByMod">True if a mod hides the name.</param>
/// <param name="IsModFile">
/// True if a mod supplies a file of the name, and the name is neither a stream of that file nor a companion's place.
/// </param>
/// <param name="IsInMod">True if the name leads to a place in a mod: a file's, a stream's, or a companion's.</param>
/// <param name="MayCreate">True if the call may create what it names.</param>
/// <param name="Deletes">True if the call deletes what it names.</param>
internal readonly record struct InPlaceFacts(
    bool IsAbsent, bool IsAbsentItself, bool IsHiddenByMod, bool IsModFile, bool IsInMod, bool MayCreate, bool Deletes);

/// <summary>The ways of a call that may change a name, if the name is written in place.</summary>
internal enum InPlaceWay
{
    /// <summary>The call is made on what the game sees.</summary>
    Seen,

    /// <summary>On what the game sees; a name that the call creates anew is no longer deleted.</summary>
    Make,

    /// <summary>On what the game sees, a mod's file, whose name stays deleted.</summary>
    Delete,

    /// <summary>On the place in the mod that hides the name.</summary>
    MakeHidden,

    /// <summary>On nothing: nothing can take the place of the VFS's own files, nor of a name whose mod is gone.</summary>
    Refuse,
}

/// <summary>The choice of the way under the policy <c>game</c>. Asks nothing of the disk.</summary>
internal static class InPlaceOpen
{
    public static InPlaceWay Of(in InPlaceFacts facts) => facts switch
    {
        { IsAbsentItself: true, MayCreate: true, IsHiddenByMod: true } => InPlaceWay.MakeHidden,
        { IsAbsentItself: true, MayCreate: true } => InPlaceWay.Refuse,
        { IsAbsent: true } => InPlaceWay.Seen,
        { IsModFile: true, Deletes: true } => InPlaceWay.Delete,
        { IsInMod: true, MayCreate: true } => InPlaceWay.Make,
        _ => InPlaceWay.Seen,
    };
}
