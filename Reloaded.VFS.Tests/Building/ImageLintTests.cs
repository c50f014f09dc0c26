using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using System.Text;
using Iced.Intel;
using Reloaded.VFS.Testing;
using Decoder = Iced.Intel.Decoder;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of what Windows requires of the published images, read from their bytes, so that Windows isn't needed.</summary>
public sealed class ImageLintTests
{
    private const SectionCharacteristics Executable = SectionCharacteristics.MemExecute;

    // KnownDLLs, and DLLs that DependentLoadFlags takes from the system's folder; the C runtime only by API sets, which no file beside a
    // game can replace.
    private static readonly string[] AllowedImports =
    [
        "kernel32.dll", "ntdll.dll",
        "api-ms-win-crt-convert-l1-1-0.dll", "api-ms-win-crt-heap-l1-1-0.dll", "api-ms-win-crt-math-l1-1-0.dll",
        "api-ms-win-crt-private-l1-1-0.dll",
        "api-ms-win-crt-runtime-l1-1-0.dll", "api-ms-win-crt-stdio-l1-1-0.dll", "api-ms-win-crt-string-l1-1-0.dll",
        // MSVC's start-up code.
        .. OperatingSystem.IsWindows() ? (string[])["api-ms-win-crt-locale-l1-1-0.dll"] : [],
    ];

    /// <summary>Gets the names of all images.</summary>
    public static TheoryData<string> Images =>
        [Path.GetFileName(PublishedArtifacts.Library), Path.GetFileName(PublishedArtifacts.WindowsLauncher), Proxy];

    // C only, without the .NET runtime.
    private static readonly string Proxy = Path.GetFileName(PublishedArtifacts.Proxy);

    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void NothingIsImportedButFromTheSystem(string image)
    {
        string[] imports = [.. Open(image).Imports().Select(name => name.ToLowerInvariant())];
        Assert.Contains("kernel32.dll", imports);
        Assert.Empty(imports.Except(AllowedImports));
    }

    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void TheLoadConfigurationSendsImportsToTheSystemsFolder(string image)
    {
        PortableImage file = Open(image);
        Assert.NotEqual(0, file.Header.LoadConfigTableDirectory.RelativeVirtualAddress);
        ReadOnlySpan<byte> configuration = file.At(file.Header.LoadConfigTableDirectory.RelativeVirtualAddress);
        int size = BinaryPrimitives.ReadInt32LittleEndian(configuration);
        Assert.InRange(size, 0x94, 0x200);
        Assert.Equal(size, file.Header.LoadConfigTableDirectory.Size);
        // DependentLoadFlags: LOAD_LIBRARY_SEARCH_SYSTEM32
        Assert.Equal(0x800, BinaryPrimitives.ReadUInt16LittleEndian(configuration[0x4E..]));
        ulong cookie = BinaryPrimitives.ReadUInt64LittleEndian(configuration[0x58..]) - file.Header.ImageBase;
        Assert.Contains(file.Sections,
            s => s.Name == ".data" && cookie >= (ulong)s.VirtualAddress && cookie < (ulong)(s.VirtualAddress + s.VirtualSize));
    }

    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void NoShadowStackIsAskedFor(string image)
    {
        const int extendedCharacteristics = 20, cetCompatible = 1;
        PortableImage file = Open(image);
        foreach (DebugDirectoryEntry entry in file.Debug.Where(e => (int)e.Type == extendedCharacteristics))
            Assert.Equal(0, file.Bytes[entry.DataPointer] & cetCompatible);
    }

    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void TheHeaderIsInOrder(string image)
    {
        PortableImage file = Open(image);
        Assert.Equal(file.ExpectedChecksum(), file.Header.CheckSum);
        const DllCharacteristics wanted = DllCharacteristics.DynamicBase | DllCharacteristics.HighEntropyVirtualAddressSpace
            | DllCharacteristics.NxCompatible;
        Assert.Equal(wanted, file.Header.DllCharacteristics & wanted);
        Assert.NotEqual(0, file.Header.BaseRelocationTableDirectory.Size);
        const SectionCharacteristics both = SectionCharacteristics.MemWrite | Executable;
        Assert.DoesNotContain(file.Sections, s => (s.SectionCharacteristics & both) == both);

        if (image == Proxy)
        {
            Assert.Equal(0, file.Header.ThreadLocalStorageTableDirectory.Size);
            return;
        }

        // The runtime's thread-local variables need an alignment of 16 bytes.
        int tls = file.Header.ThreadLocalStorageTableDirectory.RelativeVirtualAddress;
        int alignment = 1 << (((file.Int32(tls + 0x24) >> 20) & 15) - 1);
        Assert.InRange(alignment, 16, 4096);
        Assert.Equal(0, file.Int32(tls) % alignment);
    }

    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void NothingTellsWhereItWasBuilt(string image)
    {
        PortableImage file = Open(image);
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string[] places = [RepositoryFolders.Root, "/obj/Release", @"\obj\Release", "/.nuget/", @"\.nuget\",
            .. home.Length > 1 ? (string[])[home + Path.DirectorySeparatorChar] : []];
        foreach (string place in places)
        {
            Assert.Equal(-1, file.Bytes.AsSpan().IndexOf(Encoding.UTF8.GetBytes(place)));
            Assert.Equal(-1, file.Bytes.AsSpan().IndexOf(Encoding.Unicode.GetBytes(place)));
        }

        DebugDirectoryEntry symbols = Assert.Single(file.Debug, e => e.Type == DebugDirectoryEntryType.CodeView);
        string pdb = Encoding.UTF8.GetString(file.Bytes.AsSpan(symbols.DataPointer + 24, symbols.DataSize - 24)).TrimEnd('\0');
        Assert.Equal(Path.ChangeExtension(image, ".pdb"), pdb);
    }

