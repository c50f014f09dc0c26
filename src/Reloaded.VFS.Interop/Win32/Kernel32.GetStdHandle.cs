using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>GetStdHandle</c>.</content>
public static partial class Kernel32
{
    /// <summary>Standard input.</summary>
    public const uint STD_INPUT_HANDLE = unchecked((uint)-10);

    /// <summary>Standard output.</summary>
    public const uint STD_OUTPUT_HANDLE = unchecked((uint)-11);

    /// <summary>Standard error.</summary>
    public const uint STD_ERROR_HANDLE = unchecked((uint)-12);

    /// <summary>A standard handle of this process (<c>processenv.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/console/getstdhandle"/>
    [LibraryImport("kernel32", SetLastError = true)]
    public static partial nint GetStdHandle(uint nStdHandle);
}
