using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Deleting;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>Where something is made that neither the game nor a mod has, in a folder that only mods have.</summary>
internal enum NewNames
{
    /// <summary>In the game's own folder, which is made first; if that can't be made, in the mod's.</summary>
    InOwnFolder,

    /// <summary>In the game's own folder, which is made first; if that can't be made, where the policy says.</summary>
    InOwnFolderOrElsewhere,

    /// <summary>Nowhere: the folder is no place for it.</summary>
    Nowhere,
}

/// <summary>
/// Where calls go that may change what they name: what is tried on which places, in which order, what is recorded before and what is noted
/// afterwards. <c>Opening</c> makes the attempts and <c>Saving</c> passes on what handles ask; neither knows which policy it is. A call
/// that only reads asks nothing here, but in the cases that <see cref="Leads"/> and <see cref="ArrivingAt"/> name. Safe from any thread.
/// </summary>
/// <param name="records">As <see cref="Records"/> has it.</param>
/// <param name="writesElsewhere">As <see cref="WritesElsewhere"/> has it.</param>
/// <param name="leadingLayer">The lowest layer whose folders may lead; see <see cref="Leads"/>.</param>
internal abstract unsafe class WritePolicy(bool records, bool writesElsewhere, int leadingLayer)
{
    /// <summary>The policy of a view.</summary>
    public static WritePolicy Of(MergedView view) => Unsafe.As<WritePolicy>(view.Writes!);

    /// <summary>Whether what is changed where it is, is recorded before.</summary>
    public bool Records => records;

    /// <summary>Whether what is written to a name that a handle leads to may go to another place than the handle.</summary>
    public bool WritesElsewhere => writesElsewhere;

    /// <summary>The first row of the plan for a call by a name.</summary>
    /// <param name="name">What is named.</param>
    /// <param name="call">What is asked.</param>
    public abstract Attempt First(ref CalledName name, in ChangeRequest call);

    /// <summary>The next row: what is noted of an attempt, and what is tried after it.</summary>
    /// <param name="name">What is named; gets what was opened.</param>
    /// <param name="call">What is asked.</param>
    /// <param name="made">The attempt.</param>
    /// <param name="status">How it has ended.</param>
    public abstract Attempt Next(ref CalledName name, in ChangeRequest call, in Attempt made, NtStatus status);

    /// <summary>The only row for a call that names what a handle leads to.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="isReopened">Whether the game has the handle, and opens its file once more; else the call gave an id.</param>
    public abstract Attempt OfHandle(nint handle, bool isReopened);

    /// <summary>What is told before each time that the original runs for a call; null where nothing is recorded.</summary>
    /// <param name="call">What is asked.</param>
    /// <param name="original">The game's pointer.</param>
    /// <param name="path">The canonical path that they name, with its stream; empty for an id.</param>
    public virtual CallRecord? RecordOf(in ChangeRequest call, void* original, ReadOnlySpan<char> path) => null;

    /// <summary>
    /// Whether a call that the VFS can't answer may go to the original as the game made it; what it changes isn't recorded. Allocates
    /// nothing, throws nothing.
    /// </summary>
    public abstract bool MayRunWithoutVfs();

    /// <summary>Gives what a handle leads to another name, or makes a hard link to it.</summary>
    public abstract NtStatus Rename(RenameCall call);

    /// <summary>Has what a handle leads to deleted, or not after all.</summary>
    /// <param name="call">The call.</param>
    /// <param name="disposition">What it asks.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    public abstract NtStatus SetDisposition(in SetCall call, Disposition disposition, ref Ended<NtStatus> ended);

    /// <summary>Deletes a folder and closes its handle, as <c>NtDeleteFile</c> does.</summary>
    /// <param name="handle">One of its real folders, opened to be deleted.</param>
    /// <param name="opened">What it is.</param>
    public abstract NtStatus DeleteFolder(nint handle, OpenedEntry opened);

    /// <summary>A handle is about to be closed with which something is to be deleted.</summary>
    /// <param name="handle">The handle.</param>
    /// <param name="entry">What it is.</param>
    /// <param name="closing">What is to be deleted; not empty.</param>
    /// <returns>What follows; null for nothing.</returns>
    public abstract ClosingRemoval? BeginClose(nint handle, in HandleEntry entry, PendingRemovals.Removal[] closing);

    /// <summary>Whether attributes and times can't be set by a handle.</summary>
    public virtual bool RefusesBasicInformation(nint handle) => false;

    /// <summary>A new name for a real folder that is being deleted; null for one beside it.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public virtual string? NewNameAside(string folder) => null;

    /// <summary>
    /// Whether the part of a folder in the layer that has it first is what the game sees of the folder: its attributes, times and id.
    /// </summary>
    /// <param name="found">The folder.</param>
    /// <param name="pathLength">The length of its canonical path.</param>
    public bool Leads(in LookupResult found, int pathLength) => found.Layer >= leadingLayer && LeadsIn(found.Layer, pathLength);

    /// <inheritdoc cref="Leads"/>
    protected virtual bool LeadsIn(int layer, int pathLength) => false;

    /// <summary>Where a name goes that neither the game nor a mod has, and whose folder only mods have.</summary>
    /// <param name="path">The name's canonical path.</param>
    public virtual NewNames PlaceOfNew(ReadOnlySpan<char> path) => NewNames.InOwnFolder;

    /// <summary>The copies that get their names where a real file lies, one of which may be it; null where none do.</summary>
    /// <param name="real">The file, in NT form.</param>
    public virtual ArrivingCopies? ArrivingAt(ReadOnlySpan<char> real) => null;
}

/// <summary>What follows the closing of a handle with which something is to be deleted.</summary>
internal abstract class ClosingRemoval
{
    /// <summary>The handle is closed, or can't be.</summary>
    /// <param name="isClosed">Whether it is closed.</param>
    /// <param name="isRemoved">Whether it was the last one, so that this thread deletes what it was to be deleted with.</param>
    public abstract void Finish(bool isClosed, bool isRemoved);
}

/// <summary>Has what a call changes recorded.</summary>
internal abstract unsafe class CallRecord
{
    /// <summary>The original is about to run.</summary>
    /// <param name="attributes">What it is called with.</param>
    public abstract void BeforeOriginal(OBJECT_ATTRIBUTES* attributes);
}
