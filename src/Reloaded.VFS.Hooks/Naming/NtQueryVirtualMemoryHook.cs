namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryVirtualMemory</c> with <c>MemoryMappedFilenameInformation</c> (<c>ntifs.h</c>; <c>GetMappedFileName</c> calls it): returns the
/// name by which the game knows a mapped file of a mod. The gate lets a call in if the original's answer may be a mod's file.
/// </summary>
internal static unsafe class NtQueryVirtualMemoryHook
{
    private const int LargestBytes = 64 * 1024 + 64;

    public static nint Handler => NtQueryVirtualMemory.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint process, void* address, MEMORY_INFORMATION_CLASS memoryInformationClass, void* memoryInformation,
        nuint length, nuint* returnLength)
    {
        var call = new Call(process, address, memoryInformationClass, memoryInformation, length, returnLength);
        return HookedCall.Run<Call, NtStatus>(ref call);
    }

    private readonly struct Call(nint process, void* address, MEMORY_INFORMATION_CLASS memoryInformationClass, void* memoryInformation,
        nuint length, nuint* returnLength) : IHookedCall<NtStatus>
    {
        // The real name is better than none.
        public static string Failure => HandlerFaults.RealName;

        public NtStatus Answer(MergedView view, bool isPathMissing, ref Ended<NtStatus> ended) =>
            TryAnswer(view, out NtStatus status) ? status : ended.With(AnswerWithoutVfs(view));

        public NtStatus AnswerWithoutVfs(MergedView view) => Original(memoryInformation, length, returnLength);

        private bool TryAnswer(MergedView view, out NtStatus status)
        {
            status = 0;
            if (((nuint)memoryInformation & (nuint)(sizeof(nint) - 1)) != 0)
                return false;
            string? real = RealName(view.Devices, out bool isOpenName);
            if (real is null)
                return false;
            using VirtualName? name = VirtualName.OfRealPath(view, real);
            // The game doesn't know the spelling by which the VFS has opened the file.
            if ((name?.ObjectName() ?? (isOpenName ? NtPath.FromCanonical(real) : null)) is not { } text)
                return false;
            nuint needed = NameResult.ObjectNameBytes(text);
            if (length >= needed && memoryInformation is not null)
            {
                status = NameResult.WriteObjectName(text, (byte*)memoryInformation);
            }
            else
            {
                // The system's own answer to a buffer that is too small for the header, or for the name.
                UNICODE_STRING header;
                nuint told = 0;
                status = Original(memoryInformation is null ? null : &header, Math.Min(length, (nuint)sizeof(UNICODE_STRING)), &told);
                needed = told == 0 ? 0 : needed;
            }

            if (returnLength is not null && NameResult.Copy(returnLength, &needed, (uint)sizeof(nuint)) == 0)
                status = NtStatus.STATUS_ACCESS_VIOLATION;
            return true;
        }

        private string? RealName(DeviceNames devices, out bool isOpenName)
        {
            isOpenName = false;
            // The answer, followed by the canonical path.
            byte* buffer = (byte*)NativeMemory.Alloc(LargestBytes + (VirtualPath.MaxLength * sizeof(char)));
            try
            {
                nuint needed;
                if (!Original(buffer, LargestBytes, &needed).IsSuccess())
                    return null;
                var text = (UNICODE_STRING*)buffer;
                var canonical = new Span<char>(buffer + LargestBytes, VirtualPath.MaxLength);
                var name = new ReadOnlySpan<char>(text->Buffer, text->Length / sizeof(char));
                int length = devices.ToCanonical(name, canonical);
                isOpenName = OpenNames.IsOwn(name);
                return length > 0 && SourceRoots.MayHave(canonical[..length]) ? canonical[..length].ToString() : null;
            }
            finally
            {
                NativeMemory.Free(buffer);
            }
        }

        private NtStatus Original(void* buffer, nuint bytes, nuint* needed) =>
            new NtQueryVirtualMemory(GateTable.Original(GateIndex.NtQueryVirtualMemory)).Invoke(
                process, address, memoryInformationClass, buffer, bytes, needed);
    }
}
