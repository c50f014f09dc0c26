using System.Buffers.Binary;
using System.Text;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>Creates the smallest program or DLL with import tables: headers and one section, no code.</summary>
internal static class TestImage
{
    private const int HeaderSize = 0x400, SectionAddress = 0x1000, LoadConfigurationSize = 0x70;

    /// <summary>Returns the bytes of a program.</summary>
    /// <param name="imports">The DLLs that it imports.</param>
    /// <param name="delayed">The DLLs that it loads at a first call.</param>
    /// <param name="is64Bit">Whether it is for x64; otherwise for x86.</param>
    /// <param name="isDll">Whether it is a DLL.</param>
    /// <param name="searchFlags">The DependentLoadFlags of its load configuration, or null for none.</param>
    public static byte[] Make(IEnumerable<string> imports, IEnumerable<string> delayed, bool is64Bit = true, bool isDll = false,
        ushort? searchFlags = null)
    {
        string[] early = [.. imports], late = [.. delayed];
        int delayedAt = (early.Length + 1) * 20, textsAt = delayedAt + ((late.Length + 1) * 32);
        using MemoryStream section = new();
        section.Write(new byte[textsAt]);
        Dictionary<string, int> texts = [];
        foreach (string name in early.Concat(late).Distinct())
        {
            texts[name] = SectionAddress + (int)section.Length;
            section.Write(Encoding.ASCII.GetBytes(name + "\0"));
        }

        int configurationAt = (int)section.Length;
        if (searchFlags is not null)
            section.Write(new byte[LoadConfigurationSize]);
        byte[] data = section.ToArray();
        if (searchFlags is { } flags)
        {
            BinaryPrimitives.WriteInt32LittleEndian(data.AsSpan(configurationAt), LoadConfigurationSize);
            BinaryPrimitives.WriteUInt16LittleEndian(data.AsSpan(configurationAt + 0x4E), flags);
        }

        for (int i = 0; i < early.Length; i++)
            BinaryPrimitives.WriteInt32LittleEndian(data.AsSpan((i * 20) + 12), texts[early[i]]);
        for (int i = 0; i < late.Length; i++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(data.AsSpan(delayedAt + (i * 32)), 1);
            BinaryPrimitives.WriteInt32LittleEndian(data.AsSpan(delayedAt + (i * 32) + 4), texts[late[i]]);
        }

        byte[] image = new byte[HeaderSize + ((data.Length + 0x1FF) & ~0x1FF)];
        data.CopyTo(image, HeaderSize);
        WriteHeaders(image, data.Length, delayedAt, early.Length, late.Length, is64Bit, isDll);
        if (searchFlags is not null)
        {
            int directory = 0x98 + 112 + (10 * 8);
            BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(directory), SectionAddress + configurationAt);
            BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(directory + 4), LoadConfigurationSize);
        }

        return image;
    }

    private static void WriteHeaders(byte[] image, int length, int delayedAt, int early, int late, bool is64Bit, bool isDll)
    {
        int optionalSize = is64Bit ? 240 : 224, optional = 0x98, directories = optional + (is64Bit ? 112 : 96);
        "MZ"u8.CopyTo(image);
        Put(0x3C, 0x80);
        "PE\0\0"u8.CopyTo(image.AsSpan(0x80));
        Put16(0x84, is64Bit ? 0x8664 : 0x14C);
        Put16(0x86, 1);
        Put16(0x94, optionalSize);
        Put16(0x96, 0x0022 | (isDll ? 0x2000 : 0));
        Put16(optional, is64Bit ? 0x20B : 0x10B);
        Put(optional + 32, 0x1000);
        Put(optional + 36, 0x200);
        Put(optional + 56, SectionAddress + 0x10000);
        Put(optional + 60, HeaderSize);
        Put16(optional + 68, 2);
        Put(directories - 4, 16);
        if (early > 0)
        {
            Put(directories + 8, SectionAddress);
            Put(directories + 12, (early + 1) * 20);
        }

        if (late > 0)
        {
            Put(directories + (13 * 8), SectionAddress + delayedAt);
            Put(directories + (13 * 8) + 4, (late + 1) * 32);
        }

        int header = optional + optionalSize;
        ".idata"u8.CopyTo(image.AsSpan(header));
        Put(header + 8, length);
        Put(header + 12, SectionAddress);
        Put(header + 16, image.Length - HeaderSize);
        Put(header + 20, HeaderSize);
        Put(header + 36, unchecked((int)0xC0000040));

        void Put(int at, int value) => BinaryPrimitives.WriteInt32LittleEndian(image.AsSpan(at), value);
        void Put16(int at, int value) => BinaryPrimitives.WriteUInt16LittleEndian(image.AsSpan(at), (ushort)value);
    }
}
