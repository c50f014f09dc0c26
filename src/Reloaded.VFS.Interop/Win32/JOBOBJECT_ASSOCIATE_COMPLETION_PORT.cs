using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>The completion port that a job tells of its processes (<c>winnt.h</c>).</summary>
/// <seealso href="https://learn.microsoft.com/windows/win32/api/winnt/ns-winnt-jobobject_associate_completion_port"/>
[StructLayout(LayoutKind.Sequential)]
public struct JOBOBJECT_ASSOCIATE_COMPLETION_PORT
{
    /// <summary>What comes with each message.</summary>
    public nint CompletionKey;

    /// <summary>The port.</summary>
    public nint CompletionPort;
}
