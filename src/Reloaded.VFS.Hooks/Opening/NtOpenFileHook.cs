using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary><c>NtOpenFile</c>: opens an existing file or folder (<c>winternl.h</c>).</summary>
internal static unsafe class NtOpenFileHook
{
    public static nint Handler => NtOpenFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(
        nint* fileHandle, AccessMask desiredAccess, void* objectAttributes, void* ioStatusBlock, ShareAccess shareAccess,
        CreateOptions openOptions)
    {
        Unsafe.SkipInit(out Call call);
        call.ObjectAttributes = objectAttributes;
        call.FileHandle = fileHandle;
        call.DesiredAccess = desiredAccess;
        call.IoStatusBlock = ioStatusBlock;
        call.ShareAccess = shareAccess;
        call.OpenOptions = openOptions;
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : INamedCall, IHookedCall<NtStatus>
    {
        public void* ObjectAttributes;
        public nint* FileHandle;
        public AccessMask DesiredAccess;
        public void* IoStatusBlock;
        public ShareAccess ShareAccess;
        public CreateOptions OpenOptions;

        public static string Failure => RedirectedCall.Failure;
        public static EventFunction Function => EventFunction.NtOpenFile;
        public static bool AcceptsRelativeNames => true;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            // The name of an open by id is binary.
            if ((OpenOptions & CreateOptions.FILE_OPEN_BY_FILE_ID) != 0)
                return new OpenById(view, ObjectAttributes, FileHandle).Handle(ref this, ref ended);
            NtStatus status = RedirectedCall.Run(view, ref this, ObjectAttributes, isPathMissing, ref ended, out OpenedEntry opened);
            OpenedHandle.Track(view, status, FileHandle, opened);
            UnmappedFolder.TrackOpened(view, status, FileHandle, opened, OpenOptions);
            if (Deletes)
                OpenedHandle.TrackChange(view, status, Request, opened);
            return status;
        }

        public NtStatus AnswerWithoutVfs(MergedView view) => RedirectedCall.RunWithoutVfs(view, ref this, ObjectAttributes);

        public readonly bool MayCreate => false;
        public readonly bool MayChange => Deletes || RealFiles.MayChange(DesiredAccess) || SetsAttributesInWine;

        // Wine's SetFileAttributes: its NtSetInformationFile requires no access.
        private readonly bool SetsAttributesInWine => DesiredAccess == AccessMask.SYNCHRONIZE && ShareAccess == ShareAccess.None
            && OpenOptions == CreateOptions.FILE_SYNCHRONOUS_IO_NONALERT && NtFunctions.IsWine;

        public readonly bool Deletes => (OpenOptions & CreateOptions.FILE_DELETE_ON_CLOSE) != 0;

        public readonly ChangeRequest Request => new(MayCreate: false, MakesFolder: false, Deletes, GivesHandle: true, new OpenRequest(
            SetsAttributesInWine ? DesiredAccess | AccessMask.FILE_WRITE_ATTRIBUTES : DesiredAccess, ShareAccess,
            CreateDisposition.FILE_OPEN, OpenOptions), new OpenResult(FileHandle, IoStatusBlock));

        public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes, OpenOptions);

        public readonly NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) =>
            new NtOpenFile(GateTable.Original(GateIndex.NtOpenFile)).Invoke(
                FileHandle, request.Access, objectAttributes, IoStatusBlock, request.Share, request.Options);

        public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => new NtOpenFile(Handler).Invoke(
            FileHandle, DesiredAccess, objectAttributes, IoStatusBlock, ShareAccess, OpenOptions & ~CreateOptions.FILE_OPEN_BY_FILE_ID);

        public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            if (RealFiles.AcceptsFolderOption(OpenOptions))
                return Invoke(objectAttributes, RealFiles.WithoutDeletion(DesiredAccess, OpenOptions) | CreateOptions.FILE_DIRECTORY_FILE);
            return RealFiles.IsFile(objectAttributes) ? NtStatus.STATUS_NOT_A_DIRECTORY : Invoke(objectAttributes);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, CreateOptions options) =>
            new NtOpenFile(GateTable.Original(GateIndex.NtOpenFile)).Invoke(
                FileHandle, DesiredAccess, objectAttributes, IoStatusBlock, ShareAccess, options);
    }
}
