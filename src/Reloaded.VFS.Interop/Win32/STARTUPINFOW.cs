using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>How a program is started (<c>processthreadsapi.h</c>). 104 bytes on 64 bit, 68 on 32 bit.</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/processthreadsapi/ns-processthreadsapi-startupinfow"/>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct STARTUPINFOW
{
    /// <summary>The size of this structure in bytes.</summary>
    public uint cb;

    /// <summary>Null.</summary>
    public char* lpReserved;

    /// <summary>The desktop; null for the parent's.</summary>
    public char* lpDesktop;

    /// <summary>The console window's title, or null.</summary>
    public char* lpTitle;

    /// <summary>The window's place.</summary>
    public uint dwX;

    /// <summary>The window's place.</summary>
    public uint dwY;

    /// <summary>The window's width.</summary>
    public uint dwXSize;

    /// <summary>The window's height.</summary>
    public uint dwYSize;

    /// <summary>The console's width in characters.</summary>
    public uint dwXCountChars;

    /// <summary>The console's height in characters.</summary>
    public uint dwYCountChars;

    /// <summary>The console's colours.</summary>
    public uint dwFillAttribute;

    /// <summary>Which fields count.</summary>
    public StartupFlags dwFlags;

    /// <summary>How the window is shown.</summary>
    public ushort wShowWindow;

    /// <summary>For the C runtime.</summary>
    public ushort cbReserved2;

    /// <summary>For the C runtime.</summary>
    public byte* lpReserved2;

    /// <summary>Standard input.</summary>
    public nint hStdInput;

    /// <summary>Standard output.</summary>
    public nint hStdOutput;

    /// <summary>Standard error.</summary>
    public nint hStdError;
}
