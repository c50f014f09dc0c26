using System.Text;
using SharpCompress.Common;

namespace Reloaded.VFS.Cli.Archives.Unpacking;

/// <summary>A decoder of names of zip entries that don't specify their encoding. Thread-safe.</summary>
/// <remarks>
/// The format's specification requires code page 437 (APPNOTE.TXT, appendix D); archives from Linux and macOS have UTF-8, and those from a
/// Japanese Windows code page 932.
/// </remarks>
internal static class LegacyNames
{
    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    private static readonly Encoding s_japanese = CodePagesEncodingProvider.Instance.GetEncoding(932, EncoderFallback.ExceptionFallback,
        DecoderFallback.ExceptionFallback)!;
    private static readonly Encoding s_dos = CodePagesEncodingProvider.Instance.GetEncoding(437)!;

    /// <summary>Gets the encoding for the archive library.</summary>
    public static IArchiveEncoding Encoding { get; } = new ArchiveEncoding
    {
        CustomDecoder = (bytes, start, length, _) => Decode(bytes.AsSpan(start, length)),
    };

    /// <summary>Decodes a name.</summary>
    /// <param name="name">The name's bytes.</param>
    public static string Decode(ReadOnlySpan<byte> name)
    {
        if (!name.ContainsAnyInRange((byte)0x80, (byte)0xFF))
            return System.Text.Encoding.ASCII.GetString(name);
        return TryDecode(s_utf8, name) ?? (LooksJapanese(name) ? TryDecode(s_japanese, name) : null) ?? s_dos.GetString(name);
    }

    private static string? TryDecode(Encoding encoding, ReadOnlySpan<byte> name)
    {
        try
        {
            return encoding.GetString(name);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    /// <summary>
    /// Determines whether every character beyond ASCII has two bytes and at least one is kana or kanji. European names in code page 437
    /// have single letters between ASCII ones.
    /// </summary>
    private static bool LooksJapanese(ReadOnlySpan<byte> name)
    {
        bool hasJapanese = false;
        for (int i = 0; i < name.Length; i++)
        {
            byte lead = name[i];
            if (lead < 0x80)
                continue;
            bool isLead = lead is >= 0x81 and <= 0x9F or >= 0xE0 and <= 0xFC;
            // A European letter between two ASCII ones: the second byte of a pair may be ASCII, but seldom a small letter or a dot.
            if (!isLead || ++i == name.Length || name[i] < 0x40)
                return false;
            hasJapanese |= (lead == 0x82 && name[i] >= 0x9F) || lead == 0x83 || lead is >= 0x88 and <= 0x9F or >= 0xE0 and <= 0xEA;
        }

        return hasJapanese;
    }
}
