using System;
using System.IO;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>
/// A task that copies a console program as a program of Windows' GUI subsystem, which opens no console window: the same bytes except for
/// that field and the checksum.
/// </summary>
public sealed class WindowlessTwin : Task
{
    private const ushort Gui = 2; // IMAGE_SUBSYSTEM_WINDOWS_GUI

    /// <summary>Gets or sets the program's file.</summary>
    [Required]
    public string Image { get; set; }

    /// <summary>Gets or sets the copy's file.</summary>
    [Required]
    public string Twin { get; set; }

    /// <inheritdoc/>
    public override bool Execute()
    {
        byte[] image = File.ReadAllBytes(Image);
        int optional = BitConverter.ToInt32(image, 0x3C) + 24, checksum = optional + 64, subsystem = optional + 68;
        BitConverter.GetBytes(Gui).CopyTo(image, subsystem);
        Array.Clear(image, checksum, 4);
        // The sum of the file's 16-bit words with carry, and its length.
        uint sum = 0;
        for (int i = 0; i < image.Length; i += 2)
        {
            sum += (uint)(image[i] | (i + 1 < image.Length ? image[i + 1] << 8 : 0));
            sum = (sum & 0xFFFF) + (sum >> 16);
        }

        BitConverter.GetBytes(sum + (uint)image.Length).CopyTo(image, checksum);
        File.WriteAllBytes(Twin, image);
        return true;
    }
}
