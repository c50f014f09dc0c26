namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryObject</c> with <c>ObjectNameInformation</c> (<c>winternl.h</c>): returns the name by which the game knows a mod's file or
/// folder.
/// </summary>
internal static unsafe class NtQueryObjectHook
{
    public static nint Handler => NtQueryObject.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint handle, OBJECT_INFORMATION_CLASS objectInformationClass, void* objectInformation, uint length,
        uint* returnLength)
    {
        var call = new Call(handle, objectInformationClass, objectInformation, length, returnLength);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint handle, OBJECT_INFORMATION_CLASS objectInformationClass, void* objectInformation, uint length,
        uint* returnLength) : IHookedCall<NtStatus>
    {
        // The real name is better than none.
        public static string Failure => HandlerFaults.RealName;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended)
        {
            using VirtualName? name = VirtualName.OfHandle(view, handle);
            return name?.ObjectName() is { } text && TryAnswer(text, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));
        }

        public NtStatus AnswerWithoutVfs(MergedView view) => Original(objectInformation, length, returnLength);

        private bool TryAnswer(string name, out NtStatus status)
        {
            status = 0;
            // A 32-bit buffer may be unaligned: WOW64 has one of its own, and Wine's GetFinalPathNameByHandle passes such a one.
            if (sizeof(nint) == sizeof(ulong) && ((nuint)objectInformation & (sizeof(ulong) - 1)) != 0)
                return false;
            uint needed = NameResult.ObjectNameBytes(name);
            if (length >= needed && objectInformation is not null)
            {
                status = NameResult.WriteObjectName(name, (byte*)objectInformation);
            }
            else
            {
                // The system's own answer to a buffer that is too small for the header, or for the name.
                UNICODE_STRING header;
                uint told = 0;
                status = Original(objectInformation is null ? null : &header, Math.Min(length, (uint)sizeof(UNICODE_STRING)), &told);
                needed = told == 0 ? 0 : needed;
            }

            if (returnLength is not null && NameResult.Copy(returnLength, &needed, sizeof(uint)) == 0)
                status = NtStatus.STATUS_ACCESS_VIOLATION;
            return true;
        }

        private NtStatus Original(void* buffer, uint bytes, uint* needed) =>
            new NtQueryObject(GateTable.Original(GateIndex.NtQueryObject)).Invoke(
                handle, objectInformationClass, buffer, bytes, needed);
    }
}
