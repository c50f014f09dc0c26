using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Listing.Calls;
using Reloaded.VFS.Hooks.Naming;
using Reloaded.VFS.Hooks.Opening;
using Reloaded.VFS.Hooks.Saving;
using Reloaded.VFS.Hooks.Watching;

namespace Reloaded.VFS.Hooks;

/// <summary>One function of ntdll (or of kernelbase) that is hooked, by the name of its gate.</summary>
/// <param name="Index">The gate, named as the function is.</param>
/// <param name="Handler">The managed handler, or zero where the gate does all by itself.</param>
/// <param name="IsRequired">Whether the game would see wrong files without it.</param>
internal sealed record HookedFunction(GateIndex Index, nint Handler, bool IsRequired)
{
    /// <summary>
    /// All of them, in the order in which they go in: first those that keep the runtime out of ending threads, then those that keep the
    /// handle table true, then those that fill it.
    /// </summary>
    public static IReadOnlyList<HookedFunction> All { get; } =
    [
        new(GateIndex.RtlExitUserProcess, 0, true),
        new(GateIndex.LdrShutdownThread, 0, true),
        new(GateIndex.NtClose, NtCloseHook.Handler, true),
        new(GateIndex.NtDuplicateObject, 0, true),
        new(GateIndex.NtCancelIoFile, 0, false),
        new(GateIndex.NtCancelIoFileEx, 0, false),
        new(GateIndex.NtCancelSynchronousIoFile, 0, false),
        new(GateIndex.NtNotifyChangeDirectoryFile, NtNotifyChangeDirectoryFileHook.Handler, false),
        new(GateIndex.NtNotifyChangeDirectoryFileEx, NtNotifyChangeDirectoryFileExHook.Handler, false),
        new(GateIndex.NtQueryDirectoryFile, NtQueryDirectoryFileHook.Handler, true),
        new(GateIndex.NtQueryDirectoryFileEx, NtQueryDirectoryFileExHook.Handler, true),
        new(GateIndex.NtQueryAttributesFile, NtQueryAttributesFileHook.Handler, true),
        new(GateIndex.NtQueryFullAttributesFile, NtQueryFullAttributesFileHook.Handler, true),
        new(GateIndex.NtQueryInformationByName, NtQueryInformationByNameHook.Handler, true),
        new(GateIndex.NtSetInformationFile, NtSetInformationFileHook.Handler, true),
        new(GateIndex.NtQueryInformationFile, NtQueryInformationFileHook.Handler, true),
        new(GateIndex.NtQueryObject, NtQueryObjectHook.Handler, true),
        new(GateIndex.NtQueryVolumeInformationFile, NtQueryVolumeInformationFileHook.Handler, true),
        new(GateIndex.NtQueryVirtualMemory, NtQueryVirtualMemoryHook.Handler, true),
        new(GateIndex.NtDeleteFile, NtDeleteFileHook.Handler, true),
        new(GateIndex.NtOpenFile, NtOpenFileHook.Handler, true),
        new(GateIndex.NtCreateFile, NtCreateFileHook.Handler, true),
        new(GateIndex.CreateProcessInternalW, CreateProcessInternalWHook.Handler, false),
    ];
}
