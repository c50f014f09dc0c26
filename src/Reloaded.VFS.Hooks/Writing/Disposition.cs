using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The request of a call that sets a file's or folder's disposition (<c>FileDispositionInformation</c>, <c>Ex</c>).</summary>
/// <param name="flags">The flags; only the first in the plain class.</param>
internal readonly unsafe struct Disposition(DispositionFlags flags)
{
    /// <summary>Gets a value indicating whether the system has one disposition for a file, or folder, whatever handle sets it.</summary>
    /// <remarks>Wine has one for each handle, and deletes the file, with its last handle, if one of them requests that.</remarks>
    public static bool IsOfFile => !NtFunctions.IsWine;

    /// <summary>Gets the flags.</summary>
    public DispositionFlags Flags => flags;

    /// <summary>Gets a value indicating whether the file is to be deleted; otherwise an earlier deletion is withdrawn.</summary>
    public bool Deletes => (flags & DispositionFlags.FILE_DISPOSITION_DELETE) != 0;

    /// <summary>Gets a value indicating whether the name is removed at once, and not with the last handle.</summary>
    public bool IsAtOnce => (flags & DispositionFlags.FILE_DISPOSITION_POSIX_SEMANTICS) != 0;

    /// <summary>Gets a value indicating whether a read-only file is deleted, too.</summary>
    public bool IgnoresReadOnly => (flags & DispositionFlags.FILE_DISPOSITION_IGNORE_READONLY_ATTRIBUTE) != 0;

    /// <summary>Reads the game's request. Returns false if the kernel would refuse it.</summary>
    public static bool TryRead(in SetCall call, out Disposition disposition)
    {
        DispositionFlags flags = 0;
        int bytes = call.Class == FILE_INFORMATION_CLASS.FileDispositionInformation ? sizeof(byte) : sizeof(uint);
        bool isRead = call.Length >= bytes && GateTable.Native.TryCopy(&flags, call.Information, (nuint)bytes) != 0;
        // The plain class has a BOOLEAN.
        disposition = new Disposition(bytes == sizeof(byte) && flags != 0 ? DispositionFlags.FILE_DISPOSITION_DELETE : flags);
        return isRead;
    }
}
