using System;
using System.IO;
using System.Security.Cryptography;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>
/// A task that completes an image of lld-link 14: writes the header's checksum, and an identity computed only from the image's content.
/// </summary>
/// <remarks>
/// The linker computes the identity from the PDB, which contains the names of the build's folders. The PDB gets the new identity too, so
/// that debuggers find it.
/// </remarks>
public sealed class FinishImage : Task
{
    private const int DebugDirectory = 6, CodeView = 2, EntrySize = 28, IdentitySize = 16, MagicOf32Bit = 0x10B;

    /// <summary>Gets or sets the image's file, which is changed in place.</summary>
    [Required]
    public string Image { get; set; }

    /// <summary>Gets or sets the image's PDB; a missing file is ignored.</summary>
    public string Symbols { get; set; }

    /// <inheritdoc/>
    public override bool Execute()
    {
        byte[] image = File.ReadAllBytes(Image);
        int header = BitConverter.ToInt32(image, 0x3C), optional = header + 24, checksum = optional + 64;
        Array.Clear(image, checksum, 4);
        int identity = FindIdentity(image, header, optional, out int[] times);
        if (identity < 0)
        {
            Log.LogError("{0} names no PDB", Image);
            return false;
        }

        var old = new byte[IdentitySize];
        Array.Copy(image, identity, old, 0, IdentitySize);
        Array.Clear(image, identity, IdentitySize);
        foreach (int time in times)
            Array.Clear(image, time, 4);
        byte[] hash;
        using (var algorithm = SHA256.Create())
            hash = algorithm.ComputeHash(image);
        Array.Copy(hash, 0, image, identity, IdentitySize);
        foreach (int time in times)
            Array.Copy(hash, IdentitySize, image, time, 4);
        BitConverter.GetBytes(Checksum(image)).CopyTo(image, checksum);
        File.WriteAllBytes(Image, image);
        return !File.Exists(Symbols) || Rename(old, hash);
    }

    /// <summary>Returns the sum of the file's 16-bit words with carry, plus its length. The checksum field must be zero.</summary>
    private static uint Checksum(byte[] image)
    {
        uint sum = 0;
        for (int i = 0; i < image.Length; i += 2)
        {
            sum += (uint)(image[i] | (i + 1 < image.Length ? image[i + 1] << 8 : 0));
            sum = (sum & 0xFFFF) + (sum >> 16);
        }

        return sum + (uint)image.Length;
    }

    /// <summary>Finds the offset of the PDB's identity, and those of all times that the linker has computed from it.</summary>
    private static int FindIdentity(byte[] image, int header, int optional, out int[] times)
    {
        int directories = optional + (BitConverter.ToUInt16(image, optional) == MagicOf32Bit ? 96 : 112);
        int address = BitConverter.ToInt32(image, directories + (8 * DebugDirectory)),
            size = BitConverter.ToInt32(image, directories + 4 + (8 * DebugDirectory));
        int directory = OffsetOf(image, header, address), identity = -1;
        times = new int[1 + (size / EntrySize)];
        times[0] = header + 8;
        for (int i = 0; i < size / EntrySize; i++)
        {
            int entry = directory + (i * EntrySize);
            times[i + 1] = entry + 4;
            if (BitConverter.ToInt32(image, entry + 12) == CodeView)
                identity = BitConverter.ToInt32(image, entry + 24) + 4; // behind 'RSDS'
        }

        return identity;
    }

    private static int OffsetOf(byte[] image, int header, int address)
    {
        int section = header + 24 + BitConverter.ToUInt16(image, header + 20);
        for (int i = BitConverter.ToUInt16(image, header + 6); i > 0; i--, section += 40)
        {
            int start = BitConverter.ToInt32(image, section + 12), length = BitConverter.ToInt32(image, section + 16);
            if (address >= start && address < start + length)
                return address - start + BitConverter.ToInt32(image, section + 20);
        }

        throw new InvalidDataException("The image has no section for its debug directory.");
    }

    private bool Rename(byte[] old, byte[] hash)
    {
        byte[] symbols = File.ReadAllBytes(Symbols);
        int found = 0;
        for (int at = IndexOf(symbols, old, 0); at >= 0; at = IndexOf(symbols, old, at + 1), found++)
            Array.Copy(hash, 0, symbols, at, IdentitySize);
        if (found == 0)
            Log.LogError("{0} isn't the PDB of {1}", Symbols, Image);
        else
            File.WriteAllBytes(Symbols, symbols);
        return found > 0;
    }

    private static int IndexOf(byte[] all, byte[] part, int from)
    {
        for (int i = Array.IndexOf(all, part[0], from); i >= 0 && i + part.Length <= all.Length; i = Array.IndexOf(all, part[0], i + 1))
        {
            int same = 1;
            while (same < part.Length && all[i + same] == part[same])
                same++;
            if (same == part.Length)
                return i;
        }

        return -1;
    }
}
