using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>A counted UTF-16 string (<c>ntdef.h</c>). 16 bytes on 64 bit, 8 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct UNICODE_STRING
{
    /// <summary>Bytes in <see cref="Buffer"/>, without a terminator.</summary>
    public ushort Length;

    /// <summary>Bytes that <see cref="Buffer"/> has room for.</summary>
    public ushort MaximumLength;

    /// <summary>The text; not terminated.</summary>
    public char* Buffer;
}
