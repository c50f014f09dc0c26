namespace Reloaded.VFS.Dll.Children;

/// <summary>A process of which nothing has run, and the reasons for the VFS to stay out of it.</summary>
/// <remarks>The process is queried, as many things determine these: a token, an attribute, another parent, a label on its file.</remarks>
internal static unsafe class ChildProcess
{
    private const nint ThisProcess = -1;

    // ntdll's public symbols: PEB.ImageBaseAddress; winnt.h: IMAGE_DOS_HEADER.e_lfanew, IMAGE_FILE_HEADER.Machine.
    private static readonly int PebImageBase = sizeof(nint) * 2;
    private const int HeadersOffset = 0x3C, MachineOffset = 4, CharacteristicsOffset = 22;

    // IMAGE_FILE_LARGE_ADDRESS_AWARE of winnt.h.
    private const ushort LargeAddressAware = 0x20;

    /// <summary>Determines whether a process is of the other width: a 32-bit one if this is a 64-bit one, and the other way round.</summary>
    /// <param name="process">The process, with all access.</param>
    public static bool IsOfOtherWidth(nint process)
    {
        int isOn64Bit = 0, isOwnOn64Bit = 0;
        // False for 64-bit programs, and for all programs of a 32-bit system.
        return Kernel32.IsWow64Process(process, &isOn64Bit) != 0 && Kernel32.IsWow64Process(ThisProcess, &isOwnOn64Bit) != 0
            && isOn64Bit != isOwnOn64Bit;
    }

    /// <summary>Returns the kind of program if neither DLL fits it, otherwise null.</summary>
    /// <param name="process">The process, with all access.</param>
    public static string? OtherKind(nint process) =>
        // A .NET program for any processor has the machine type i386.
        MachineOf(process) is { } machine and not (ImageMachine.IMAGE_FILE_MACHINE_AMD64 or ImageMachine.IMAGE_FILE_MACHINE_I386)
            ? $"a program for another kind of processor (machine {machine:X4})"
            : null;

    /// <summary>Returns the reason in the image's header not to load the DLL, or null.</summary>
    /// <param name="process">The process, with all access.</param>
    public static string? CauseInImage(nint process) =>
        MachineOf(process) == ImageMachine.IMAGE_FILE_MACHINE_AMD64
            && ReadHeader(process, CharacteristicsOffset) is { } characteristics && (characteristics & LargeAddressAware) == 0
            ? "it is a 64-bit program that says it can't use more than 2 GB of addresses (LARGE_ADDRESS_AWARE)"
            : null;

    /// <summary>Returns the sandbox restriction of this process's own token, or null.</summary>
    public static string? CauseInOwnToken() => CauseInToken(ThisProcess);

    /// <summary>Returns the sandbox restriction of a process's token, or null.</summary>
    /// <param name="process">The process, with all access.</param>
    public static string? CauseInToken(nint process)
    {
        nint token = Open(process), own = Open(ThisProcess);
        try
        {
            return CauseInToken(token, own);
        }
        finally
        {
            if (token != 0)
                _ = Kernel32.CloseHandle(token);
            if (own != 0)
                _ = Kernel32.CloseHandle(own);
        }
    }

    private static string? CauseInToken(nint token, nint own)
    {
        if (token == 0)
            return "its rights can't be read";
        if (Query(token, TOKEN_INFORMATION_CLASS.TokenIsAppContainer) is { Length: >= 4 } container
            && BitConverter.ToUInt32(container) != 0)
            return "it runs in an AppContainer";
        if (Query(token, TOKEN_INFORMATION_CLASS.TokenRestrictedSids) is { Length: >= 4 } sids && BitConverter.ToUInt32(sids) != 0)
            return "its token is restricted";
        if (IntegrityOf(token) is { } integrity && IntegrityOf(own) is { } ownIntegrity
            && integrity < ownIntegrity)
            return "its integrity level is lower than that of the program that starts it";
        return CountDenied(token) > CountDenied(own) ? "its token is restricted (deny-only groups)" : null;
    }

    private static nint Open(nint process)
    {
        nint token = 0;
        return NtOpenProcessToken.Exported.Invoke(process, TokenAccess.TOKEN_QUERY, &token) >= 0 ? token : 0;
    }

    /// <summary>Returns the integrity level, from TOKEN_MANDATORY_LABEL: a SID whose last part is the level.</summary>
    private static uint? IntegrityOf(nint token)
    {
        byte[]? label = Query(token, TOKEN_INFORMATION_CLASS.TokenIntegrityLevel);
        if (label is null || label.Length < sizeof(nint) * 2)
            return null;
        int sid = sizeof(nint) * 2;
        int last = sid + 8 + ((label.Length > sid + 1 ? label[sid + 1] : 0) - 1) * sizeof(uint);
        return last >= sid + 8 && last + sizeof(uint) <= label.Length ? BitConverter.ToUInt32(label, last) : null;
    }

    /// <summary>Counts the deny-only groups, from TOKEN_GROUPS: a count, then a pointer and attributes for each.</summary>
    private static int CountDenied(nint token)
    {
        if (Query(token, TOKEN_INFORMATION_CLASS.TokenGroups) is not { Length: >= 4 } groups)
            return 0;
        int count = 0, stride = sizeof(nint) * 2;
        uint all = BitConverter.ToUInt32(groups);
        for (uint i = 0; i < all; i++)
        {
            int attributes = sizeof(nint) + ((int)i * stride) + sizeof(nint);
            if (attributes + sizeof(uint) > groups.Length)
                break;
            var value = (GroupAttributes)BitConverter.ToUInt32(groups, attributes);
            bool isDenied = (value & (GroupAttributes.SE_GROUP_USE_FOR_DENY_ONLY | GroupAttributes.SE_GROUP_INTEGRITY))
                == GroupAttributes.SE_GROUP_USE_FOR_DENY_ONLY;
            count += isDenied ? 1 : 0;
        }

        return count;
    }

    private static byte[]? Query(nint token, TOKEN_INFORMATION_CLASS informationClass)
    {
        const uint largest = 1 << 20;
        for (uint size = 512; size <= largest; size *= 4)
        {
            byte[] buffer = new byte[size];
            uint needed;
            fixed (byte* p = buffer)
            {
                if (NtQueryInformationToken.Exported.Invoke(token, informationClass, p, size, &needed) >= 0)
                    return buffer[..(int)Math.Min(needed, size)];
            }

            if (needed <= size)
                return null;
        }

        return null;
    }

    private static ushort? MachineOf(nint process) => ReadHeader(process, MachineOffset);

    /// <summary>Reads two bytes of the headers of the process's image. Returns null if they can't be read.</summary>
    private static ushort? ReadHeader(nint process, int offset)
    {
        PROCESS_BASIC_INFORMATION basic;
        nint image = 0;
        uint headers = 0;
        ushort value = 0;
        NtStatus status = NtQueryInformationProcess.Exported.Invoke(process, PROCESSINFOCLASS.ProcessBasicInformation, &basic,
            (uint)sizeof(PROCESS_BASIC_INFORMATION), null);
        return status.IsSuccess()
            && Read(process, basic.PebBaseAddress + PebImageBase, &image, sizeof(nint))
            && Read(process, image + HeadersOffset, &headers, sizeof(uint))
            && Read(process, image + (nint)headers + offset, &value, sizeof(ushort))
            ? value
            : null;
    }

    private static bool Read(nint process, nint address, void* to, int size)
    {
        nuint count;
        return Kernel32.ReadProcessMemory(process, address, to, (nuint)size, &count) != 0 && count == (nuint)size;
    }
}
