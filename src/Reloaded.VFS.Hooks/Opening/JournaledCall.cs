using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>Runs calls that may change what they name, with a journal of the run.</summary>
internal static unsafe class JournaledCall
{
    /// <summary>Runs a call by a name.</summary>
    /// <param name="call">The call.</param>
    /// <param name="journal">Where it is recorded.</param>
    /// <param name="objectAttributes">The game's pointer.</param>
    /// <param name="path">The canonical path that they name.</param>
    /// <param name="ended">Gets how the original has ended.</param>
    /// <param name="opened">What it opened.</param>
    public static NtStatus Run<TCall>(ref TCall call, JournaledFolders journal, void* objectAttributes, string path,
        ref Ended<NtStatus> ended, out OpenedEntry opened)
        where TCall : struct, INamedCall
    {
        var journaled = new JournaledCall<TCall>(call, journal, objectAttributes, path);
        NtStatus status = RedirectedCall.Run(ref journaled, objectAttributes, isPathMissing: false, ref ended, out opened);
        call = journaled.Call;
        return status;
    }

    /// <summary>Runs a call by an id.</summary>
    /// <inheritdoc cref="OpenById.Run{TCall}(ref TCall, void*, nint*, ref Ended{NtStatus})"/>
    public static NtStatus RunById<TCall>(ref TCall call, JournaledFolders journal, void* objectAttributes, nint* fileHandle,
        ref Ended<NtStatus> ended)
        where TCall : struct, INamedCall
    {
        var journaled = new JournaledCall<TCall>(call, journal, objectAttributes, path: null);
        return OpenById.Run(ref journaled, objectAttributes, fileHandle, ref ended);
    }
}

/// <summary>
/// A call whose real file is recorded each time before the original runs: by the attributes that the original gets, so that whatever way
/// the call goes, what it may change is what is recorded.
/// </summary>
/// <param name="call">The call.</param>
/// <param name="journal">Where it is recorded.</param>
/// <param name="original">The game's pointer, whose name isn't read again.</param>
/// <param name="path">The canonical path that it names; null for an id.</param>
internal unsafe struct JournaledCall<TCall>(TCall call, JournaledFolders journal, void* original, string? path) : INamedCall
    where TCall : struct, INamedCall
{
    private TCall _call = call;

    public static EventFunction Function => TCall.Function;

    public static bool GivesHandle => TCall.GivesHandle;

    public static bool TakesRelativeNames => TCall.TakesRelativeNames;

    /// <summary>The call, as it is now.</summary>
    public readonly TCall Call => _call;

    public readonly bool MayCreate => _call.MayCreate;

    public readonly bool MakesFolder => _call.MakesFolder;

    public readonly bool MayChange => _call.MayChange;

    public readonly bool Deletes => _call.Deletes;

    public readonly bool HasCreated => _call.HasCreated;

    public readonly OpenRequest Request => _call.Request;

    public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes)
    {
        Record(objectAttributes);
        return _call.Invoke(objectAttributes);
    }

    public NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
    {
        Record(objectAttributes);
        return _call.InvokeOnFolder(objectAttributes);
    }

    public NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request)
    {
        Record(objectAttributes);
        return _call.InvokeAs(objectAttributes, request);
    }

    public readonly bool TryRunJournaled(JournaledFolders folders, void* objectAttributes, string name, out NtStatus status,
        ref Ended<NtStatus> ended, out OpenedEntry opened)
    {
        (status, opened) = (NtStatus.STATUS_SUCCESS, OpenedEntry.None);
        return false;
    }

    private readonly void Record(OBJECT_ATTRIBUTES* attributes)
    {
        try
        {
            OpenRequest request = _call.Request;
            // A call without a handle deletes what it names, and no link's end.
            CreateOptions ways = TCall.GivesHandle
                ? request.Options & (CreateOptions.FILE_OPEN_BY_FILE_ID | CreateOptions.FILE_OPEN_REPARSE_POINT)
                : CreateOptions.FILE_OPEN_REPARSE_POINT;
            if (RealFiles.TryOpen(attributes, ways, out nint handle))
            {
                string real = RealNames.Of(handle);
                bool isFolder = RealFiles.IsFolder(handle);
                RealFiles.Close(handle);
                // By the name that was given, a link is found on the way; without one the system's name is all that there is.
                if (real.Length > 0 && (!TCall.GivesHandle || Changes(request, isFolder)))
                    journal.Keep(NtPath.FromCanonical((request.Options & CreateOptions.FILE_OPEN_BY_FILE_ID) == 0
                        && NameOf(attributes) is { } given && journal.IsIn(given) ? given : real));
            }
            else if (NameOf(attributes) is { } name && (_call.MayCreate || VirtualPath.GetName(name).Contains(':')))
            {
                KeepNew(name);
            }
        }
        catch (Exception)
        {
            // Out of memory, or a fault of the VFS: the game goes on.
            journal.MarkIncomplete();
        }
    }

    /// <summary>Whether a call may change what is there.</summary>
    private readonly bool Changes(in OpenRequest request, bool isFolder)
    {
        const AccessMask deleting = AccessMask.DELETE | AccessMask.MAXIMUM_ALLOWED | AccessMask.GENERIC_ALL;
        return isFolder
            ? _call.Deletes || (request.Access & deleting) != 0
            : _call.Deletes || request.Truncates
                || (RealFiles.MayChange(request.Access) && request.Disposition != CreateDisposition.FILE_CREATE);
    }

    /// <summary>Records a name that nothing has, below its folder's real name.</summary>
    private readonly void KeepNew(string name)
    {
        if (journal.IsIn(name))
        {
            journal.Keep(NtPath.FromCanonical(name));
            return;
        }

        if (!RealFiles.TryOpen(NtPath.FromCanonicalFolder(VirtualPath.GetParent(name)), out nint folder))
            return;
        string real = RealNames.Of(folder);
        RealFiles.Close(folder);
        if (real.Length > 0)
            journal.Keep(string.Concat(NtPath.FromCanonical(real.TrimEnd('\\')), @"\", VirtualPath.GetName(name)));
    }

    private readonly string? NameOf(OBJECT_ATTRIBUTES* attributes)
    {
        if (attributes == original)
            return path;
        // These are absolute, and lie in memory of the call's own. Under Wine it may be the spelling that the system opens fastest.
        var text = new ReadOnlySpan<char>(attributes->ObjectName->Buffer, attributes->ObjectName->Length / sizeof(char));
        ReadOnlySpan<char> drive = OpenNames.DriveOf(NtPath.ToCanonical(text), out ReadOnlySpan<char> rest);
        return string.Concat(drive, rest.TrimEnd('\\'));
    }
}
