using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Nt;

/// <summary>What a call names an object by (<c>ntdef.h</c>). 48 bytes on 64 bit, 24 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct OBJECT_ATTRIBUTES
{
    /// <summary>The size of this structure; the kernel refuses any other value.</summary>
    public uint Length;

    /// <summary>A folder that <see cref="ObjectName"/> is relative to, or zero.</summary>
    public nint RootDirectory;

    /// <summary>The name.</summary>
    public UNICODE_STRING* ObjectName;

    /// <summary>How the name is looked up.</summary>
    public ObjectAttributeFlags Attributes;

    /// <summary>Security for a new object, or null.</summary>
    public void* SecurityDescriptor;

    /// <summary>Impersonation, or null.</summary>
    public void* SecurityQualityOfService;
}
