namespace Reloaded.VFS.Cli.Terminal;

/// <summary>
/// The meanings of the exit codes that Windows gives to programs that didn't end by themselves. The names are those in ntstatus.h.
/// </summary>
internal static class NtStatusNames
{
    /// <summary>Returns the name of <paramref name="code"/> (<c>STATUS_ACCESS_VIOLATION</c>), or null if it has none here.</summary>
    public static string? NameOf(uint code) =>
        Describe(code) is { } text && text.StartsWith("STATUS_", StringComparison.Ordinal) ? text.Split(':')[0] : null;

    /// <summary>Returns the sentence for <paramref name="code"/>, or null if the code is a program's own.</summary>
    public static string? Describe(uint code) => code switch
    {
        0x8000_0003 => "STATUS_BREAKPOINT: it hit a breakpoint",
        0x8000_0004 => "STATUS_SINGLE_STEP: a debugger's single step",
        0xC000_0005 => "STATUS_ACCESS_VIOLATION: it crashed (bad memory access)",
        0xC000_0006 => "STATUS_IN_PAGE_ERROR: a file or disk couldn't be read",
        0xC000_0017 => "STATUS_NO_MEMORY: out of memory",
        0xC000_001D => "STATUS_ILLEGAL_INSTRUCTION: it crashed (an instruction that this processor doesn't have)",
        0xC000_0022 => "STATUS_ACCESS_DENIED",
        0xC000_0025 => "STATUS_NONCONTINUABLE_EXCEPTION: it crashed",
        0xC000_007B => "STATUS_INVALID_IMAGE_FORMAT: a DLL is damaged or of the wrong kind (32-bit where 64-bit is wanted)",
        0xC000_008C => "STATUS_ARRAY_BOUNDS_EXCEEDED: it crashed",
        0xC000_008E => "STATUS_FLOAT_DIVIDE_BY_ZERO: it crashed",
        0xC000_0094 => "STATUS_INTEGER_DIVIDE_BY_ZERO: it crashed (division by zero)",
        0xC000_0095 => "STATUS_INTEGER_OVERFLOW: it crashed",
        0xC000_0096 => "STATUS_PRIVILEGED_INSTRUCTION: it crashed",
        0xC000_00FD => "STATUS_STACK_OVERFLOW: it crashed (stack full)",
        0xC000_012D => "STATUS_COMMITMENT_LIMIT: out of memory",
        0xC000_0135 => "STATUS_DLL_NOT_FOUND: a DLL that it needs isn't there",
        0xC000_0138 => "STATUS_ORDINAL_NOT_FOUND: a DLL is of the wrong version",
        0xC000_0139 => "STATUS_ENTRYPOINT_NOT_FOUND: a DLL is of the wrong version",
        0xC000_013A => "STATUS_CONTROL_C_EXIT: it was ended by Ctrl-C or by closing its console",
        0xC000_0142 => "STATUS_DLL_INIT_FAILED: a DLL couldn't start",
        0xC000_0144 => "STATUS_UNHANDLED_EXCEPTION: it crashed",
        0xC000_0361 => "STATUS_ACCESS_DISABLED_BY_POLICY_DEFAULT: a policy of this computer refuses a file",
        0xC000_0374 => "STATUS_HEAP_CORRUPTION: it crashed (damaged heap)",
        0xC000_0409 => "STATUS_STACK_BUFFER_OVERRUN: it ended itself (abort or fail-fast)",
        0xC000_0417 => "STATUS_INVALID_CRUNTIME_PARAMETER: it crashed",
        0xC000_0420 => "STATUS_ASSERTION_FAILURE: it ended itself",
        0xC000_0428 => "STATUS_INVALID_IMAGE_HASH: Windows doesn't trust the signature of a file",
        0xC000_0602 => "STATUS_FAIL_FAST_EXCEPTION: it ended itself (fail-fast)",
        0xC000_0906 => "STATUS_VIRUS_INFECTED: the virus scanner blocked a file",
        0xC000_0907 => "STATUS_VIRUS_DELETED: the virus scanner deleted a file",
        0xC06D_007E => "a DLL that it loads late isn't there",
        0xC06D_007F => "a DLL that it loads late is of the wrong version",
        0xC0E9_0002 => "STATUS_SYSTEM_INTEGRITY_POLICY_VIOLATION: Smart App Control or a code integrity policy refused a file",
        0xC0E9_0007 => "STATUS_SYSTEM_INTEGRITY_REPUTATION_MALICIOUS: Smart App Control takes a file for harmful",
        0xC0E9_0008 => "STATUS_SYSTEM_INTEGRITY_REPUTATION_PUA: Smart App Control takes a file for unwanted",
        0xC0E9_000A => "STATUS_SYSTEM_INTEGRITY_REPUTATION_OFFLINE: Smart App Control couldn't ask whether a file is well known",
        0x8007_11C7 => "ERROR_SYSTEM_INTEGRITY_POLICY_VIOLATION (4551): Smart App Control or a code integrity policy refused a file",
        0xE043_4352 => "an unhandled .NET exception",
        0xE06D_7363 => "an unhandled C++ exception",
        >= 0xC000_0000 and < 0xD000_0000 => "an NTSTATUS error",
        _ => null,
    };
}
