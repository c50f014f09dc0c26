using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Hooks.Writing;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// <c>NtQueryAttributesFile</c>: queries times and attributes by path (<c>FILE_BASIC_INFORMATION</c>, <c>winternl.h</c>).
/// </summary>
internal static unsafe class NtQueryAttributesFileHook
{
    /// <summary>Gets the address that the gate jumps to.</summary>
    public static nint Handler => NtQueryAttributesFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(void* objectAttributes, void* fileInformation)
    {
        var call = new Call { ObjectAttributes = objectAttributes, FileInformation = fileInformation };
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : INamedCall, IHookedCall<NtStatus>
    {
        private const int AttributesOffset = 32; // FILE_BASIC_INFORMATION.FileAttributes

        public void* ObjectAttributes;
        public void* FileInformation;

        public static string Failure => RedirectedCall.Failure;

        public static EventFunction Function => EventFunction.NtQueryAttributesFile;

        // Wine ignores the handle in this function.
        public static bool AcceptsRelativeNames => !NtFunctions.IsWine;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            RedirectedCall.Run(view, ref this, ObjectAttributes, isPathMissing, ref ended, out _);

        public NtStatus AnswerWithoutVfs(MergedView view) => RedirectedCall.RunWithoutVfs(view, ref this, ObjectAttributes);

        public readonly bool MayCreate => false;

        public readonly bool MayChange => false;

        public readonly bool Deletes => false;

        public readonly ChangeRequest Request => default;

        public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) =>
            new NtQueryAttributesFile(GateTable.Original(GateIndex.NtQueryAttributesFile)).Invoke(objectAttributes, FileInformation);

        public readonly NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

        public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);

        public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            NtStatus status = Invoke(objectAttributes);
            return RealFiles.IsFile(status, FileInformation, AttributesOffset) ? NtStatus.STATUS_NOT_A_DIRECTORY : status;
        }
    }
}

/// <summary>
/// <c>NtQueryFullAttributesFile</c>: queries times, attributes and size by path (<c>FILE_NETWORK_OPEN_INFORMATION</c>, <c>wdm.h</c>).
/// </summary>
internal static unsafe class NtQueryFullAttributesFileHook
{
    /// <summary>Gets the address that the gate jumps to.</summary>
    public static nint Handler => NtQueryFullAttributesFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(void* objectAttributes, void* fileInformation)
    {
        var call = new Call { ObjectAttributes = objectAttributes, FileInformation = fileInformation };
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : INamedCall, IHookedCall<NtStatus>
    {
        private const int AttributesOffset = 48; // FILE_NETWORK_OPEN_INFORMATION.FileAttributes

        public void* ObjectAttributes;
        public void* FileInformation;

        public static string Failure => RedirectedCall.Failure;

        public static EventFunction Function => EventFunction.NtQueryFullAttributesFile;

        // Wine ignores the handle in this function.
        public static bool AcceptsRelativeNames => !NtFunctions.IsWine;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            RedirectedCall.Run(view, ref this, ObjectAttributes, isPathMissing, ref ended, out _);

        public NtStatus AnswerWithoutVfs(MergedView view) => RedirectedCall.RunWithoutVfs(view, ref this, ObjectAttributes);

        public readonly bool MayCreate => false;

        public readonly bool MayChange => false;

        public readonly bool Deletes => false;

        public readonly ChangeRequest Request => default;

        public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) =>
            new NtQueryFullAttributesFile(GateTable.Original(GateIndex.NtQueryFullAttributesFile)).Invoke(objectAttributes,
                FileInformation);

        public readonly NtStatus InvokeAs(OBJECT_ATTRIBUTES* objectAttributes, in OpenRequest request) => Invoke(objectAttributes);

        public readonly NtStatus InvokeByName(OBJECT_ATTRIBUTES* objectAttributes) => Invoke(objectAttributes);

        public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            NtStatus status = Invoke(objectAttributes);
            return RealFiles.IsFile(status, FileInformation, AttributesOffset) ? NtStatus.STATUS_NOT_A_DIRECTORY : status;
        }
    }
}
