using System.Text;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Ui.Serving;

/// <summary>A preview of a file of the game or of a mod in the browser: a picture or a text.</summary>
internal static class Preview
{
    private const int MostText = 256 * 1024, MostPicture = 32 * 1024 * 1024;

    /// <summary>Reads a file.</summary>
    /// <returns>Its type and its content; null for a file that is neither, or can't be read.</returns>
    public static (string Type, byte[] Content)? Read(string file) => FileErrors.Ignore<(string Type, byte[] Content)?>(() =>
    {
        using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] head = new byte[(int)Math.Min(stream.Length, MostText)];
        stream.ReadExactly(head);
        if (PictureType(head) is { } type)
        {
            if (stream.Length > MostPicture)
                return null;
            byte[] all = new byte[(int)stream.Length];
            head.CopyTo(all, 0);
            stream.ReadExactly(all.AsSpan(head.Length));
            return (type, all);
        }

        return TextOf(head, stream.Length > head.Length) is { } text
            ? ("text/plain; charset=utf-8", Encoding.UTF8.GetBytes(text))
            : null;
    }, null);

    /// <summary>Returns a picture's type by its first bytes. A picture that can hold a script (SVG) is a text.</summary>
    private static string? PictureType(ReadOnlySpan<byte> head) =>
        head.Length > 4 && head[0] == 0x89 && head[1..4].SequenceEqual("PNG"u8) ? "image/png"
        : head.Length > 3 && head[0] == 0xFF && head[1] == 0xD8 && head[2] == 0xFF ? "image/jpeg"
        : head.StartsWith("GIF8"u8) ? "image/gif"
        : head.Length > 12 && head.StartsWith("RIFF"u8) && head[8..12].SequenceEqual("WEBP"u8) ? "image/webp"
        : head.Length > 30 && head.StartsWith("BM"u8) && head[14] is 40 or 108 or 124 ? "image/bmp"
        : null;

    private static string? TextOf(ReadOnlySpan<byte> content, bool isCut)
    {
        if (content.StartsWith((ReadOnlySpan<byte>)[0xFF, 0xFE]))
            return Encoding.Unicode.GetString(content[2..]);
        if (content.Contains((byte)0))
            return null;
        if (content.StartsWith(Encoding.UTF8.Preamble))
            content = content[Encoding.UTF8.Preamble.Length..];
        // A character that the end has cut in two.
        for (int cut = 0; cut <= (isCut ? 3 : 0) && cut <= content.Length; cut++)
        {
            if (System.Text.Unicode.Utf8.IsValid(content[..^cut]))
                return Encoding.UTF8.GetString(content[..^cut]);
        }

        return Encoding.Latin1.GetString(content);
    }
}
