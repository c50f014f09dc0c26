using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryObject</c> with <c>ObjectNameInformation</c> (<c>winternl.h</c>): returns the name by which the game knows a mod's file or
/// folder.
/// </summary>
internal static unsafe class NtQueryObjectHook
{
    /// <summary>Gets the address that the gate jumps to.</summary>
    public static nint Handler => NtQueryObject.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint handle, OBJECT_INFORMATION_CLASS objectInformationClass, void* objectInformation, uint length,
        uint* returnLength)
    {
        var call = new Call
        {
            Handle = handle,
            ObjectInformationClass = objectInformationClass,
            ObjectInformation = objectInformation,
            Length = length,
            ReturnLength = returnLength,
        };
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private struct Call : IHookedCall<NtStatus>
    {
        public nint Handle;
        public OBJECT_INFORMATION_CLASS ObjectInformationClass;
        public void* ObjectInformation;
        public uint Length;
        public uint* ReturnLength;

        // The real name is better than none.
        public static string Failure => HandlerFaults.RealName;

        public readonly NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            using VirtualName? name = VirtualName.OfHandle(view, Handle);
            return name?.ObjectName() is { } text && TryAnswer(text, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));
        }

        public readonly NtStatus AnswerWithoutVfs(MergedView view) => Original(ObjectInformation, Length, ReturnLength);

        private readonly bool TryAnswer(string name, out NtStatus status)
        {
            status = 0;
            // A 32-bit buffer may be unaligned: WOW64 has one of its own, and Wine's GetFinalPathNameByHandle passes such a one.
            if (sizeof(nint) == sizeof(ulong) && ((nuint)ObjectInformation & (sizeof(ulong) - 1)) != 0)
                return false;
            uint needed = NameResult.ObjectNameBytes(name);
            if (Length >= needed && ObjectInformation is not null)
            {
                status = NameResult.WriteObjectName(name, (byte*)ObjectInformation);
            }
            else
            {
                // The system's own answer to a buffer that is too small for the header, or for the name.
                UNICODE_STRING header;
                uint told = 0;
                status = Original(ObjectInformation is null ? null : &header, Math.Min(Length, (uint)sizeof(UNICODE_STRING)), &told);
                needed = told == 0 ? 0 : needed;
            }

            if (ReturnLength is not null && NameResult.Copy(ReturnLength, &needed, sizeof(uint)) == 0)
                status = NtStatus.STATUS_ACCESS_VIOLATION;
            return true;
        }

        private readonly NtStatus Original(void* objectInformation, uint length, uint* returnLength) =>
            new NtQueryObject(GateTable.Original(GateIndex.NtQueryObject)).Invoke(
                Handle, ObjectInformationClass, objectInformation, length, returnLength);
    }
}
