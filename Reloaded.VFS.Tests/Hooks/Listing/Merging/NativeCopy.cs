using System.Runtime.InteropServices;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>Native functions that stand in for the copy to the caller's memory.</summary>
internal static unsafe class NativeCopy
{
    private static readonly nint C = NativeLibrary.Load(OperatingSystem.IsWindows() ? "msvcrt.dll" : "libc.so.6");

    /// <summary><c>memcpy</c>: returns the destination, which isn't 0.</summary>
    public static readonly nint Works = NativeLibrary.GetExport(C, "memcpy");

    /// <summary>A function that writes nothing and always returns 0, as the copy does after a fault.</summary>
    public static readonly nint Faults = OperatingSystem.IsWindows()
        ? NativeLibrary.GetExport(NativeLibrary.Load("kernel32.dll"), "IsDebuggerPresent")
        : NativeLibrary.GetExport(C, "sched_yield");

    public static delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> Function(nint address) =>
        (delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int>)address;
}
