using System.Buffers.Binary;
using System.Reflection.PortableExecutable;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>The checksum in the header of a program or DLL (PE).</summary>
/// <remarks>
/// The checksum is the sum of all 16-bit words with the carry added, without the field itself, plus the file's length. The linker writes
/// it; a later change of a byte leaves the old value.
/// </remarks>
internal static class ImageChecksum
{
    /// <summary>The offset of <c>IMAGE_OPTIONAL_HEADER.CheckSum</c> in the optional header, the same for 32 and 64 bits.</summary>
    private const int FieldOffset = 64;

    /// <summary>
    /// Determines whether the file contradicts its own checksum. Returns false for a file without a checksum or that is no image.
    /// </summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    public static bool IsChanged(string path)
    {
        byte[] bytes;
        using (FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
        {
            bytes = new byte[stream.Length];
            stream.ReadExactly(bytes);
        }

        if (FindField(bytes) is not int field)
            return false;
        uint said = BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(field));
        return said != 0 && said != Compute(bytes, field);
    }

    /// <summary>Returns the offset of the field, or null if the bytes are no image.</summary>
    public static int? FindField(byte[] image)
    {
        try
        {
            using MemoryStream stream = new(image);
            PEHeaders headers = new(stream);
            return headers.PEHeader is null ? null : headers.PEHeaderStartOffset + FieldOffset;
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    /// <summary>Computes the correct value of the field.</summary>
    public static uint Compute(byte[] image, int field)
    {
        ulong sum = 0;
        for (int i = 0; i + 1 < image.Length; i += 2)
        {
            if (i != field && i != field + 2)
                sum += BinaryPrimitives.ReadUInt16LittleEndian(image.AsSpan(i));
        }

        if (image.Length % 2 != 0)
            sum += image[^1];
        while (sum >> 16 != 0)
            sum = (sum & 0xFFFF) + (sum >> 16);
        return (uint)sum + (uint)image.Length;
    }
}
