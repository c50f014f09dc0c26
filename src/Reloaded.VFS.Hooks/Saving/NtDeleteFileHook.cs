using Reloaded.VFS.Hooks.Opening;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary><c>NtDeleteFile</c>: deletes a file or folder by path (<c>ntifs.h</c>). A mod's name is deleted in the mod.</summary>
internal static unsafe class NtDeleteFileHook
{
    public static nint Handler => NtDeleteFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(void* objectAttributes)
    {
        var call = new Call(objectAttributes);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call(void* objectAttributes) : INamedCall, IHookedCall<NtStatus>
    {
        private bool _isFolder;

        /// <summary>
        /// The handle of a folder that mods have, or zero: the call only opens it, and the folder is deleted once its place is known.
        /// </summary>
        public nint Folder;

        public static string Failure => RedirectedCall.Failure;
        public static EventFunction Function => EventFunction.NtDeleteFile;
        public static bool AcceptsRelativeNames => true;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            NtStatus status = RedirectedCall.Run(view, ref this, objectAttributes, isPathMissing, ref ended, out OpenedEntry opened);
            if (Folder != 0)
                status = ended.With(WritePolicy.Of(view).DeleteFolder(Folder, opened));
            if (status.IsSuccess())
                view.Watches?.WaitUntilReported();
            return status;
        }

        public NtStatus AnswerWithoutVfs(MergedView view)
        {
            _isFolder = false;
            return RedirectedCall.RunWithoutVfs(view, ref this, objectAttributes);
        }

        public readonly bool MayCreate => false;
        public readonly bool MayChange => true;
        public readonly bool Deletes => true;

        public readonly ChangeRequest Request =>
            new(MayCreate: false, MakesFolder: false, Deletes: true, GivesHandle: false, default, default);

        public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => _isFolder
            ? RealFiles.OpenToDelete(objectAttributes, out Folder)
            : new NtDeleteFile(GateTable.Original(GateIndex.NtDeleteFile)).Invoke(objectAttributes);

        public NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

        public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => new NtDeleteFile(Handler).Invoke(objectAttributes);

        public NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            _isFolder = true;
            return RealFiles.IsFile(objectAttributes) ? NtStatus.STATUS_NOT_A_DIRECTORY : Invoke(objectAttributes);
        }
    }
}
