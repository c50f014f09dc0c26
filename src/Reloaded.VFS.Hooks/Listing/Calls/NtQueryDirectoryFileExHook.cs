using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary>
/// <c>NtQueryDirectoryFileEx</c>: lists a folder (<c>ntifs.h</c>; Windows 10 1709 and later). Only calls on tracked folders come here.
/// </summary>
internal static unsafe class NtQueryDirectoryFileExHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtQueryDirectoryFileEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, QueryFlags queryFlags, void* fileName)
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
        if (call.TryRun(out NtStatus status))
            return status;
        var original = new NtQueryDirectoryFileEx(GateTable.Original(GateIndex.NtQueryDirectoryFileEx));
        return original.Invoke(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass,
            queryFlags, fileName);
    }
}
