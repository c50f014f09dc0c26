using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// <c>NtNotifyChangeDirectoryFileEx</c> (<c>ntifs.h</c>, Windows 10 1709 and later): asks to be told of changes in a folder, in one of
/// several forms. Calls on folders come here, tracked or not.
/// </summary>
internal static unsafe class NtNotifyChangeDirectoryFileExHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtNotifyChangeDirectoryFileEx.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        using HandlerScope scope = HandlerScope.Enter();
        var call = new NotifyCall
        {
            FileHandle = fileHandle,
            Event = @event,
            ApcRoutine = apcRoutine,
            ApcContext = apcContext,
            IoStatusBlock = ioStatusBlock,
            Buffer = buffer,
            Length = length,
            CompletionFilter = completionFilter,
            WatchTree = watchTree != 0,
            InformationClass = informationClass,
        };
        if (call.TryRun(out NtStatus status))
            return status;
        var original = new NtNotifyChangeDirectoryFileEx(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFileEx));
        return original.Invoke(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree,
            informationClass);
    }
}
