using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary><c>OVERLAPPED_ENTRY</c>: one packet of a completion port.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct OverlappedEntry
{
    /// <summary>The handle's key.</summary>
    public nuint CompletionKey;

    /// <summary>The call that it is about.</summary>
    public NativeOverlapped* Overlapped;

    /// <summary>The NTSTATUS.</summary>
    public nuint Internal;

    /// <summary>Bytes.</summary>
    public uint NumberOfBytesTransferred;
}
