using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// <c>NtSetInformationFile</c> (<c>wdm.h</c>). The gate lets in renames and hard links of any handle. It lets in deletions, and bindings to
/// a completion port, of handles that lead to a mod's file or to a known folder; and attributes and times of any, where Wine runs and what
/// is written goes to the overwrite folder. All other classes go to the original.
/// </summary>
internal static unsafe class NtSetInformationFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtSetInformationFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length, FILE_INFORMATION_CLASS fileInformationClass)
    {
        using HandlerScope scope = HandlerScope.Enter();
        HandlePaths.Settle(fileHandle, MergedView.Current);
        if (CompletionPorts.Concerns(fileInformationClass))
            return HandleTable.Current.Ports.Set(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
        if (fileInformationClass == FILE_INFORMATION_CLASS.FileBasicInformation)
        {
            return BasicInformation.IsRefused(fileHandle)
                ? NtStatus.STATUS_ACCESS_DENIED
                : RealFiles.Set(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
        }

        bool isDone = false;
        AddedMarker marker = default;
        NtStatus status = 0;
        try
        {
            bool isDisposition = fileInformationClass
                is FILE_INFORMATION_CLASS.FileDispositionInformation or FILE_INFORMATION_CLASS.FileDispositionInformationEx;
            if (isDisposition && OverwriteFolder.Current is { } overwrite
                && new OverwriteRemoval(MergedView.Current, overwrite).TryRun(
                    fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass, out status))
            {
                isDone = true;
            }
            else if (isDisposition)
            {
                marker = HandleWhiteout.Set(fileHandle, fileInformation, length, fileInformationClass);
                isDone = FolderRemoval.TryRun(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass, out status);
            }
            else
            {
                var call = new RenameCall
                {
                    FileHandle = fileHandle,
                    IoStatusBlock = ioStatusBlock,
                    FileInformation = fileInformation,
                    Length = length,
                    FileInformationClass = fileInformationClass,
                };
                isDone = call.TryRun(out status);
            }
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS, before the original has run. Where all that is written goes to the overwrite folder
            // the original isn't to rename or delete a file of the game, or of a mod, instead.
            HandlerFaults.Note("a rename or deletion was done as it would be without mods, or with an overwrite folder not at all", e);
            isDone = OverwriteFolder.Current is not null;
            status = NtStatus.STATUS_INSUFFICIENT_RESOURCES;
        }

        if (!isDone)
            status = RealFiles.Set(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
        marker.End(status.IsSuccess());
        if (status.IsSuccess())
            ChangeNotifier.WaitUntilReported();
        return status;
    }
}
