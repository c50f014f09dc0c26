using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>DuplicateHandle</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Copies a handle into another process (<c>handleapi.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/handleapi/nf-handleapi-duplicatehandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int DuplicateHandle(
        nint hSourceProcessHandle, nint hSourceHandle, nint hTargetProcessHandle, nint* lpTargetHandle, AccessMask dwDesiredAccess,
        int bInheritHandle, DuplicateOptions dwOptions);
}
