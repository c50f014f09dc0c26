using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Engine;

namespace Reloaded.VFS.Hooks;

/// <summary><c>NtQueryDirectoryFile</c>: lists a folder (<c>ntifs.h</c>). Only calls on tracked folders come here.</summary>
internal static unsafe class NtQueryDirectoryFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler =>
        (nint)(delegate* unmanaged<nint, nint, void*, void*, void*, void*, uint, uint, byte, void*, byte, int>)&Handle;

    [UnmanagedCallersOnly]
    private static int Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        uint fileInformationClass, byte returnSingleEntry, void* fileName, byte restartScan)
    {
        using HandlerScope scope = HandlerScope.Enter();
        var original = (delegate* unmanaged<nint, nint, void*, void*, void*, void*, uint, uint, byte, void*, byte, int>)HookContext.Original(GateIndex.NtQueryDirectoryFile);
        return original(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass, returnSingleEntry, fileName, restartScan);
    }
}
