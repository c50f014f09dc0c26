namespace Reloaded.VFS.Interop.Nt;

/// <summary>How a name is looked up: <see cref="OBJECT_ATTRIBUTES.Attributes"/> (<c>ntdef.h</c>).</summary>
[Flags]
public enum ObjectAttributeFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>In any letter case.</summary>
    OBJ_CASE_INSENSITIVE = 0x0040,

    /// <summary>A link on the way is an error.</summary>
    OBJ_DONT_REPARSE = 0x1000,
}
