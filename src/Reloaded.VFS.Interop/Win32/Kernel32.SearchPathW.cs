using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <content><c>SearchPathW</c>.</content>
public static unsafe partial class Kernel32
{
    /// <summary>Finds a file as CreateProcess does; the characters of its path, 0 where there is none (<c>processenv.h</c>).</summary>
    /// <seealso href="https://learn.microsoft.com/windows/win32/api/processenv/nf-processenv-searchpathw"/>
    [LibraryImport("kernel32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint SearchPathW(
        string? lpPath, string lpFileName, string? lpExtension, uint nBufferLength, char* lpBuffer, char** lpFilePart);
}
