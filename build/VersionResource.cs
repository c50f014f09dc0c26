using System;
using System.IO;
using System.Text;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

/// <summary>
/// A task that writes a compiled resource file (.res) with only a VERSIONINFO, for images without managed code. Every linker accepts the
/// file, and no resource compiler is needed.
/// </summary>
/// <remarks>Layout: winnt.h (RESOURCEHEADER), verrsrc.h (VS_VERSIONINFO).</remarks>
public sealed class VersionResource : Task
{
    private const ushort VersionType = 16, Neutral = 0, Unicode = 1200;

    /// <summary>Gets or sets the output file.</summary>
    [Required]
    public string Output { get; set; }

    /// <summary>Gets or sets the version: <c>1.2.3</c>, optionally followed by a text.</summary>
    [Required]
    public string Version { get; set; }

    /// <summary>Gets or sets the image's file name.</summary>
    [Required]
    public string FileName { get; set; }

    /// <summary>Gets or sets a short description of the image.</summary>
    [Required]
    public string Description { get; set; }

    /// <summary>Gets or sets the product's name.</summary>
    [Required]
    public string Product { get; set; }

    /// <summary>Gets or sets the company's name.</summary>
    [Required]
    public string Company { get; set; }

    /// <summary>Gets or sets the copyright.</summary>
    [Required]
    public string Copyright { get; set; }

    /// <inheritdoc/>
    public override bool Execute()
    {
        byte[] strings = Block("StringFileInfo", true, new byte[0], 0, Block("000004b0", true, new byte[0], 0,
            Text("CompanyName", Company), Text("FileDescription", Description), Text("FileVersion", Version),
            Text("InternalName", FileName), Text("LegalCopyright", Copyright), Text("OriginalFilename", FileName),
            Text("ProductName", Product), Text("ProductVersion", Version)));
        byte[] translation = Write(w => { w.Write(Neutral); w.Write(Unicode); });
        byte[] languages = Block("VarFileInfo", true, new byte[0], 0, Block("Translation", false, translation, translation.Length));
        byte[] numbers = Fixed();
        byte[] version = Block("VS_VERSION_INFO", false, numbers, numbers.Length, strings, languages);
        byte[] file = Write(w =>
        {
            Header(w, 0, 0, 0, 0, 0); // marks a file of 32-bit Windows, not 16-bit
            Header(w, version.Length, VersionType, 1, 0x30, Neutral);
            w.Write(version);
            Align(w);
        });
        if (!File.Exists(Output) || !Equal(File.ReadAllBytes(Output), file))
            File.WriteAllBytes(Output, file);
        return true;
    }

    private byte[] Fixed()
    {
        string[] parts = Version.Split('-')[0].Split('.');
        uint high = uint.Parse(parts[0]) << 16 | uint.Parse(parts[1]), low = uint.Parse(parts[2]) << 16;
        return Write(w =>
        {
            // Signature, structure, file and product version, flags, Windows NT, a DLL, no time.
            foreach (uint value in new uint[] { 0xFEEF04BD, 0x10000, high, low, high, low, 0x3F, 0, 0x40004, 2, 0, 0, 0 })
                w.Write(value);
        });
    }

    private static void Header(BinaryWriter w, int size, ushort type, ushort name, ushort flags, ushort language)
    {
        w.Write(size);
        w.Write(32);
        foreach (ushort id in new[] { type, name })
        {
            w.Write((ushort)0xFFFF);
            w.Write(id);
        }

        w.Write(0);
        w.Write(flags);
        w.Write(language);
        w.Write(0L);
    }

    private static byte[] Text(string key, string value) =>
        Block(key, true, Encoding.Unicode.GetBytes(value + "\0"), value.Length + 1);

    /// <summary>Creates a block: length, value's length, kind, key, value, children; each part begins at a multiple of four.</summary>
    private static byte[] Block(string key, bool isText, byte[] value, int valueLength, params byte[][] children)
    {
        byte[] block = Write(w =>
        {
            w.Write((ushort)0);
            w.Write((ushort)valueLength);
            w.Write((ushort)(isText ? 1 : 0));
            w.Write(Encoding.Unicode.GetBytes(key + "\0"));
            Align(w);
            w.Write(value);
            foreach (byte[] child in children)
            {
                Align(w);
                w.Write(child);
            }
        });
        BitConverter.GetBytes((ushort)block.Length).CopyTo(block, 0);
        return block;
    }

    private static byte[] Write(Action<BinaryWriter> content)
    {
        using (var stream = new MemoryStream())
        {
            var writer = new BinaryWriter(stream);
            content(writer);
            writer.Flush();
            return stream.ToArray();
        }
    }

    private static void Align(BinaryWriter w)
    {
        w.Flush();
        while (w.BaseStream.Position % 4 != 0)
            w.Write((byte)0);
    }

    private static bool Equal(byte[] a, byte[] b)
    {
        int same = 0;
        while (same < a.Length && same < b.Length && a[same] == b[same])
            same++;
        return same == a.Length && same == b.Length;
    }
}
