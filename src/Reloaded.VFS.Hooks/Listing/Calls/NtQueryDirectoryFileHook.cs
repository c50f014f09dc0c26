namespace Reloaded.VFS.Hooks.Listing.Calls;

/// <summary><c>NtQueryDirectoryFile</c>: lists a folder (<c>ntifs.h</c>). Only calls on tracked folders come here.</summary>
internal static unsafe class NtQueryDirectoryFileHook
{
    public static nint Handler => NtQueryDirectoryFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, byte returnSingleEntry, void* fileName, byte restartScan)
    {
        QueryFlags flags = (restartScan != 0 ? QueryFlags.SL_RESTART_SCAN : 0)
            | (returnSingleEntry != 0 ? QueryFlags.SL_RETURN_SINGLE_ENTRY : 0);
        var call = new ListingCall(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass,
            flags, fileName, isEx: false);
        return HookedCall.Run<ListingCall, NtStatus>(ref call);
    }
}

/// <summary>
/// <c>NtQueryDirectoryFileEx</c>: lists a folder (<c>ntifs.h</c>; Windows 10 1709 and later). Only calls on tracked folders come here.
/// </summary>
internal static unsafe class NtQueryDirectoryFileExHook
{
    public static nint Handler => NtQueryDirectoryFileEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass, QueryFlags queryFlags, void* fileName)
    {
        var call = new ListingCall(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, fileInformation, length, fileInformationClass,
            queryFlags, fileName, isEx: true);
        return HookedCall.Run<ListingCall, NtStatus>(ref call);
    }
}
