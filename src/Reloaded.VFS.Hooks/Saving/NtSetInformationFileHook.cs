using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Marking;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
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
        var call = new Call
        {
            FileHandle = fileHandle,
            IoStatusBlock = ioStatusBlock,
            FileInformation = fileInformation,
            Length = length,
            FileInformationClass = fileInformationClass,
        };
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : IHookedCall<NtStatus>
    {
        public nint FileHandle;
        public void* IoStatusBlock;
        public void* FileInformation;
        public uint Length;
        public FILE_INFORMATION_CLASS FileInformationClass;

        public static string Failure => "a rename or deletion was done as it would be without mods, or with an overwrite folder not at all";

        private readonly bool IsDisposition => FileInformationClass
            is FILE_INFORMATION_CLASS.FileDispositionInformation or FILE_INFORMATION_CLASS.FileDispositionInformationEx;

        public readonly NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            HandlePaths.Settle(FileHandle, MergedView.Current);
            if (CompletionPorts.Concerns(FileInformationClass))
                return MergedView.Current.Handles.Ports.Set(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass);
            if (FileInformationClass == FILE_INFORMATION_CLASS.FileBasicInformation)
            {
                return BasicInformation.IsRefused(FileHandle)
                    ? NtStatus.STATUS_ACCESS_DENIED
                    : ended.With(RealFiles.Set(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass));
            }

            AddedMarker marker = default;
            if (!TryAnswer(ref marker, out NtStatus status))
                status = RealFiles.Set(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass);
            ended.With(status);
            marker.End(status.IsSuccess(), IsDisposition ? view.Handles.Get(FileHandle).Generation : null);
            if (status.IsSuccess())
                view.Watches?.WaitUntilReported();
            return status;
        }

        public readonly NtStatus AnswerWithoutVfs(MergedView view)
        {
            if (!CompletionPorts.Concerns(FileInformationClass))
            {
                // Where all that is written goes to the overwrite folder the original isn't to rename or delete a file of the game, or of a
                // mod, instead.
                if (MergedView.Current.Overwrite is not null)
                    return NtStatus.STATUS_INSUFFICIENT_RESOURCES;
                MergedView.Current.Journal?.MarkIncomplete();
            }

            return RealFiles.Set(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass);
        }

        /// <summary>False where the original has to answer.</summary>
        private readonly bool TryAnswer(ref AddedMarker marker, out NtStatus status)
        {
            if (!IsDisposition)
            {
                var call = new RenameCall
                {
                    FileHandle = FileHandle,
                    IoStatusBlock = IoStatusBlock,
                    FileInformation = FileInformation,
                    Length = Length,
                    FileInformationClass = FileInformationClass,
                };
                return call.TryRun(out status);
            }

            if (MergedView.Current.Overwrite is { } overwrite && new OverwriteRemoval(MergedView.Current, overwrite).TryRun(
                FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass, out status))
                return true;
            marker = HandleWhiteout.Set(FileHandle, FileInformation, Length, FileInformationClass);
            return FolderRemoval.TryRun(FileHandle, IoStatusBlock, FileInformation, Length, FileInformationClass, out status);
        }
    }
}
