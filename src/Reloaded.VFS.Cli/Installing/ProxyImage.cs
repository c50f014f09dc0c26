using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using Microsoft.Win32;
using Reloaded.VFS.Cli.Checking;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>A proxy for a DLL of Windows, made from rvfs_proxy.dll.</summary>
/// <remarks>
/// The export table is written with the names and ordinals of the real DLL's exports, each leading to one of the image's thunks. Nothing
/// else of the image changes except the checksum. The native part is <c>src/Reloaded.VFS.Dll/Proxy</c>.
/// </remarks>
internal static class ProxyImage
{
    /// <summary>The name of the proxies' template, a file beside rvfs.exe.</summary>
    public const string TemplateName = "rvfs_proxy.dll";

    /// <summary>The maximum number of a DLL's exports (proxy.h: <c>PROXY_THUNKS</c>).</summary>
    public const int MostExports = 512;

    private const string ThunkSection = ".thunks", TableSection = ".exports";
    private const int DirectorySize = 40; // IMAGE_EXPORT_DIRECTORY
    // Of the optional header of a 64-bit image, and of a 32-bit one.
    private const int ExportDirectoryOffset = 112, ExportDirectoryOffsetOf32Bit = 96;

    /// <summary>Returns why no proxy can be made for a DLL with these exports, or null.</summary>
    public static string? WhyUnfit(IReadOnlyList<DllExport> exports)
    {
        if (exports.Count == 0)
            return "it has no exports";
        if (exports.Count > MostExports)
            return $"it has {exports.Count} exports";
        return exports.FirstOrDefault(e => e.IsData) is { } data
            ? $"it exports a variable ({(data.Names.Count > 0 ? data.Names[0] : $"number {data.Ordinal}")})"
            : null;
    }

    /// <summary>Creates the image.</summary>
    /// <param name="template">The bytes of rvfs_proxy.dll; not changed.</param>
    /// <param name="name">The DLL to replace: <c>version.dll</c>.</param>
    /// <param name="exports">The DLL's exports, which <see cref="WhyUnfit"/> accepts.</param>
    /// <exception cref="CliException">The template is damaged, or too small for so many names.</exception>
    public static byte[] Make(byte[] template, string name, IReadOnlyList<DllExport> exports)
    {
        byte[] image = [.. template];
        try
        {
            PEHeaders headers = new(new MemoryStream(template));
            SectionHeader thunks = Find(headers, ThunkSection), room = Find(headers, TableSection);
            bool is64Bit = headers.PEHeader!.Magic == PEMagic.PE32Plus;
            uint[] addresses = [.. exports.Select((_, thunk) => (uint)(AddressAt(thunk) - headers.PEHeader.ImageBase))];
            byte[] table = MakeTable(name, exports, addresses, (uint)room.VirtualAddress);
            if (table.Length > room.VirtualSize)
                throw new CliException($"'{name}' has too many exports: their names need {table.Length} bytes.");
            Span<byte> section = image.AsSpan(room.PointerToRawData, room.SizeOfRawData);
            section.Clear();
            table.CopyTo(section);
            Span<byte> entry = image.AsSpan(headers.PEHeaderStartOffset + (is64Bit ? ExportDirectoryOffset : ExportDirectoryOffsetOf32Bit));
            BinaryPrimitives.WriteInt32LittleEndian(entry, room.VirtualAddress);
            BinaryPrimitives.WriteInt32LittleEndian(entry[sizeof(int)..], table.Length);
            int checksum = ImageChecksum.FindField(image)!.Value;
            BinaryPrimitives.WriteUInt32LittleEndian(image.AsSpan(checksum), ImageChecksum.Compute(image, checksum));
            return image;

            ulong AddressAt(int thunk) => is64Bit
                ? BinaryPrimitives.ReadUInt64LittleEndian(template.AsSpan(thunks.PointerToRawData + (thunk * sizeof(ulong))))
                : BinaryPrimitives.ReadUInt32LittleEndian(template.AsSpan(thunks.PointerToRawData + (thunk * sizeof(uint))));
        }
        catch (Exception e) when (e is BadImageFormatException or ArgumentOutOfRangeException or InvalidOperationException)
        {
            throw new CliException($"'{TemplateName}' is damaged or of another version.",
                "Unpack Reloaded VFS again; a virus scanner may have changed the file.");
        }
    }

