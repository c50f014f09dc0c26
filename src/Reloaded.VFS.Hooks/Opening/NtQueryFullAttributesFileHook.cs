using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Hooks.Opening;

/// <summary>
/// <c>NtQueryFullAttributesFile</c>: times, attributes and size of what a path names (<c>FILE_NETWORK_OPEN_INFORMATION</c>, <c>wdm.h</c>).
/// </summary>
internal static unsafe class NtQueryFullAttributesFileHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtQueryFullAttributesFile.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    [SkipLocalsInit]
    private static NtStatus Handle(void* objectAttributes, void* fileInformation)
    {
        using HandlerScope scope = HandlerScope.Enter();
        var call = new Call { FileInformation = fileInformation };
        return RedirectedCall.Run(ref call, objectAttributes, out _, scope.IsPathMissing);
    }

    private struct Call : INamedCall
    {
        private const int AttributesOffset = 48; // FILE_NETWORK_OPEN_INFORMATION.FileAttributes

        public void* FileInformation;

        public static EventFunction Function => EventFunction.NtQueryFullAttributesFile;

        // Wine takes no notice of the handle in this function.
        public static bool TakesRelativeNames => !NtFunctions.IsWine;

        public readonly bool MayCreate => false;

        public readonly bool MakesFolder => false;

        public readonly bool MayChange => false;

        public readonly bool Deletes => false;

        public readonly NtStatus Invoke(OBJECT_ATTRIBUTES* objectAttributes) =>
            new NtQueryFullAttributesFile(GateTable.Original(GateIndex.NtQueryFullAttributesFile)).Invoke(objectAttributes,
                FileInformation);

        public readonly NtStatus InvokeOnFolder(OBJECT_ATTRIBUTES* objectAttributes)
        {
            NtStatus status = Invoke(objectAttributes);
            return RealFiles.IsFile(status, FileInformation, AttributesOffset) ? NtStatus.STATUS_NOT_A_DIRECTORY : status;
        }
    }
}
