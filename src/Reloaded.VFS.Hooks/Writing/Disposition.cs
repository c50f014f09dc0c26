using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>What a call asks that gives a file or folder its disposition (<c>FileDispositionInformation</c>, <c>Ex</c>).</summary>
/// <param name="flags">The flags; of the plain class the first alone.</param>
internal readonly unsafe struct Disposition(DispositionFlags flags)
{
    /// <summary>
    /// Whether the system has one disposition for a file, or folder, whatever handle sets it. Wine has one for each handle, and deletes
    /// the file, with its last handle, if one of them says so.
    /// </summary>
    public static bool IsOfFile => !NtFunctions.IsWine;

    /// <summary>The flags.</summary>
    public DispositionFlags Flags => flags;

    /// <summary>Whether it is to be deleted; else it isn't to be after all.</summary>
    public bool Deletes => (flags & DispositionFlags.FILE_DISPOSITION_DELETE) != 0;

    /// <summary>Whether the name goes at once, and not with the last handle.</summary>
    public bool IsAtOnce => (flags & DispositionFlags.FILE_DISPOSITION_POSIX_SEMANTICS) != 0;

    /// <summary>Whether a read-only file is deleted, too.</summary>
    public bool IgnoresReadOnly => (flags & DispositionFlags.FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE) != 0;

    /// <summary>Reads what the game gave; false where the kernel would refuse it.</summary>
    public static bool TryRead(in SetCall call, out Disposition disposition)
    {
        DispositionFlags flags = 0;
        int bytes = call.Class == FILE_INFORMATION_CLASS.FileDispositionInformation ? sizeof(byte) : sizeof(uint);
        bool isRead = call.Length >= bytes && GateTable.Native.TryCopy(&flags, call.Information, (nuint)bytes) != 0;
        // Of the plain class, a BOOLEAN.
        disposition = new Disposition(bytes == sizeof(byte) && flags != 0 ? DispositionFlags.FILE_DISPOSITION_DELETE : flags);
        return isRead;
    }
}
