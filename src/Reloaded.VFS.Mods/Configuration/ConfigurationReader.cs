using System.Security;
using System.Text;
using System.Text.Json;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Reads a configuration. Nothing in a file makes it throw: what is bad is named with file, line and key, and every other key still counts.
/// Comments and trailing commas are allowed; UTF-8 and UTF-16 are understood. Thread-safe.
/// </summary>
public static class ConfigurationReader
{
    /// <summary>Reads a file, which must be there: whether to ask for one that may be missing is the caller's decision.</summary>
    public static ConfigurationResult ReadFile(string file)
    {
        try
        {
            return Parse(File.ReadAllBytes(file), file);
        }
        catch (Exception e) when (e
            is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException or SecurityException)
        {
            string cause = e is FileNotFoundException or DirectoryNotFoundException
                ? "the configuration isn't there"
                : $"the configuration can't be read: {e.Message.TrimEnd('.')}";
            return new(new(), [Diagnostic.Error(cause) with { File = file }]);
        }
    }

    /// <summary>Reads what is in a file. Relative paths in it are relative to the folder of <paramref name="file"/>.</summary>
    public static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file)
    {
        TextFileEncoding encoding = TextFile.Detect(ref content);
        if (encoding != TextFileEncoding.Utf8)
            content = Encoding.UTF8.GetBytes(TextFile.DecodeUtf16(content, encoding));
        if (TextFile.FindInvalidUtf8(content) is int bad and >= 0)
        {
            return new(new(),
                [Diagnostic.Error("not valid UTF-8") with
                {
                    File = file,
                    Line = TextFile.LineOf(content, bad),
                    Fix = "save the file as UTF-8",
                }]);
        }

        if (content.Trim(" \t\r\n"u8).IsEmpty)
            return new(new(), [Diagnostic.Error("the file is empty") with { File = file, Line = 1, Fix = "write {} or delete the file" }]);

        var keys = new ConfigurationKeys(file);
        try
        {
            ReadDocument(content, keys);
        }
        catch (JsonException e)
        {
            keys.Add(SyntaxError(content, e));
        }

        return new(keys.Build(), keys.Diagnostics) { TargetPlaces = keys.TargetPlaces };
    }

    /// <summary>
    /// Walks the document's keys; the syntax of everything is checked here, the type of each value by <see cref="ConfigurationKeys"/>.
    /// </summary>
    private static void ReadDocument(ReadOnlySpan<byte> content, ConfigurationKeys keys)
    {
        var reader = new Utf8JsonReader(content,
            new JsonReaderOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            keys.Add(Diagnostic.Error("must be an object in braces: { \"mods\": \"...\" }") with
            {
                Line = TextFile.LineOf(content, (int)reader.TokenStartIndex),
            });
            return;
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            int line = TextFile.LineOf(content, (int)reader.TokenStartIndex);
            string key = KeyText(ref reader);
            reader.Read();
            int start = (int)reader.TokenStartIndex;
            reader.Skip();
            keys.Set(key, line, content[start..(int)reader.BytesConsumed], TextFile.LineOf(content, start));
        }
        // Whatever follows the object is an error of the reader's.
        reader.Read();
    }

    private static string KeyText(ref Utf8JsonReader reader)
    {
        try
        {
            return reader.GetString()!;
        }
        catch (InvalidOperationException)
        {
            // An escaped half of a surrogate pair: no key of ours, show it as it is written.
            return Encoding.UTF8.GetString(reader.ValueSpan);
        }
    }

    private static Diagnostic SyntaxError(ReadOnlySpan<byte> content, JsonException e)
    {
        // The reader's own message may be stripped from a trimmed image; the place says enough.
        int line = (int)Math.Min(e.LineNumber ?? 0, int.MaxValue - 1) + 1;
        int column = (int)Math.Min(e.BytePositionInLine ?? 0, int.MaxValue - 1);
        ReadOnlySpan<byte> text = content;
        for (int i = 1; i < line && text.IndexOf((byte)'\n') is int end and >= 0; i++)
            text = text[(end + 1)..];
        if (text.IndexOf((byte)'\n') is int lineEnd and >= 0)
            text = text[..lineEnd];
        bool backslash = text.Contains((byte)'\\');
        string shown = Encoding.UTF8.GetString(text).Trim();
        if (shown.Length > 80)
            shown = shown[..79] + "…";
        return Diagnostic.Error($"not valid JSON at column {column + 1}: {(shown.Length == 0 ? "the text ends too early" : shown)}") with
        {
            Line = line,
            Fix = backslash
                ? @"in JSON, write each backslash of a path twice (C:\\games\\mods), or use / instead"
                : "look for a missing comma, quote or brace here or in the line before",
        };
    }
}
