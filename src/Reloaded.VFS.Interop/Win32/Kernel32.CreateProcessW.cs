using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>CreateProcessW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>
    /// Starts a program. <paramref name="lpCommandLine"/> must be writable and NUL-terminated: Windows writes into it
    /// (<c>processthreadsapi.h</c>).
    /// </summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw"/>
    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool CreateProcessW(
        string lpApplicationName, char* lpCommandLine, void* lpProcessAttributes, void* lpThreadAttributes,
        [MarshalAs(UnmanagedType.Bool)] bool bInheritHandles, ProcessCreationFlags dwCreationFlags, char* lpEnvironment,
        string? lpCurrentDirectory, STARTUPINFOW* lpStartupInfo, ProcessInformation* lpProcessInformation);
}
