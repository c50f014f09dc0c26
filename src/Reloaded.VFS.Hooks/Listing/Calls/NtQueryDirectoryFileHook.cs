using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary><c>NtQueryDirectoryFile</c>: lists a folder (<c>ntifs.h</c>). Only calls on tracked folders come here.</summary>
internal static unsafe class NtQueryDirectoryFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtQueryDirectoryFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, byte returnSingleEntry, void* fileName, byte restartScan)
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
            Flags = (restartScan != 0 ? QueryFlags.SL_RESTART_SCAN : 0)
                | (returnSingleEntry != 0 ? QueryFlags.SL_RETURN_SINGLE_ENTRY : 0),
            FileName = fileName,
        };
        if (call.TryRun(out NtStatus status))
            return status;
        var original = new NtQueryDirectoryFile(GateTable.Original(GateIndex.NtQueryDirectoryFile));
        return original.Invoke(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass,
            returnSingleEntry, fileName, restartScan);
    }
}
