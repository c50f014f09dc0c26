namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Options</c> of <c>NtDuplicateObject</c> and <c>DuplicateHandle</c> (<c>winnt.h</c>): those that are used here.</summary>
[Flags]
public enum DuplicateOptions : uint
{
    /// <summary>The requested access.</summary>
    None = 0,

    /// <summary>The same access as the copied handle.</summary>
    DUPLICATE_SAME_ACCESS = 2,
}

/// <summary>The classes of object information that are used here (<c>ntifs.h</c>).</summary>
public enum OBJECT_INFORMATION_CLASS : uint
{
    /// <summary><c>OBJECT_BASIC_INFORMATION</c>.</summary>
    ObjectBasicInformation = 0,

    /// <summary><c>OBJECT_NAME_INFORMATION</c>: the kernel's own name.</summary>
    ObjectNameInformation = 1,
}

/// <summary>The flags of a name look-up: <see cref="OBJECT_ATTRIBUTES.Attributes"/> (<c>ntdef.h</c>).</summary>
[Flags]
public enum ObjectAttributeFlags : uint
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>Ignore letter case.</summary>
    OBJ_CASE_INSENSITIVE = 0x0040,

    /// <summary>Fail if a reparse point is on the way.</summary>
    OBJ_DONT_REPARSE = 0x1000,
}

/// <summary><c>NtClose</c>: closes a handle (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntclose"/>
public readonly unsafe partial struct NtClose;

/// <summary><c>NtDuplicateObject</c>: copies a handle (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-zwduplicateobject"/>
public readonly unsafe partial struct NtDuplicateObject;

/// <summary><c>NtQueryObject</c>: queries a handle's object (winternl.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-ntqueryobject"/>
public readonly unsafe partial struct NtQueryObject;

/// <summary>The name of an object for a call (<c>ntdef.h</c>). 48 bytes on 64 bit, 24 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct OBJECT_ATTRIBUTES
{
    /// <summary>The size of this structure; the kernel refuses any other value.</summary>
    public uint Length;

    /// <summary>A folder that <see cref="ObjectName"/> is relative to, or zero.</summary>
    public nint RootDirectory;

    /// <summary>The name.</summary>
    public UNICODE_STRING* ObjectName;

    /// <summary>The flags of the look-up.</summary>
    public ObjectAttributeFlags Attributes;

    /// <summary>Security for a new object, or null.</summary>
    public void* SecurityDescriptor;

    /// <summary>Impersonation, or null.</summary>
    public void* SecurityQualityOfService;
}

/// <summary><c>RtlUpcaseUnicodeString</c>: writes the upper case of each character of a string (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-rtlupcaseunicodestring"/>
public readonly unsafe partial struct RtlUpcaseUnicodeString;

/// <summary>A counted UTF-16 string (<c>ntdef.h</c>). 16 bytes on 64 bit, 8 on 32 bit.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct UNICODE_STRING
{
    /// <summary>The length of <see cref="Buffer"/> in bytes, without a terminator.</summary>
    public ushort Length;

    /// <summary>The capacity of <see cref="Buffer"/> in bytes.</summary>
    public ushort MaximumLength;

    /// <summary>The text; not terminated.</summary>
    public char* Buffer;
}
