using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Mapping;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>
/// The plan for calls that may change what they name: what is tried on which places, in which order, what is recorded before and what is
/// noted afterwards. Safe from any thread.
/// </summary>
/// <remarks>
/// <c>Opening</c> makes the attempts, and <c>Saving</c> passes on the requests by handle; neither knows which policy is in use. A call that
/// only reads uses nothing of the policy but its base class.
/// </remarks>
/// <param name="overwrite">The value of <see cref="WritePlacement.Overwrite"/>.</param>
/// <param name="journal">The value of <see cref="WritePlacement.Journal"/>.</param>
internal abstract unsafe class WritePolicy(OverwriteFolder? overwrite, JournaledFolders? journal) : WritePlacement(overwrite, journal)
{
    /// <summary>Returns the policy of a view to which <c>HookManager</c> has given one.</summary>
    /// <exception cref="InvalidCastException">The view has no policy.</exception>
    public static WritePolicy Of(MergedView view) => (WritePolicy)view.Writes;

    /// <summary>Returns the first row of the plan for a call by name.</summary>
    public abstract Attempt First(ref CalledName name, in ChangeRequest call);

    /// <summary>Notes the result of an attempt, and returns the next row.</summary>
    /// <param name="name">The call's name; gets what was opened.</param>
    /// <param name="status">The status of the attempt.</param>
    public abstract Attempt Next(ref CalledName name, in ChangeRequest call, in Attempt made, NtStatus status);

    /// <summary>Returns the only row for a call that names what a handle leads to.</summary>
    /// <param name="isReopened">True if the handle is the game's, which opens its file once more; otherwise the call gave an id.</param>
    public abstract Attempt OfHandle(nint handle, bool isReopened);

    /// <summary>Returns the object that is notified each time before the original runs for a call; null if nothing is recorded.</summary>
    /// <param name="original">The game's pointer.</param>
    /// <param name="path">The canonical path in the game's attributes, with its stream; empty for an id.</param>
    public virtual CallRecord? RecordOf(in ChangeRequest call, void* original, ReadOnlySpan<char> path) => null;

    /// <summary>
    /// Determines whether a call that the VFS can't answer, and that neither deletes nor renames, may go to the original as the game made
    /// it; what it changes isn't recorded. Allocates nothing, throws nothing.
    /// </summary>
    public abstract bool MayRunWithoutVfs();

    /// <summary>Renames what a handle leads to, or makes a hard link to it.</summary>
    public abstract NtStatus Rename(RenameCall call);

    /// <summary>Marks what a handle leads to for deletion, or clears the mark.</summary>
    /// <param name="disposition">The call's disposition.</param>
    public abstract NtStatus SetDisposition(in SetCall call, Disposition disposition, ref Ended<NtStatus> ended);

    /// <summary>Deletes a folder and closes its handle, as <c>NtDeleteFile</c> does.</summary>
    /// <param name="handle">A handle of one of the folder's real folders, opened to be deleted.</param>
    /// <param name="opened">The folder.</param>
    public abstract NtStatus DeleteFolder(nint handle, OpenedEntry opened);

    /// <summary>Prepares the closing of a handle with which something is to be deleted.</summary>
    /// <param name="closing">The removals; not empty.</param>
    /// <returns>The consequences of the closing; null for none.</returns>
    public abstract ClosingRemoval? BeginClose(nint handle, in HandleEntry entry, PendingRemovals.Removal[] closing);

    /// <summary>Determines whether setting attributes and times by a handle is refused.</summary>
    public virtual bool RefusesBasicInformation(nint handle) => false;

    /// <summary>Returns a new name for a real folder that is being deleted; null for one beside the folder.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public virtual string? NewNameAside(string folder) => null;
}

/// <summary>The consequences of closing a handle with which something is to be deleted.</summary>
internal abstract class ClosingRemoval
{
    /// <summary>Completes the removal after the handle is closed, or the closing has failed.</summary>
    /// <param name="isClosed">True if the handle is closed.</param>
    /// <param name="isRemoved">True if the handle was the last one, so that this thread deletes what was to be deleted with it.</param>
    public abstract void Finish(bool isClosed, bool isRemoved);
}

internal abstract unsafe class CallRecord
{
    /// <summary>Records the change before the original runs.</summary>
    /// <param name="attributes">The attributes passed to the original.</param>
    public abstract void BeforeOriginal(OBJECT_ATTRIBUTES* attributes);
}

internal enum AttemptOn
{
    /// <summary>None: the call has ended with <see cref="Attempt.Status"/>.</summary>
    Nothing,

    /// <summary>The game's view of the name, as in a call that only reads.</summary>
    Seen,

    /// <summary>The name as the game gave it.</summary>
    Original,

    /// <summary>The real file or folder at <see cref="Attempt.Place"/>.</summary>
    Place,

    /// <summary>The real folder at <see cref="Attempt.Place"/>: a file there isn't seen.</summary>
    FolderPlace,

    /// <summary>The function as the game sees it, hooks included, with the name <see cref="Attempt.Place"/>: another call.</summary>
    OtherName,
}

/// <summary>The reasons to wait for a moment after a sharing violation.</summary>
internal enum Patience
{
    None,

    /// <summary>Another process that lists the folder: half a second at most, if the call lets nobody else read.</summary>
    Listing,

    /// <summary>Another thread or process that gives a copy its name in the overwrite folder: one second at most.</summary>
    Arrival,
}

/// <summary>The next step of a call that may change what it names: one row of a policy's plan. Carries the policy's own state.</summary>
/// <param name="Place">The place, in NT form, with what follows the name in the game's call.</param>
internal readonly record struct Attempt(AttemptOn On, string Place = "")
{
    /// <summary>Gets the game's result, for <see cref="AttemptOn.Nothing"/>.</summary>
    public NtStatus Status { get; private init; }

    /// <summary>Gets the request to use instead of the game's; null for the game's own.</summary>
    public OpenRequest? Request { get; init; }

    /// <summary>Gets the reason to wait after a sharing violation.</summary>
    public Patience Patience { get; init; }

    /// <summary>
    /// Gets a value indicating whether the object exists, so that the game's security descriptor, which is for something new, doesn't
    /// apply.
    /// </summary>
    public bool IsNotNew { get; init; }

    /// <summary>Gets the row, in the policy's own numbers.</summary>
    public int Step { get; init; }

    /// <summary>Gets the policy's state for the end of the attempt; disposed of at the end of the call.</summary>
    public IDisposable? State { get; init; }

    /// <summary>Ends the call.</summary>
    /// <param name="status">The game's result.</param>
    public static Attempt End(NtStatus status) => new(AttemptOn.Nothing) { Status = status };
}
