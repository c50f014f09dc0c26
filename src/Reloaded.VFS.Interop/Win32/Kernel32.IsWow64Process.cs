using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>IsWow64Process</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Whether it is a 32-bit process on a 64-bit system (<c>wow64apiset.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/wow64apiset/nf-wow64apiset-iswow64process"/>
    [LibraryImport("kernel32")]
    public static partial int IsWow64Process(nint hProcess, int* wow64Process);
}
