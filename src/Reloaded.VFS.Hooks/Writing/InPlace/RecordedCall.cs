using Reloaded.VFS.Hooks.Journaling;

namespace Reloaded.VFS.Hooks.Writing.InPlace;

/// <summary>The record of a call's real file, made each time before the original runs.</summary>
/// <remarks>
/// The file is found by the attributes that the original gets, so that the recorded file is the one that the call may change, whatever way
/// the call takes.
/// </remarks>
/// <param name="original">The game's pointer, whose name isn't read again.</param>
/// <param name="path">The canonical path that the call names; null for an id.</param>
internal sealed unsafe class RecordedCall(JournaledFolders journal, ChangeRequest call, void* original, string? path) : CallRecord
{
    public override void BeforeOriginal(OBJECT_ATTRIBUTES* attributes)
    {
        try
        {
            // A call without a handle deletes what it names, and not what a link leads to.
            CreateOptions ways = call.GivesHandle
                ? call.Open.Options & (CreateOptions.FILE_OPEN_BY_FILE_ID | CreateOptions.FILE_OPEN_REPARSE_POINT)
                : CreateOptions.FILE_OPEN_REPARSE_POINT;
            if (RealFiles.TryOpen(attributes, ways, out nint handle))
            {
                string real = RealNames.Of(handle);
                bool isFolder = RealFiles.IsFolder(handle);
                RealFiles.Close(handle);
                // With the given name, a link is found on the way; without one, the system's name is all that there is.
                if (real.Length > 0 && (!call.GivesHandle || Changes(isFolder)))
                    journal.Record(NtPath.FromCanonical(NameOf(attributes) is { } given && journal.IsIn(given) ? given : real));
            }
            else if (NameOf(attributes) is { } name && (call.MayCreate || VirtualPath.GetName(name).Contains(':')))
            {
                RecordNew(name);
            }
        }
        catch (Exception)
        {
            // Out of memory, or a bug of the VFS: the game continues.
            journal.MarkIncomplete();
        }
    }

    /// <summary>Determines whether the call, which gives a handle, may change an existing file or folder.</summary>
    private bool Changes(bool isFolder) => isFolder
        ? call.MayDelete
        : call.Deletes || call.Truncates
            || (RealFiles.MayChange(call.Open.Access) && call.Open.Disposition != CreateDisposition.FILE_CREATE);

    /// <summary>Records a name that doesn't exist, below its folder's real name.</summary>
    private void RecordNew(string name)
    {
        if (journal.IsIn(name))
        {
            journal.Record(NtPath.FromCanonical(name));
            return;
        }

        if (RealNames.TryGet(NtPath.FromCanonicalFolder(VirtualPath.GetParent(name)), out string real) && real.Length > 0)
            journal.Record(NtPath.Combine(NtPath.FromCanonical(real), VirtualPath.GetName(name)));
    }

    private string? NameOf(OBJECT_ATTRIBUTES* attributes)
    {
        // The name of an id is the game's, and binary.
        if (attributes == original || path is null)
            return path;
        // These attributes are absolute, in the call's own memory. Under Wine the name may be the spelling that the system opens fastest.
        var text = new ReadOnlySpan<char>(attributes->ObjectName->Buffer, attributes->ObjectName->Length / sizeof(char));
        ReadOnlySpan<char> drive = OpenNames.DriveOf(NtPath.ToCanonical(text), out ReadOnlySpan<char> rest);
        return string.Concat(drive, NtPath.WithoutBackslash(rest));
    }
}
