using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content>Kernel32: functions about code pages.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Returns the code page of this process (<c>winnls.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/winnls/nf-winnls-getacp"/>
    [LibraryImport("kernel32")]
    public static partial uint GetACP();

    /// <summary>Converts text to a code page. Returns the number of bytes, 0 on failure (<c>stringapiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/stringapiset/nf-stringapiset-widechartomultibyte"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial int WideCharToMultiByte(
        uint codePage, uint flags, char* text, int length, byte* bytes, int size, byte* instead, int* lost);
}
