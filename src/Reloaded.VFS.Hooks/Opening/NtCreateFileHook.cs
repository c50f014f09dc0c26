using Reloaded.VFS.Hooks.Watching;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary><c>NtCreateFile</c>: opens or creates a file or folder (<c>winternl.h</c>).</summary>
internal static unsafe class NtCreateFileHook
{
    public static nint Handler => NtCreateFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(
        nint* fileHandle, AccessMask desiredAccess, void* objectAttributes, void* ioStatusBlock, void* allocationSize,
        FileAttributes fileAttributes, ShareAccess shareAccess, CreateDisposition createDisposition, CreateOptions createOptions,
        void* eaBuffer, uint eaLength)
    {
        Unsafe.SkipInit(out Call call);
        call.ObjectAttributes = objectAttributes;
        call.FileHandle = fileHandle;
        call.DesiredAccess = desiredAccess;
        call.IoStatusBlock = ioStatusBlock;
        call.AllocationSize = allocationSize;
        call.FileAttributes = fileAttributes;
        call.ShareAccess = shareAccess;
        call.CreateDisposition = createDisposition;
        call.CreateOptions = createOptions;
        call.EaBuffer = eaBuffer;
        call.EaLength = eaLength;
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : INamedCall, IHookedCall<NtStatus>
    {
        public void* ObjectAttributes;
        public nint* FileHandle;
        public AccessMask DesiredAccess;
        public void* IoStatusBlock;
        public void* AllocationSize;
        public FileAttributes FileAttributes;
        public ShareAccess ShareAccess;
        public CreateDisposition CreateDisposition;
        public CreateOptions CreateOptions;
        public void* EaBuffer;
        public uint EaLength;

        public static string Failure => RedirectedCall.Failure;
        public static EventFunction Function => EventFunction.NtCreateFile;
        public static bool AcceptsRelativeNames => true;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            // The name of an open by id is binary.
            if ((CreateOptions & CreateOptions.FILE_OPEN_BY_FILE_ID) != 0)
                return new OpenById(view, ObjectAttributes, FileHandle).Handle(ref this, ref ended);
            NtStatus status = RedirectedCall.Run(view, ref this, ObjectAttributes, isPathMissing, ref ended, out OpenedEntry opened);
            OpenedHandle.Track(view, status, FileHandle, opened);
            UnmappedFolder.TrackOpened(view, status, FileHandle, opened, CreateOptions);
            if (MakesFolder || Deletes)
                OpenedHandle.TrackChange(view, status, Request, opened);
            // An open alone creates no name and removes none.
            if (CreateDisposition != CreateDisposition.FILE_OPEN && status.IsSuccess())
                view.Watches?.WaitUntilReported();
            return status;
        }

        public NtStatus AnswerWithoutVfs(MergedView view) => RedirectedCall.RunWithoutVfs(view, ref this, ObjectAttributes);

        // An invalid disposition creates nothing.
        public readonly bool MayCreate =>
            CreateDisposition is CreateDisposition.FILE_SUPERSEDE or CreateDisposition.FILE_CREATE or CreateDisposition.FILE_OPEN_IF
                or CreateDisposition.FILE_OVERWRITE_IF;

        private readonly bool MakesFolder => MayCreate && (CreateOptions & CreateOptions.FILE_DIRECTORY_FILE) != 0;

        public readonly bool MayChange =>
            CreateDisposition != CreateDisposition.FILE_OPEN || Deletes || RealFiles.MayChange(DesiredAccess);

        public readonly bool Deletes => (CreateOptions & CreateOptions.FILE_DELETE_ON_CLOSE) != 0;

        public readonly ChangeRequest Request => new(MayCreate, MakesFolder, Deletes, GivesHandle: true,
            new OpenRequest(DesiredAccess, ShareAccess, CreateDisposition, CreateOptions), new OpenResult(FileHandle, IoStatusBlock));

        public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes, CreateOptions);

        public readonly NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request)
        {
            // Wine applies attributes only to new files: a file that the game replaces isn't new.
            bool keepsAttributes = NtFunctions.IsWine && request.Truncates != Request.Truncates;
            return new NtCreateFile(GateTable.Original(GateIndex.NtCreateFile)).Invoke(
                FileHandle, request.Access, objectAttributes, IoStatusBlock, AllocationSize,
                keepsAttributes ? FileAttributes.Normal : FileAttributes, request.Share, request.Disposition, request.Options, EaBuffer,
                EaLength);
        }

        public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => new NtCreateFile(Handler).Invoke(
            FileHandle, DesiredAccess, objectAttributes, IoStatusBlock, AllocationSize, FileAttributes, ShareAccess, CreateDisposition,
            CreateOptions & ~CreateOptions.FILE_OPEN_BY_FILE_ID, EaBuffer, EaLength);

        public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            // Only for an open; another disposition on a folder may be refused, each in its own way.
            if (CreateDisposition == CreateDisposition.FILE_OPEN && RealFiles.AcceptsFolderOption(CreateOptions))
                return Invoke(
                    objectAttributes, RealFiles.WithoutDeletion(DesiredAccess, CreateOptions) | CreateOptions.FILE_DIRECTORY_FILE);
            return RealFiles.IsFile(objectAttributes) ? NtStatus.STATUS_NOT_A_DIRECTORY : Invoke(objectAttributes);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes, CreateOptions options) =>
            new NtCreateFile(GateTable.Original(GateIndex.NtCreateFile)).Invoke(
                FileHandle, DesiredAccess, objectAttributes, IoStatusBlock, AllocationSize, FileAttributes, ShareAccess,
                CreateDisposition, options, EaBuffer, EaLength);
    }
}
