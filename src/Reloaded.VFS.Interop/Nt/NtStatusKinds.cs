namespace Reloaded.VFS.Interop.Nt;

/// <summary>What kind of result a status is: its two highest bits say so.</summary>
public static class NtStatusKinds
{
    /// <summary><c>NT_SUCCESS</c>: success and information.</summary>
    public static bool IsSuccess(this NtStatus status) => status >= 0;

    /// <summary><c>NT_ERROR</c>: neither success nor information nor a warning.</summary>
    public static bool IsError(this NtStatus status) => (uint)status >= 0xC000_0000;
}
