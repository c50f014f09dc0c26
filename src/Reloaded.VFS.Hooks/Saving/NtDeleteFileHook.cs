using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Opening;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Saving;

/// <summary>
/// <c>NtDeleteFile</c>: deletes what a path names (<c>ntifs.h</c>). A name that a mod supplies is deleted where it is: in the mod.
/// </summary>
internal static unsafe class NtDeleteFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtDeleteFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(void* objectAttributes)
    {
        using HandlerScope scope = HandlerScope.Enter();
        var call = default(Call);
        NtStatus status = RedirectedCall.Run(ref call, objectAttributes, out OpenedEntry opened);
        if (call.Folder != 0)
            status = FolderRemoval.Delete(call.Folder, opened);
        if (status.IsSuccess())
            ChangeNotifier.WaitUntilReported();
        return status;
    }

    private struct Call : INamedCall
    {
        private bool _isFolder;

        /// <summary>A folder that mods have is only opened, and deleted when it's known where it lies: the handle, or zero.</summary>
        public nint Folder;

        public static EventFunction Function => EventFunction.NtDeleteFile;

        public readonly bool MayCreate => false;

        public readonly bool MakesFolder => false;

        public readonly bool MayChange => true;

        public readonly bool Deletes => true;

        public NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => _isFolder
            ? RealFiles.OpenToDelete(objectAttributes, out Folder)
            : new NtDeleteFile(GateTable.Original(GateIndex.NtDeleteFile)).Invoke(objectAttributes);

        public bool TryRunJournaled(JournaledFolders journal, void* objectAttributes, string path, out NtStatus status,
            out OpenedEntry opened)
        {
            status = JournaledCall.Run(ref this, journal, objectAttributes, path, out opened);
            return true;
        }

        public NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            _isFolder = true;
            return RealFiles.IsFile(objectAttributes) ? NtStatus.STATUS_NOT_A_DIRECTORY : Invoke(objectAttributes);
        }
    }
}