    private static SectionHeader Find(PEHeaders headers, string name) => headers.SectionHeaders.First(s => s.Name == name);

    /// <summary>Creates IMAGE_EXPORT_DIRECTORY and its data: functions by ordinal, sorted names, their functions, texts.</summary>
    private static byte[] MakeTable(string module, IReadOnlyList<DllExport> exports, uint[] addresses, uint begin)
    {
        int first = exports.Min(e => e.Ordinal), count = exports.Max(e => e.Ordinal) - first + 1;
        // The loader does a binary search, in the order of the bytes.
        (string Name, int Index)[] names = [.. exports.SelectMany(e => e.Names.Select(name => (name, e.Ordinal - first)))
            .OrderBy(n => n.name, StringComparer.Ordinal)];
        int functions = DirectorySize, texts = functions + (count * 4), indices = texts + (names.Length * 4);
        using MemoryStream stream = new();
        using BinaryWriter writer = new(stream);
        writer.Write(new byte[indices + (names.Length * 2)]);
        uint moduleName = Put(module);
        uint[] placesOfNames = [.. names.Select(n => Put(n.Name))];
        byte[] table = stream.ToArray();
        Span<byte> span = table;
        uint[] directory = [0, 0, 0, moduleName, (uint)first, (uint)count, (uint)names.Length, begin + (uint)functions, begin + (uint)texts,
            begin + (uint)indices];
        for (int i = 0; i < directory.Length; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(span[(i * 4)..], directory[i]);
        for (int i = 0; i < exports.Count; i++)
            BinaryPrimitives.WriteUInt32LittleEndian(span[(functions + ((exports[i].Ordinal - first) * 4))..], addresses[i]);
        for (int i = 0; i < names.Length; i++)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(span[(texts + (i * 4))..], placesOfNames[i]);
            BinaryPrimitives.WriteUInt16LittleEndian(span[(indices + (i * 2))..], (ushort)names[i].Index);
        }

        return table;

        uint Put(string text)
        {
            uint place = begin + (uint)stream.Length;
            writer.Write(Encoding.ASCII.GetBytes(text + "\0"));
            return place;
        }
    }
}

/// <summary>The DLLs of Windows that a proxy can replace beside a game's program.</summary>
internal static class ProxyNames
{
    private const string KnownDllsKey = @"SYSTEM\CurrentControlSet\Control\Session Manager\KnownDLLs";

    /// <summary>
    /// Gets the names in order of preference: small DLLs that affect no other software first. Some Wine prefixes don't work with another
    /// winmm, so that is the last.
    /// </summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "version.dll", "winhttp.dll", "dinput8.dll", "dxgi.dll", "d3d11.dll", "d3d9.dll", "dsound.dll", "xinput1_4.dll", "xinput1_3.dll",
        "xinput9_1_0.dll", "dinput.dll", "d3d8.dll", "ddraw.dll", "winmm.dll",
    ];

    /// <summary>
    /// Returns the names in <see cref="All"/> that this Windows takes only from its own folder (KnownDLLs). None on Linux: Wine's list
    /// contains none of them.
    /// </summary>
    public static IReadOnlySet<string> FindKnown()
    {
        HashSet<string> known = new(StringComparer.OrdinalIgnoreCase);
        if (!OperatingSystem.IsWindows())
            return known;
        using RegistryKey? key = Registry.LocalMachine.OpenSubKey(KnownDllsKey);
        foreach (string value in key?.GetValueNames() ?? [])
        {
            if (key!.GetValue(value) is string name)
                known.Add(name);
        }

        return known;
    }
}