    /// <summary>
    /// Code without unwind information can be unwound only if it never moves the stack pointer: debuggers, profilers and exceptions walk
    /// through every function.
    /// </summary>
    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void EveryFunctionButLeavesHasUnwindInformation(string image)
    {
        PortableImage file = Open(image);
        (int Begin, int End, int Unwind)[] functions = [.. file.Functions()];
        Assert.True(functions.Length > (image == Proxy ? 4 : 1000));
        var wrong = new List<string>();
        for (int i = 0; i < functions.Length; i++)
        {
            (int begin, int end, int unwind) = functions[i];
            Assert.True(begin < end && (i == 0 || begin >= functions[i - 1].End), $"{begin:X}: functions overlap or aren't sorted");
            Assert.Contains(file.Sections,
                s => s.SectionCharacteristics.HasFlag(Executable) && begin >= s.VirtualAddress && end <= s.VirtualAddress + s.VirtualSize);
            Assert.InRange(file.At(unwind)[0] & 7, 1, 2);
        }

        foreach (SectionHeader section in file.Sections.Where(s => s.SectionCharacteristics.HasFlag(Executable)))
        {
            int at = section.VirtualAddress, last = section.VirtualAddress + section.VirtualSize;
            foreach ((int begin, int end, _) in functions.Where(f => f.Begin >= at && f.End <= last).Append((last, last, 0)))
            {
                if (begin > at)
                    wrong.AddRange(NoLeaves(file.At(at)[..(begin - at)].ToArray(), at, functions));
                at = end;
            }
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Take(50)) + $"\n{wrong.Count} in all");
    }

    [RealProcessTheory]
    [MemberData(nameof(Images))]
    public void ItSaysWhatItIs(string image)
    {
        string version = Encoding.Unicode.GetString(Assert.Single(Open(image).Resources(16)));
        foreach (string expected in (string[])["VS_VERSION_INFO", "ProductName\0", "Reloaded VFS\0", "FileVersion\0", "LegalCopyright\0",
            "OriginalFilename\0"])
            Assert.Contains(expected, version, StringComparison.Ordinal);
    }

    /// <summary>
    /// The twin equals the launcher except for its subsystem (GUI: Windows opens no console window for it) and the checksum.
    /// </summary>
    [RealProcessFact]
    public void TheWindowlessTwinDiffersInItsSubsystemOnly()
    {
        byte[] launcher = File.ReadAllBytes(PublishedArtifacts.WindowsLauncher),
            twin = File.ReadAllBytes(PublishedArtifacts.WindowlessLauncher);
        int optional = BitConverter.ToInt32(launcher, 0x3C) + 24, checksum = optional + 64, subsystem = optional + 68;
        Assert.Equal((3, 2), (BitConverter.ToUInt16(launcher, subsystem), BitConverter.ToUInt16(twin, subsystem)));
        Assert.NotEqual(BitConverter.ToUInt32(launcher, checksum), BitConverter.ToUInt32(twin, checksum));
        foreach (byte[] image in (byte[][])[launcher, twin])
            image.AsSpan(checksum, 6).Clear();
        Assert.True(launcher.AsSpan().SequenceEqual(twin));
    }

    [RealProcessFact]
    public void TheLaunchersManifestTakesLongPathsAndUtf8AndNoMoreRights()
    {
        string manifest = Encoding.UTF8.GetString(Assert.Single(Open(Path.GetFileName(PublishedArtifacts.WindowsLauncher)).Resources(24)));
        Assert.Matches("<longPathAware [^>]*>true<", manifest);
        Assert.Matches("<activeCodePage [^>]*>UTF-8<", manifest);
        Assert.Contains("level=\"asInvoker\"", manifest, StringComparison.Ordinal);
        Assert.Contains("{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}", manifest, StringComparison.Ordinal); // Windows 10 and 11
    }

    /// <summary>
    /// Returns the instructions between functions that can't belong to leaf functions: calls, and all that moves the stack pointer.
    /// </summary>
    private static IEnumerable<string> NoLeaves(byte[] code, int address, (int Begin, int End, int Unwind)[] functions)
    {
        var reader = new ByteArrayCodeReader(code);
        var decoder = Decoder.Create(64, reader, (ulong)address);
        bool isBetween = true;
        while (reader.Position < code.Length)
        {
            int next = isBetween ? BehindTablesAndPadding(code, address, reader.Position, functions) : reader.Position;
            if (next != reader.Position)
            {
                reader.Position = next;
                decoder.IP = (ulong)(address + next);
                continue;
            }

            decoder.Decode(out Instruction instruction);
            if (instruction.IsInvalid)
            {
                yield return $"{instruction.IP:X}: no code";
                continue;
            }

            bool ends = instruction.FlowControl
                is FlowControl.Return or FlowControl.UnconditionalBranch or FlowControl.IndirectBranch or FlowControl.Interrupt;
            isBetween = ends || (isBetween && instruction.Mnemonic == Mnemonic.Nop);
            bool moves = !ends
                && Info.GetInfo(instruction).GetUsedRegisters()
                    .Any(r => r.Register is Register.RSP or Register.ESP
                        && r.Access is OpAccess.Write or OpAccess.ReadWrite or OpAccess.CondWrite);
            if (moves || instruction.FlowControl is FlowControl.Call or FlowControl.IndirectCall)
                yield return $"{instruction.IP:X}: {instruction}";
        }
    }

    private static readonly InstructionInfoFactory Info = new();

    /// <summary>
    /// Skips a switch's tables, which MSVC places after its function (addresses inside a nearby function, and bytes that are indices of
    /// these), and padding: int 3 and zeros.
    /// </summary>
    private static int BehindTablesAndPadding(byte[] code, int address, int at, (int Begin, int End, int Unwind)[] functions)
    {
        while (at < code.Length && code[at] is 0xCC or 0)
            at++;
        // A few bytes of code may look like an address; compilers generate no table for fewer than four cases.
        const int fewestCases = 4;
        int tables = at, targets = 0;
        for (; at + 4 <= code.Length && IsInside(BinaryPrimitives.ReadInt32LittleEndian(code.AsSpan(at))); at += 4)
            targets++;
        if (targets < fewestCases)
            return tables;
        for (; at < code.Length && code[at] < targets; at++)
        {
        }

        return at;

        bool IsInside(int target)
        {
            // A leaf's own table.
            if (target >= address && target < address + code.Length)
                return true;
            if (Math.Abs((long)target - address) > 0x10000)
                return false;
            int index = Array.BinarySearch(functions, (target, 0, 0),
                Comparer<(int Begin, int End, int Unwind)>.Create((x, y) => x.Begin.CompareTo(y.Begin)));
            index = index < 0 ? ~index - 1 : index;
            return index >= 0 && target < functions[index].End;
        }
    }

    private static PortableImage Open(string image) => new(Path.Combine(Path.GetDirectoryName(PublishedArtifacts.Library)!, image));
}
