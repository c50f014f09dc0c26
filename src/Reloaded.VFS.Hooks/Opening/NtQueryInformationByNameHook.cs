using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// <c>NtQueryInformationByName</c>: queries information by path without opening the file (<c>ntifs.h</c>; Windows 10 1703 and later).
/// </summary>
internal static unsafe class NtQueryInformationByNameHook
{
    public static nint Handler => NtQueryInformationByName.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(void* objectAttributes, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass)
    {
        var call = new Call(objectAttributes, ioStatusBlock, fileInformation, length, fileInformationClass);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call(void* objectAttributes, void* ioStatusBlock, void* fileInformation, uint length,
        FILE_INFORMATION_CLASS fileInformationClass) : INamedCall, IHookedCall<NtStatus>
    {
        public static string Failure => RedirectedCall.Failure;
        public static EventFunction Function => EventFunction.NtQueryInformationByName;
        public static bool AcceptsRelativeNames => true;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            RedirectedCall.Run(view, ref this, objectAttributes, isPathMissing, ref ended, out _);

        public NtStatus AnswerWithoutVfs(MergedView view) => RedirectedCall.RunWithoutVfs(view, ref this, objectAttributes);

        public readonly bool MayCreate => false;
        public readonly bool MayChange => false;
        public readonly bool Deletes => false;
        public readonly ChangeRequest Request => default;

        public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) =>
            new NtQueryInformationByName(GateTable.Original(GateIndex.NtQueryInformationByName)).Invoke(
                objectAttributes, ioStatusBlock, fileInformation, length, fileInformationClass);

        public readonly NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

        public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);

        public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes) =>
            RealFiles.IsFile(objectAttributes) ? NtStatus.STATUS_NOT_A_DIRECTORY : Invoke(objectAttributes);
    }
}
