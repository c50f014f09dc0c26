using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Dll.Sharing;

/// <summary>A view of a section of the paging file that has no name: only a process that was given a handle of it reaches it.</summary>
/// <remarks>
/// Whoever has a handle can ask for another one with more rights. Without a security descriptor of the section's own the system would grant
/// any; this one grants nobody, its owner included, more than reading.
/// </remarks>
internal sealed unsafe class SharedSection : SharedMemory
{
    private const nint ThisProcess = -1, NoFile = 0;
    private const uint SEC_COMMIT = 0x8000000;

    private const SectionAccess Reading = SectionAccess.SECTION_QUERY | SectionAccess.SECTION_MAP_READ;

    // winnt.h: SECURITY_DESCRIPTOR_RELATIVE with an ACL of one ACE, which limits S-1-3-4 (OWNER RIGHTS), by default the maker's user, to
    // the access of Reading.
    private const int OwnerField = 4, OwnerOffset = 48;

    private static ReadOnlySpan<byte> Descriptor =>
    [
        1, 0, 0x04, 0x80, /* owner */ 0, 0, 0, 0, /* group */ 0, 0, 0, 0, /* SACL */ 0, 0, 0, 0, /* DACL */ 20, 0, 0, 0,
        2, 0, 28, 0, 1, 0, 0, 0,
        0, 0, 20, 0, (byte)Reading, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 3, 4, 0, 0, 0,
        // S-1-0-0, nobody.
        1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    private readonly byte* _view;
    private readonly long _length;

    private SharedSection(byte* view, long length)
    {
        _view = view;
        _length = length;
    }

    public override byte* Address => _view;
    public override long Length => _length;

    /// <summary>
    /// Maps a section. What this process writes stays its own. Returns null if the handle isn't that of a section, or there is no room.
    /// </summary>
    /// <param name="section">A handle of the section with the right to read.</param>
    public static SharedSection? Map(nint section) => Map(section, SectionAccess.SECTION_QUERY);

    /// <summary>Creates a section, zeroed, and maps it for the process that fills it. Returns null if there is no room.</summary>
    /// <param name="length">The length in bytes.</param>
    /// <param name="section">Receives a handle with all rights; 0 if there is none.</param>
    public static SharedSection? Create(long length, out nint section)
    {
        byte* descriptor = stackalloc byte[Descriptor.Length];
        Descriptor.CopyTo(new Span<byte>(descriptor, Descriptor.Length));
        // Wine doesn't know OWNER RIGHTS, and lets an owner change the descriptor. Windows refuses an owner who isn't the user.
        if (NtFunctions.IsWine)
            descriptor[OwnerField] = OwnerOffset;
        OBJECT_ATTRIBUTES attributes = new() { Length = (uint)sizeof(OBJECT_ATTRIBUTES), SecurityDescriptor = descriptor };
        nint made = 0;
        uint status = Ntdll.NtCreateSection(&made, (uint)(Reading | SectionAccess.SECTION_MAP_WRITE), &attributes, &length,
            VirtualMemory.PAGE_READWRITE, SEC_COMMIT, NoFile);
        section = (NtStatus)status == NtStatus.STATUS_SUCCESS ? made : 0;
        if (section == 0)
            return null;
        if (Map(section, SectionAccess.SECTION_MAP_READ | SectionAccess.SECTION_MAP_WRITE) is { } mapped)
            return mapped;
        _ = Kernel32.CloseHandle(section);
        section = 0;
        return null;
    }

    /// <summary>Gives a process a handle of a section with which it can only read. Returns 0 on failure.</summary>
    /// <param name="process">The process, with the right to receive handles.</param>
    public static nint Give(nint section, nint process = ThisProcess)
    {
        nint copy = 0;
        return Kernel32.DuplicateHandle(ThisProcess, section, process, &copy,
            (AccessMask)(uint)Reading, 0, 0) != 0
            ? copy
            : 0;
    }

    /// <summary>Unmaps the view now. Nothing refers to it.</summary>
    public void Unmap()
    {
        _ = Kernel32.UnmapViewOfFile(_view);
        GC.SuppressFinalize(this);
    }

    /// <summary>Unmaps the view once nothing refers to the trees.</summary>
    ~SharedSection() => _ = Kernel32.UnmapViewOfFile(_view);

    private static SharedSection? Map(nint section, SectionAccess access)
    {
        void* view = Kernel32.MapViewOfFile(section, access, 0, 0, 0);
        if (view is null)
            return null;
        MEMORY_BASIC_INFORMATION memory = default;
        if (Kernel32.VirtualQuery(view, &memory, (nuint)sizeof(MEMORY_BASIC_INFORMATION)) != 0)
            return new SharedSection((byte*)view, (long)memory.RegionSize);
        _ = Kernel32.UnmapViewOfFile(view);
        return null;
    }
}

/// <summary>The identity of this image: trees of another one may be laid out differently.</summary>
internal static unsafe class ImageIdentity
{
    // winnt.h: IMAGE_DOS_HEADER.e_lfanew; from the signature on IMAGE_FILE_HEADER.TimeDateStamp, IMAGE_OPTIONAL_HEADER.SizeOfCode,
    // AddressOfEntryPoint, SizeOfImage and CheckSum.
    private const int HeadersOffset = 0x3C;

    private static readonly int[] s_offsets = [8, 0x1C, 0x28, 0x50, 0x58];

    /// <summary>Gets a hash of what the linker wrote to the image's headers.</summary>
    public static ulong Value { get; } = Get();

    private static ulong Get()
    {
        byte* module = (byte*)NativeImports.rvfs_native_get_module();
        byte* headers = module + *(uint*)(module + HeadersOffset);
        // FNV-1a.
        ulong hash = 0xCBF2_9CE4_8422_2325;
        foreach (int offset in s_offsets)
            hash = (hash ^ *(uint*)(headers + offset)) * 0x100_0000_01B3;
        return hash;
    }
}
