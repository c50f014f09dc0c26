using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// Tests of the structures as C compilers for both widths see them: Windows' own by the SDK's headers, the listing records by the
/// documented declarations, and the project's by the sources of the DLL. Nothing is run, so 32 bit works anywhere.
/// </summary>
public sealed class CompilerLayoutTests
{
    private static readonly string Hooks = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Hooks", "Native");
    private static readonly string Loader = Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.Dll", "Native");

    [RealProcessTheory(Needs.WindowsPrograms)]
    [InlineData("windows", 64)]
    [InlineData("windows", 32)]
    [InlineData("ntifs", 64)]
    [InlineData("ntifs", 32)]
    [InlineData("listing", 64)]
    [InlineData("listing", 32)]
    [InlineData("ours", 64)]
    [InlineData("ours", 32)]
    [InlineData("prefix", 64)]
    [InlineData("prefix", 32)]
    public void CompilersAgree(string header, int bits)
    {
        DocumentedStructure[] structures =
            [.. DocumentedLayouts.All.Where(structure => structure.Header.StartsWith(header, StringComparison.Ordinal))];
        List<string> expressions = [];
        List<int> expected = [];
        foreach (DocumentedStructure structure in structures)
        {
            if (!structure.Header.Contains("fixed part", StringComparison.Ordinal))
            {
                expressions.Add($"sizeof({structure.InC})");
                expected.Add(structure.Size(bits / 8));
            }

            foreach (DocumentedField field in structure.Fields)
            {
                expressions.Add($"__builtin_offsetof({structure.InC}, {field.InC})");
                expected.Add(bits == 64 ? field.On64 : field.On32);
            }
        }

        string? source = header == "ours" ? Path.Combine(Loader, "native.h") : header == "prefix" ? Path.Combine(Hooks, "prefix.h") : null;
        AssertEqual(expressions, expected,
            source is not null ? Ours(source, expressions, bits) : CLayout.Evaluate(expressions, bits, Headers(header)));
    }

    /// <summary>Parts of Windows' structures that the native sources define by number or by their own declaration.</summary>
    [RealProcessTheory(Needs.WindowsPrograms)]
    [InlineData(64)]
    [InlineData(32)]
    public void TheNumbersInTheNativeSourcesAreWindowsOwn(int bits)
    {
        NativeNumbers[] numbers =
        [
            new(Path.Combine(Loader, "patch.c"),
                ("TEB_SELF", "offsetof(NT_TIB, Self)"),
                ("TEB_TLS_SLOTS", "offsetof(TEB, TlsSlots)"),
                ("TEB_TLS_EXPANSION", "offsetof(TEB, TlsExpansionSlots)"),
                ("TEB_PEB", "offsetof(TEB, ProcessEnvironmentBlock)"),
                ("CONTEXT_SIZE", "sizeof(CONTEXT)"),
                ("CONTEXT_FLAGS", "offsetof(CONTEXT, ContextFlags)"),
                ("CONTEXT_CONTROL", "CONTEXT_CONTROL"),
                ("CONTEXT_IP", bits == 64 ? "offsetof(CONTEXT, Rip)" : "offsetof(CONTEXT, Eip)"),
                ("CRITICAL_SECTION_OWNER", "offsetof(RTL_CRITICAL_SECTION, OwningThread)"),
                ("sizeof(UNICODE_STRING)", "sizeof(UNICODE_STRING)"),
                ("__builtin_offsetof(UNICODE_STRING, Buffer)", "offsetof(UNICODE_STRING, Buffer)"),
                ("sizeof(OBJECT_ATTRIBUTES)", "sizeof(OBJECT_ATTRIBUTES)"),
                ("__builtin_offsetof(OBJECT_ATTRIBUTES, RootDirectory)", "offsetof(OBJECT_ATTRIBUTES, RootDirectory)"),
                ("__builtin_offsetof(OBJECT_ATTRIBUTES, ObjectName)", "offsetof(OBJECT_ATTRIBUTES, ObjectName)"),
                ("__builtin_offsetof(OBJECT_ATTRIBUTES, Attributes)", "offsetof(OBJECT_ATTRIBUTES, Attributes)"),
                ("__builtin_offsetof(OBJECT_ATTRIBUTES, SecurityDescriptor)", "offsetof(OBJECT_ATTRIBUTES, SecurityDescriptor)"),
                ("__builtin_offsetof(OBJECT_ATTRIBUTES, SecurityQualityOfService)",
                    "offsetof(OBJECT_ATTRIBUTES, SecurityQualityOfService)")),
            new(Path.Combine(Hooks, "faults.c"),
                ("sizeof(EXCEPTION_RECORD)", "sizeof(EXCEPTION_RECORD)"),
                ("__builtin_offsetof(EXCEPTION_RECORD, address)", "offsetof(EXCEPTION_RECORD, ExceptionAddress)"),
                ("__builtin_offsetof(EXCEPTION_RECORD, information)", "offsetof(EXCEPTION_RECORD, ExceptionInformation)"),
                ("sizeof(EXCEPTION_POINTERS)", "sizeof(EXCEPTION_POINTERS)")),
            new(Path.Combine(Loader, "deferred_start.c"),
                ("__builtin_offsetof(struct exception_record, flags)", "offsetof(EXCEPTION_RECORD, ExceptionFlags)"),
                ("__builtin_offsetof(struct exception_record, nested)", "offsetof(EXCEPTION_RECORD, ExceptionRecord)"),
                ("__builtin_offsetof(struct exception_record, address)", "offsetof(EXCEPTION_RECORD, ExceptionAddress)")),
            new(Path.Combine(Loader, "entry.c"),
                ("__builtin_offsetof(struct exception_record, count)", "offsetof(EXCEPTION_RECORD, NumberParameters)"),
                ("__builtin_offsetof(struct exception_record, information)", "offsetof(EXCEPTION_RECORD, ExceptionInformation)"),
                ("sizeof(struct memory_information)", "sizeof(MEMORY_BASIC_INFORMATION)"),
                ("__builtin_offsetof(struct memory_information, allocation)", "offsetof(MEMORY_BASIC_INFORMATION, AllocationBase)"),
                ("__builtin_offsetof(struct memory_information, size)", "offsetof(MEMORY_BASIC_INFORMATION, RegionSize)"),
                ("__builtin_offsetof(struct memory_information, state)", "offsetof(MEMORY_BASIC_INFORMATION, State)"),
                ("__builtin_offsetof(struct memory_information, protection)", "offsetof(MEMORY_BASIC_INFORMATION, Protect)"),
                ("__builtin_offsetof(struct memory_information, type)", "offsetof(MEMORY_BASIC_INFORMATION, Type)")),
        ];
        NativeNumbers[] onlyOn64 =
        [
            new(Path.Combine(Hooks, "faults.c"),
                ("CONTEXT_RAX", "offsetof(CONTEXT, Rax)"),
                ("CONTEXT_RSP", "offsetof(CONTEXT, Rsp)"),
                ("CONTEXT_RIP", "offsetof(CONTEXT, Rip)")),
        ];
        NativeNumbers[] onlyOn32 =
        [
            new(Path.Combine(Hooks, "faults.c"),
                ("CONTEXT_EDI", "offsetof(CONTEXT, Edi)"),
                ("CONTEXT_ESI", "offsetof(CONTEXT, Esi)"),
                ("CONTEXT_EBX", "offsetof(CONTEXT, Ebx)"),
                ("CONTEXT_EAX", "offsetof(CONTEXT, Eax)"),
                ("CONTEXT_EBP", "offsetof(CONTEXT, Ebp)"),
                ("CONTEXT_EIP", "offsetof(CONTEXT, Eip)"),
                ("CONTEXT_ESP", "offsetof(CONTEXT, Esp)")),
        ];
        AssertSame(bits, [.. numbers, .. bits == 64 ? onlyOn64 : onlyOn32]);
    }

