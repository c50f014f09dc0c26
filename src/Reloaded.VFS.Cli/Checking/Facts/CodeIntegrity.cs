using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>
/// How strictly Windows looks at the signatures of what runs (<c>SystemCodeIntegrityInformation</c>,
/// Microsoft Learn: NtQuerySystemInformation).
/// </summary>
internal static unsafe class CodeIntegrity
{
    /// <summary>Signatures of drivers are looked at.</summary>
    public const uint Enabled = 0x1;

    /// <summary>Test signatures count.</summary>
    public const uint TestSigning = 0x2;

    /// <summary>Programs and DLLs are looked at, too (user mode code integrity).</summary>
    public const uint Programs = 0x4;

    /// <summary>What breaks the rules for programs is written down only.</summary>
    public const uint ProgramsAudited = 0x8;

    /// <summary>Drivers are looked at by the hypervisor (memory integrity).</summary>
    public const uint Hypervisor = 0x400;

    /// <summary>The options; null where the system doesn't say.</summary>
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
