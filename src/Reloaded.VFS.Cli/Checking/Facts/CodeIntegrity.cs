using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// The strictness of Windows' signature checks for code (<c>SystemCodeIntegrityInformation</c>, Microsoft Learn: NtQuerySystemInformation).
/// </summary>
internal static unsafe class CodeIntegrity
{
    /// <summary>Signatures of drivers are checked.</summary>
    public const uint Enabled = 0x1;

    /// <summary>Test signatures are accepted.</summary>
    public const uint TestSigning = 0x2;

    /// <summary>Programs and DLLs are checked, too (user mode code integrity).</summary>
    public const uint Programs = 0x4;

    /// <summary>Violations of the rules for programs are only logged.</summary>
    public const uint ProgramsAudited = 0x8;

    /// <summary>The hypervisor checks drivers (memory integrity).</summary>
    public const uint Hypervisor = 0x400;

    /// <summary>Returns the options, or null if the system doesn't report them.</summary>
    public static uint? Read()
    {
        if (!OperatingSystem.IsWindows())
            return null;
        uint* information = stackalloc uint[2] { 8, 0 };
        return Ntdll.NtQuerySystemInformation(SYSTEM_INFORMATION_CLASS.SystemCodeIntegrityInformation, information, 8, null).IsError()
            ? null
            : information[1];
    }
}