    /// <summary>Expressions of a native source, each with Windows' own expression of the same value.</summary>
    private sealed record NativeNumbers(string Source, params (string Ours, string Windows)[] Pairs);

    // One compilation of Windows' headers for all sources, because it takes a second.
    private static void AssertSame(int bits, NativeNumbers[] sources)
    {
        IReadOnlyList<int> windows =
            CLayout.Evaluate([.. sources.SelectMany(s => s.Pairs).Select(pair => pair.Windows)], bits, Headers("windows"));
        int from = 0;
        foreach (NativeNumbers source in sources)
        {
            string[] ours = [.. source.Pairs.Select(pair => pair.Ours)];
            AssertEqual(ours, [.. windows.Skip(from).Take(ours.Length)], Ours(source.Source, ours, bits));
            from += ours.Length;
        }
    }

    private static void AssertEqual(IReadOnlyList<string> expressions, IReadOnlyList<int> expected, IReadOnlyList<int> actual)
        => Assert.Equal(expressions.Zip(expected), expressions.Zip(actual));

    private static IReadOnlyList<int> Ours(string source, IReadOnlyList<string> expressions, int bits)
    {
        string clang = Executables.Find("clang") ?? throw new FileNotFoundException("clang isn't on PATH; build/setup.sh installs it.");
        string target = bits == 64 ? "x86_64-pc-windows-msvc" : "i686-pc-windows-msvc";
        return CLayout.Evaluate(expressions, $"#include \"{source.Replace('\\', '/')}\"", clang,
            [$"--target={target}", "-ffreestanding", "-Wno-everything"]);
    }

    // The listing's declarations compare themselves with numbers that DirectoryInformationLayoutTests passes; here each gets its own.
    private static string Headers(string header)
    {
        if (header == "windows")
            return "#include <windows.h>\n#include <winternl.h>\n#include <stddef.h>";
        // The driver kit's header can't be combined with the SDK's, and MinGW's lack what newer systems have; declared as documented.
        if (header == "ntifs")
            return "#include <windows.h>\n"
                + "typedef struct { HANDLE FileHandle; LARGE_INTEGER SourceFileOffset, BackingFileOffset, ByteCount; } "
                + "DUPLICATE_EXTENTS_DATA;\n"
                + "typedef struct { WORD ChecksumAlgorithm, Reserved; DWORD Flags, ChecksumChunkSizeInBytes, ClusterSizeInBytes; } "
                + "FSCTL_GET_INTEGRITY_INFORMATION_BUFFER;\n"
                + "typedef struct { WORD ChecksumAlgorithm, Reserved; DWORD Flags; } FSCTL_SET_INTEGRITY_INFORMATION_BUFFER;\n"
                + "typedef struct { HANDLE Port; PVOID Key; } FILE_COMPLETION_INFORMATION;\n"
                + "typedef struct { ULONG NextEntryOffset, Action; LARGE_INTEGER CreationTime, LastModificationTime, LastChangeTime, "
                + "LastAccessTime, AllocatedLength, FileSize; ULONG FileAttributes, "
                + "ReparsePointTag; LARGE_INTEGER FileId, ParentFileId; ULONG FileNameLength; WCHAR FileName[1]; } "
                + "FILE_NOTIFY_EXTENDED_INFORMATION;";
        string path = Path.Combine(RepositoryFolders.NativeSources, "layout", "directory_information.c").Replace('\\', '/');
        return "#define _Static_assert(condition, text)\n" + $"#include \"{path}\"";
    }
}
