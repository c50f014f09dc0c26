namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// <c>NtNotifyChangeDirectoryFile</c> (<c>ntifs.h</c>): requests notification of changes in a folder. Calls on folders come here, tracked
/// or not.
/// </summary>
internal static unsafe class NtNotifyChangeDirectoryFileHook
{
    public static nint Handler => NtNotifyChangeDirectoryFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree)
    {
        var call = new NotifyCall(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree,
            DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyInformation, isEx: false);
        return HookedCall.Run<NotifyCall, NtStatus>(ref call);
    }
}

/// <summary>
/// <c>NtNotifyChangeDirectoryFileEx</c> (<c>ntifs.h</c>, Windows 10 1709 and later): requests notification of changes in a folder, in one
/// of several forms. Calls on folders come here, tracked or not.
/// </summary>
internal static unsafe class NtNotifyChangeDirectoryFileExHook
{
    public static nint Handler => NtNotifyChangeDirectoryFileEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        var call = new NotifyCall(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree,
            informationClass, isEx: true);
        return HookedCall.Run<NotifyCall, NtStatus>(ref call);
    }
}
