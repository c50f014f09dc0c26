using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>A call that names its object by <c>OBJECT_ATTRIBUTES</c>, with its other arguments.</summary>
internal unsafe interface INamedCall
{
    /// <summary>Whether the call may bring something new into being.</summary>
    bool MayCreate { get; }

    /// <summary>Whether what it brings into being is a folder.</summary>
    bool MakesFolder { get; }

    /// <summary>Whether the call, or the handle that it gives, may change what it names.</summary>
    bool MayChange { get; }

    /// <summary>Whether the call deletes what it names, at once or when the handle is closed.</summary>
    bool Deletes { get; }

    /// <summary>The function, for records of calls.</summary>
    static virtual EventFunction Function => EventFunction.Other;

    /// <summary>Whether the original takes names that are relative to a folder's handle.</summary>
    static virtual bool TakesRelativeNames => true;

    /// <summary>Whether the call gives a handle, and <see cref="Request"/> says what it asks for.</summary>
    static virtual bool GivesHandle => false;

    /// <summary>Calls the original with these attributes and everything else as the game gave it.</summary>
    NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes);

    /// <summary>
    /// Calls the original on the game's own folder of a name that is a folder to the game: a file of that name isn't seen, and gives
    /// <c>STATUS_NOT_A_DIRECTORY</c>. The system doesn't delete that folder alone when the handle is closed: <c>NtClose</c> has all of its
    /// parts deleted, or none.
    /// </summary>
    NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes);

    /// <summary>What the call asks for. Only of a call that gives a handle.</summary>
    OpenRequest Request => default;

    /// <summary>Calls the original with these attributes and another request. Only of a call that gives a handle.</summary>
    NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

    /// <summary>
    /// Whether the call, which may create and has just succeeded, has made what it names: it opens, or empties, what is there already.
    /// </summary>
    bool HasCreated => true;

    /// <summary>Reads the handle that a call has just given. False where that can't be read, or it gives none.</summary>
    bool TryGetHandle(out nint handle)
    {
        handle = 0;
        return false;
    }

    /// <summary>Closes the handle that a call has given, which the game isn't to get.</summary>
    void CloseHandle() { }

    /// <summary>
    /// Has what the call has just made look as if it had replaced a file: by the status block, and by the time of its creation.
    /// </summary>
    /// <param name="created">The time at which the replaced file was created, UTC.</param>
    void SetReplaced(DateTime created) { }

    /// <summary>
    /// Runs the call as a whole, each real file that it may change recorded before. Only of a call that may change what it names; false
    /// where it has been done.
    /// </summary>
    /// <param name="journal">Where it is recorded.</param>
    /// <param name="objectAttributes">The game's pointer.</param>
    /// <param name="path">The canonical path that they name.</param>
    /// <param name="status">How the call ended.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    /// <param name="opened">What it opened.</param>
    bool TryRunJournaled(JournaledFolders journal, void* objectAttributes, string path, out NtStatus status, ref Ended<NtStatus> ended,
        out OpenedEntry opened)
    {
        (status, opened) = (NtStatus.STATUS_SUCCESS, OpenedEntry.None);
        return false;
    }

    /// <summary>
    /// The function as the game sees it, hooks included, by a name in place of an id or of a file's handle: another call. Only of a call
    /// that may change what it names.
    /// </summary>
    NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);
}
