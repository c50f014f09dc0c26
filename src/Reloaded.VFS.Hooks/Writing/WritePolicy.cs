using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The places of something new that neither the game nor a mod has, in a folder that only mods have.</summary>
internal enum NewNames
{
    /// <summary>The game's own folder, which is made first; if that can't be made, the mod's.</summary>
    InOwnFolder,

    /// <summary>The game's own folder, which is made first; if that can't be made, the policy's place.</summary>
    InOwnFolderOrElsewhere,

    /// <summary>None: nothing new can be made in the folder.</summary>
    Nowhere,
}

/// <summary>
/// The plan for calls that may change what they name: what is tried on which places, in which order, what is recorded before and what is
/// noted afterwards. Safe from any thread.
/// </summary>
/// <remarks>
/// <c>Opening</c> makes the attempts, and <c>Saving</c> passes on the requests by handle; neither knows which policy is in use. A call that
/// only reads doesn't use the policy, except in the cases of <see cref="Leads"/> and <see cref="ArrivingAt"/>.
/// </remarks>
/// <param name="records">The value of <see cref="Records"/>.</param>
/// <param name="writesElsewhere">The value of <see cref="WritesElsewhere"/>.</param>
/// <param name="leadingLayer">The lowest layer whose folders may lead; see <see cref="Leads"/>.</param>
internal abstract unsafe class WritePolicy(bool records, bool writesElsewhere, int leadingLayer)
{
    /// <summary>Returns the policy of a view.</summary>
    public static WritePolicy Of(MergedView view) => Unsafe.As<WritePolicy>(view.Writes!);

    /// <summary>Gets a value indicating whether changes in place are recorded before they are made.</summary>
    public bool Records => records;

    /// <summary>
    /// Gets a value indicating whether writes to a name that a handle leads to may go to another place than the handle's.
    /// </summary>
    public bool WritesElsewhere => writesElsewhere;

    /// <summary>Returns the first row of the plan for a call by name.</summary>
    /// <param name="name">The call's name.</param>
    /// <param name="call">The call's request.</param>
    public abstract Attempt First(ref CalledName name, in ChangeRequest call);

    /// <summary>Notes the result of an attempt, and returns the next row.</summary>
    /// <param name="name">The call's name; gets what was opened.</param>
    /// <param name="call">The call's request.</param>
    /// <param name="made">The attempt.</param>
    /// <param name="status">The status of the attempt.</param>
    public abstract Attempt Next(ref CalledName name, in ChangeRequest call, in Attempt made, NtStatus status);

    /// <summary>Returns the only row for a call that names what a handle leads to.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="isReopened">True if the handle is the game's, which opens its file once more; otherwise the call gave an id.</param>
    public abstract Attempt OfHandle(nint handle, bool isReopened);

    /// <summary>Returns the object that is notified each time before the original runs for a call; null if nothing is recorded.</summary>
    /// <param name="call">The call's request.</param>
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
    /// <param name="call">The call.</param>
    /// <param name="disposition">The call's disposition.</param>
    /// <param name="ended">Gets the original's result.</param>
    public abstract NtStatus SetDisposition(in SetCall call, Disposition disposition, ref Ended<NtStatus> ended);

    /// <summary>Deletes a folder and closes its handle, as <c>NtDeleteFile</c> does.</summary>
    /// <param name="handle">A handle of one of the folder's real folders, opened to be deleted.</param>
    /// <param name="opened">The folder.</param>
    public abstract NtStatus DeleteFolder(nint handle, OpenedEntry opened);

    /// <summary>Prepares the closing of a handle with which something is to be deleted.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="entry">The handle's entry.</param>
    /// <param name="closing">The removals; not empty.</param>
    /// <returns>The consequences of the closing; null for none.</returns>
    public abstract ClosingRemoval? BeginClose(nint handle, in HandleEntry entry, PendingRemovals.Removal[] closing);

    /// <summary>Determines whether setting attributes and times by a handle is refused.</summary>
    public virtual bool RefusesBasicInformation(nint handle) => false;

    /// <summary>Returns a new name for a real folder that is being deleted; null for one beside the folder.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public virtual string? NewNameAside(string folder) => null;

    /// <summary>
    /// Determines whether the part of a folder in the first layer that has it gives the folder its attributes, times and id for the game.
    /// </summary>
    /// <param name="found">The folder.</param>
    /// <param name="pathLength">The length of the folder's canonical path.</param>
    public bool Leads(in LookupResult found, int pathLength) => found.Layer >= leadingLayer && LeadsIn(found.Layer, pathLength);

    /// <inheritdoc cref="Leads"/>
    protected virtual bool LeadsIn(int layer, int pathLength) => false;

    /// <summary>Returns the place for a name that neither the game nor a mod has, in a folder that only mods have.</summary>
    /// <param name="path">The name's canonical path.</param>
    public virtual NewNames PlaceOfNew(ReadOnlySpan<char> path) => NewNames.InOwnFolder;

    /// <summary>
    /// Returns the copies that are getting their names in the folder of a real file, one of which may be that file; null for none.
    /// </summary>
    /// <param name="real">The file, in NT form.</param>
    public virtual ArrivingCopies? ArrivingAt(ReadOnlySpan<char> real) => null;
}

/// <summary>The consequences of closing a handle with which something is to be deleted.</summary>
internal abstract class ClosingRemoval
{
    /// <summary>Completes the removal after the handle is closed, or the closing has failed.</summary>
    /// <param name="isClosed">True if the handle is closed.</param>
    /// <param name="isRemoved">True if the handle was the last one, so that this thread deletes what was to be deleted with it.</param>
    public abstract void Finish(bool isClosed, bool isRemoved);
}

/// <summary>The record of what a call changes.</summary>
internal abstract unsafe class CallRecord
{
    /// <summary>Records the change before the original runs.</summary>
    /// <param name="attributes">The attributes passed to the original.</param>
    public abstract void BeforeOriginal(OBJECT_ATTRIBUTES* attributes);
}
