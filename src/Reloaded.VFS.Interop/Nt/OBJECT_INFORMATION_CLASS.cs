namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of a handle's object: the classes that are used here (<c>ntifs.h</c>).</summary>
public enum OBJECT_INFORMATION_CLASS : uint
{
    /// <summary><c>OBJECT_BASIC_INFORMATION</c>.</summary>
    ObjectBasicInformation = 0,

    /// <summary><c>OBJECT_NAME_INFORMATION</c>: the kernel's own name of it.</summary>
    ObjectNameInformation = 1,
}
