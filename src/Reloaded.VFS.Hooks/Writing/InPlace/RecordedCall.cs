using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>
/// A call whose real file is recorded each time before the original runs: by the attributes that the original gets, so that whatever way
/// the call goes, what it may change is what is recorded.
/// </summary>
/// <param name="journal">Where it is recorded.</param>
/// <param name="call">What is asked.</param>
/// <param name="original">The game's pointer, whose name isn't read again.</param>
/// <param name="path">The canonical path that it names; null for an id.</param>
internal sealed unsafe class RecordedCall(JournaledFolders journal, ChangeRequest call, void* original, string? path) : CallRecord
{
    public override void BeforeOriginal(OBJECT_ATTRIBUTES* attributes)
    {
        try
        {
            OpenRequest request = call.Open;
            // A call without a handle deletes what it names, and no link's end.
            CreateOptions ways = call.GivesHandle
                ? request.Options & (CreateOptions.FILE_OPEN_BY_FILE_ID | CreateOptions.FILE_OPEN_REPARSE_POINT)
                : CreateOptions.FILE_OPEN_REPARSE_POINT;
            if (RealFiles.TryOpen(attributes, ways, out nint handle))
            {
                string real = RealNames.Of(handle);
                bool isFolder = RealFiles.IsFolder(handle);
                RealFiles.Close(handle);
                // By the name that was given, a link is found on the way; without one the system's name is all that there is.
                if (real.Length > 0 && (!call.GivesHandle || Changes(request, isFolder)))
                    journal.Keep(NtPath.FromCanonical(NameOf(attributes) is { } given && journal.IsIn(given) ? given : real));
            }
            else if (NameOf(attributes) is { } name && (call.MayCreate || VirtualPath.GetName(name).Contains(':')))
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

    /// <summary>Whether the call may change what is there.</summary>
    private bool Changes(in OpenRequest request, bool isFolder)
    {
        const AccessMask deleting = AccessMask.DELETE | AccessMask.MAXIMUM_ALLOWED | AccessMask.GENERIC_ALL;
        return isFolder
            ? call.Deletes || (request.Access & deleting) != 0
            : call.Deletes || request.Truncates
                || (RealFiles.MayChange(request.Access) && request.Disposition != CreateDisposition.FILE_CREATE);
    }

    /// <summary>Records a name that nothing has, below its folder's real name.</summary>
    private void KeepNew(string name)
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

    private string? NameOf(OBJECT_ATTRIBUTES* attributes)
    {
        // What stands in place of the name of an id is the game's, and binary.
        if (attributes == original || path is null)
            return path;
        // These are absolute, and lie in memory of the call's own. Under Wine it may be the spelling that the system opens fastest.
        var text = new ReadOnlySpan<char>(attributes->ObjectName->Buffer, attributes->ObjectName->Length / sizeof(char));
        ReadOnlySpan<char> drive = OpenNames.DriveOf(NtPath.ToCanonical(text), out ReadOnlySpan<char> rest);
        return string.Concat(drive, rest.TrimEnd('\\'));
    }
}
