namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryVolumeInformationFile</c> (<c>ntifs.h</c>): returns the game's volume for a mod's file or folder on another volume, in those
/// classes that identify volumes. A device's properties (its type, its sectors) stay the real ones.
/// </summary>
internal static unsafe class NtQueryVolumeInformationFileHook
{
    public static nint Handler => NtQueryVolumeInformationFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint fileHandle, void* ioStatusBlock, void* fsInformation, uint length,
        FS_INFORMATION_CLASS fsInformationClass)
    {
        var call = new Call(fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint fileHandle, void* ioStatusBlock, void* fsInformation, uint length,
        FS_INFORMATION_CLASS fsInformationClass) : IHookedCall<NtStatus>
    {
        // The real volume is better than none.
        public static string Failure => "the game got the real volume of a file";

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            if (!VirtualVolume.MayDiffer(view, fileHandle))
                return ended.With(AnswerWithoutVfs(view));
            using VirtualName? name = VirtualName.OfHandle(view, fileHandle);
            return ended.With(Original(name?.Ancestor ?? fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass));
        }

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            Original(fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass);
    }

    private static NtStatus Original(nint fileHandle, void* ioStatusBlock, void* fsInformation, uint length,
        FS_INFORMATION_CLASS fsInformationClass) =>
        new NtQueryVolumeInformationFile(GateTable.Original(GateIndex.NtQueryVolumeInformationFile)).Invoke(
            fileHandle, ioStatusBlock, fsInformation, length, fsInformationClass);
}

/// <summary>
/// The check whether a mod's file can lie on another volume than the game's folder: most never do, so the volume need not be queried.
/// </summary>
internal static class VirtualVolume
{
    /// <summary>
    /// Determines whether the volumes may differ, by drive letters alone: true may be wrong, false never is, unless a volume is mounted in
    /// a folder.
    /// </summary>
    public static bool MayDiffer(MergedView view, nint handle)
    {
        HandlePaths.EnsureResolved(handle, view);
        HandleEntry entry = view.Handles.Get(handle);
        if (view.ShowsRealNames || entry.Kind is not (HandleKind.File or HandleKind.Folder))
            return false;
        Snapshot snapshot = view.Files.Snapshot;
        bool differs = false;
        if (snapshot.TryGetFolder(entry.PathId, out FolderView folder))
        {
            // Single files come from folders that are no sources.
            differs = entry.Kind == HandleKind.File && folder.SourceCount == 0;
            ReadOnlySpan<char> drive = VirtualPath.GetRoot(folder.Path);
            foreach (FolderSource source in folder.Sources)
                differs = differs || !CaseFolding.Equals(VirtualPath.GetRoot(NtPath.ToCanonical(source.Text)), drive);
        }

        GC.KeepAlive(snapshot);
        return differs;
    }
}
