using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// <c>NtQueryVirtualMemory</c> with <c>MemoryMappedFilenameInformation</c> (<c>ntifs.h</c>; <c>GetMappedFileName</c> calls it): of a mod's
/// file that is mapped, the name that the game knows it by.
/// </summary>
internal static unsafe class NtQueryVirtualMemoryHook
{
    private const int LargestBytes = 64 * 1024 + 64;

    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => NtQueryVirtualMemory.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static NtStatus Handle(nint process, void* address, MEMORY_INFORMATION_CLASS memoryInformationClass, void* memoryInformation,
        nuint length, nuint* returnLength)
    {
        using HandlerScope scope = HandlerScope.Enter();
        try
        {
            if (TryAnswer(process, address, memoryInformationClass, (byte*)memoryInformation, length, returnLength, out NtStatus status))
                return status;
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS: the real name is better than none.
            HandlerFaults.Note(HandlerFaults.RealName, e);
        }

        return Original(process, address, memoryInformationClass, memoryInformation, length, returnLength);
    }

    private static bool TryAnswer(nint process, void* address, MEMORY_INFORMATION_CLASS memoryInformationClass, byte* buffer, nuint length,
        nuint* returnLength, out NtStatus status)
    {
        status = 0;
        if (((nuint)buffer & (nuint)(sizeof(nint) - 1)) != 0)
            return false;
        string? real = RealName(process, address, memoryInformationClass, out bool isOpenName);
        if (real is null)
            return false;
        using VirtualName? name = VirtualName.OfRealPath(real);
        // The spelling that the VFS has opened it by is none that the game knows.
        if ((name?.ObjectName() ?? (isOpenName ? NtPath.FromCanonical(real) : null)) is not { } text)
            return false;
        nuint needed = NameResult.ObjectNameBytes(text);
        if (length >= needed && buffer is not null)
        {
            status = NameResult.WriteObjectName(text, buffer);
        }
        else
        {
            // The system's own answer to a buffer that has no room for the header, or none for a name.
            UNICODE_STRING header;
            nuint told = 0;
            status = Original(process, address, memoryInformationClass, buffer is null ? null : &header,
                Math.Min(length, (nuint)sizeof(UNICODE_STRING)), &told);
            needed = told == 0 ? 0 : needed;
        }

        if (returnLength is not null && NameResult.Copy(returnLength, &needed, (uint)sizeof(nuint)) == 0)
            status = NtStatus.STATUS_ACCESS_VIOLATION;
        return true;
    }

    private static string? RealName(nint process, void* address, MEMORY_INFORMATION_CLASS memoryInformationClass, out bool isOpenName)
    {
        isOpenName = false;
        void* buffer = NativeMemory.Alloc(LargestBytes);
        nuint needed;
        string? real = null;
        if (Original(process, address, memoryInformationClass, buffer, LargestBytes, &needed).IsSuccess())
        {
            var text = (UNICODE_STRING*)buffer;
            Span<char> canonical = new char[VirtualPath.MaxLength];
            var name = new ReadOnlySpan<char>(text->Buffer, text->Length / sizeof(char));
            int length = DeviceNames.Current.ToCanonical(name, canonical);
            real = length > 0 ? canonical[..length].ToString() : null;
            isOpenName = OpenNames.IsOwn(name);
        }

        NativeMemory.Free(buffer);
        return real;
    }

    private static NtStatus Original(nint process, void* address, MEMORY_INFORMATION_CLASS memoryInformationClass, void* memoryInformation,
        nuint length, nuint* returnLength) =>
        new NtQueryVirtualMemory(GateTable.Original(GateIndex.NtQueryVirtualMemory)).Invoke(
            process, address, memoryInformationClass, memoryInformation, length, returnLength);
}
