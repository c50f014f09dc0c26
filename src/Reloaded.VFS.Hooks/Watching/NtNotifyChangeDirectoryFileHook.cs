using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// <c>NtNotifyChangeDirectoryFile</c> (<c>ntifs.h</c>): asks to be told of changes in a folder. Calls on folders come here, tracked or not.
/// </summary>
internal static unsafe class NtNotifyChangeDirectoryFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtNotifyChangeDirectoryFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, nint @event, void* apcRoutine, void* apcContext, void* ioStatusBlock, void* buffer, uint length,
        CompletionFilter completionFilter, byte watchTree)
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
            InformationClass = DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyInformation,
        };
        if (call.TryRun(out NtStatus status))
            return status;
        var original = new NtNotifyChangeDirectoryFile(GateTable.Original(GateIndex.NtNotifyChangeDirectoryFile));
        return original.Invoke(fileHandle, @event, apcRoutine, apcContext, ioStatusBlock, buffer, length, completionFilter, watchTree);
    }
}
