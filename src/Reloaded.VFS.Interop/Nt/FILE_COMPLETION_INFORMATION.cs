using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>The completion port that a file is bound to (<c>ntifs.h</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
public struct FILE_COMPLETION_INFORMATION
{
    /// <summary>The port's handle; zero, in <c>FileReplaceCompletionInformation</c> only, for none.</summary>
    public nint Port;

    /// <summary>What each of its packets carries.</summary>
    public nint Key;
}
