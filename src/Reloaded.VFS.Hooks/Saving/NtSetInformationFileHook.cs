using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary><c>NtSetInformationFile</c> (<c>wdm.h</c>): renames, hard links, deletions, and bindings to a completion port.</summary>
/// <remarks>
/// The gate lets in renames and hard links of any handle. It lets in deletions, and bindings to a completion port, of handles that lead to
/// a mod's file or to a known folder; and attributes and times of any handle under Wine, if writes go to the overwrite folder. All other
/// classes go to the original.
/// </remarks>
internal static unsafe class NtSetInformationFileHook
{
    public static nint Handler => NtSetInformationFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length, FILE_INFORMATION_CLASS fileInformationClass)
    {
        var call = new Call(new SetCall(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass));
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(SetCall set) : IHookedCall<NtStatus>
    {
        public static string Failure => "a rename or deletion was refused";

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            HandlePaths.EnsureResolved(set.Handle, view);
            if (CompletionPorts.Concerns(set.Class))
                return view.Handles.Ports.Set(set.Handle, set.Block, set.Information, set.Length, set.Class);
            WritePolicy policy = WritePolicy.Of(view);
            if (set.Class == FILE_INFORMATION_CLASS.FileBasicInformation)
                return policy.RefusesBasicInformation(set.Handle) ? NtStatus.STATUS_ACCESS_DENIED : ended.With(set.Invoke());
            NtStatus status =
                set.Class is not (FILE_INFORMATION_CLASS.FileDispositionInformation or FILE_INFORMATION_CLASS.FileDispositionInformationEx)
                    ? policy.Rename(new RenameCall(view, set))
                : Disposition.TryRead(set, out Disposition disposition) ? policy.SetDisposition(set, disposition, ref ended)
                : set.Invoke();
            ended.With(status);
            if (status.IsSuccess())
                view.Watches?.WaitUntilReported();
            return status;
        }

        // The original must not delete or rename a mod's file, or replace the game's own that a mod's covers.
        public NtStatus AnswerWithoutVfs(MergedView view) =>
            CompletionPorts.Concerns(set.Class)
            || (set.Class == FILE_INFORMATION_CLASS.FileBasicInformation && WritePolicy.Of(view).MayRunWithoutVfs())
                ? set.Invoke()
                : NtStatus.STATUS_INSUFFICIENT_RESOURCES;
    }
}
