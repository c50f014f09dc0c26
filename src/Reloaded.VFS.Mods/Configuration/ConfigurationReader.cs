using System.Security;
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
        var keys = new ConfigurationKeys(file);
        if (JsonObject.TryRead(content, file, "{ \"mods\": \"...\" }", keys.Set, keys.Add))
            return new(keys.Build(), keys.Diagnostics) { TargetPlaces = keys.TargetPlaces };
        return new(new(), keys.Diagnostics);
    }
}
