using Class = Reloaded.VFS.Interop.Nt.FILE_INFORMATION_CLASS;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryInformationFile</c> (<c>wdm.h</c>): returns the name by which the game knows a mod's file or folder, and the volume of the
/// game's folder. Only the classes with a name or a volume come here.
/// </summary>
internal static unsafe class NtQueryInformationFileHook
{
    // FILE_NAME_INFORMATION with the first character of its name.
    private const int SmallestName = 8;

    // FILE_ALL_INFORMATION: the name's place, and the whole with padding.
    private const int NameInAll = 96;
    private const int SmallestAll = 104;
    private const int LargestBytes = 64 * 1024 + 128;

    public static nint Handler => NtQueryInformationFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(
        nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length, Class fileInformationClass)
    {
        var call = new Call(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint fileHandle, void* ioStatusBlock, void* fileInformation, uint length,
        Class fileInformationClass) : IHookedCall<NtStatus>
    {
        // The real name is better than none.
        public static string Failure => HandlerFaults.RealName;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            TryAnswer(view, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));

        public NtStatus AnswerWithoutVfs(MergedView view) =>
            RealFiles.Query(fileHandle, ioStatusBlock, fileInformation, length, fileInformationClass);

        private bool TryAnswer(MergedView view, out NtStatus status)
        {
            status = 0;
            int smallest = fileInformationClass switch
            {
                Class.FileAllInformation => SmallestAll,
                Class.FileIdInformation => sizeof(FILE_ID_INFORMATION),
                _ => SmallestName,
            };
            byte* information = (byte*)fileInformation;
            // Too small for the class, or invalid: the original refuses it.
            if (length < smallest || information is null || ((nuint)information & (sizeof(uint) - 1)) != 0)
                return false;
            if (fileInformationClass is Class.FileIdInformation or Class.FileVolumeNameInformation
                && !VirtualVolume.MayDiffer(view, fileHandle))
                return false;
            using VirtualName? name = VirtualName.OfHandle(view, fileHandle);
            if (name is null)
                return false;
            switch (fileInformationClass)
            {
                case Class.FileVolumeNameInformation:
                    status = RealFiles.Query(name.Ancestor, ioStatusBlock, information, length, fileInformationClass);
                    return true;
                case Class.FileIdInformation:
                    status = AnswerWithoutVfs(view);
                    return !status.IsSuccess() || TryPutVolume(name.Ancestor, information);
                case Class.FileAllInformation:
                    return TryAnswerAll(name, information, out status);
                default:
                    if (name.FileName(fileInformationClass) is not { } text)
                        return false;
                    status = NameResult.WriteFileName(text, ioStatusBlock, information, length, 0);
                    return true;
            }
        }

        private bool TryAnswerAll(VirtualName name, byte* information, out NtStatus status)
        {
            byte* whole = (byte*)NativeMemory.Alloc(LargestBytes);
            try
            {
                IO_STATUS_BLOCK result;
                status = RealFiles.Query(fileHandle, &result, whole, LargestBytes, Class.FileAllInformation);
                string? text = status.IsSuccess() ? name.FileName(Class.FileNameInformation) : null;
                if (text is not null)
                {
                    status = NameResult.Copy(information, whole, NameInAll) == 0
                        ? NtStatus.STATUS_ACCESS_VIOLATION
                        : NameResult.WriteFileName(text, ioStatusBlock, information, length, NameInAll);
                }

                return text is not null;
            }
            finally
            {
                NativeMemory.Free(whole);
            }
        }
    }

    /// <summary>Writes the volume's serial number, the first field; the id stays the real file's.</summary>
    private static bool TryPutVolume(nint ancestor, byte* information)
    {
        FILE_ID_INFORMATION id;
        IO_STATUS_BLOCK result;
        if (RealFiles.Query(ancestor, &result, &id, (uint)sizeof(FILE_ID_INFORMATION), Class.FileIdInformation).IsSuccess())
            NameResult.Copy(information, &id.VolumeSerialNumber, sizeof(ulong));
        return true;
    }
}
