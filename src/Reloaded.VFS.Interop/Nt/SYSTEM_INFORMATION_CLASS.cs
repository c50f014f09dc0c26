namespace Reloaded.VFS.Interop.Nt;

/// <summary>What is asked of the system: the classes that are used here (<c>winternl.h</c>).</summary>
public enum SYSTEM_INFORMATION_CLASS : uint
{
    /// <summary><c>SYSTEM_CODEINTEGRITY_INFORMATION</c>: which code may run.</summary>
    SystemCodeIntegrityInformation = 103,
}
