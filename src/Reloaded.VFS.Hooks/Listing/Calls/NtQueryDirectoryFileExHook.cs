using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary><c>NtQueryDirectoryFileEx</c>: lists a folder (<c>ntifs.h</c>; Windows 10 1709 and later). Only calls on tracked folders come here.</summary>
internal static unsafe class NtQueryDirectoryFileExHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler =>
        (nint)(delegate* unmanaged<nint, nint, void*, void*, void*, void*, uint, uint, uint, void*, int>)&Handle;

    [UnmanagedCallersOnly]
    private static int Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        uint fileInformationClass, uint queryFlags, void* fileName)
    {
        using HandlerScope scope = HandlerScope.Enter();
        var call = new ListingCall
        {
            FileHandle = fileHandle,
            Event = @event,
            ApcRoutine = apcRoutine,
            ApcContext = apcContext,
            IoStatusBlock = ioStatusBlock,
            FileInformation = fileInformation,
            Length = length,
            FileInformationClass = fileInformationClass,
            Flags = queryFlags,
            FileName = fileName,
        };
        if (call.TryRun(out int status))
            return status;
        var original = (delegate* unmanaged<nint, nint, void*, void*, void*, void*, uint, uint, uint, void*, int>)HookContext.Original(GateIndex.NtQueryDirectoryFileEx);
        return original(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass, queryFlags, fileName);
    }
}
