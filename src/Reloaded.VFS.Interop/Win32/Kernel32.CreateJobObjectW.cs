using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CreateJobObjectW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Makes a job; zero on failure (<c>jobapi2.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/jobapi2/nf-jobapi2-createjobobjectw"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint CreateJobObjectW(void* lpJobAttributes, string? lpName);
}
