using System.Security;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Reads a configuration. Nothing in a file makes it throw: what is bad is named with file, line and key, and every other key still counts.
/// Comments and trailing commas are allowed; UTF-8 and UTF-16 are understood. Thread-safe.
/// </summary>
public static class ConfigurationReader
{
    private const long LongestFile = 1 << 20;

    /// <summary>Reads a file, which must be there: whether to ask for one that may be missing is the caller's decision.</summary>
    public static ConfigurationResult ReadFile(string file) => ReadFile(file, null);

    /// <summary>Reads a configuration under Wine, where a path in the file may be one of Linux.</summary>
    /// <param name="file">As in <see cref="ReadFile(string)"/>.</param>
    /// <param name="fromLinux">As in <see cref="ConfigurationPath.Resolve(string, string, Func{string, string}?)"/>.</param>
    internal static ConfigurationResult ReadFile(string file, Func<string, string>? fromLinux)
    {
        try
        {
            return new FileInfo(file) is { Exists: true, Length: > LongestFile }
                ? new(new(), [Diagnostic.Error("the configuration has more than 1 MB and isn't read") with { File = file }])
                : Parse(File.ReadAllBytes(file), file, fromLinux);
        }
        catch (Exception e) when (e
            is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException or SecurityException)
        {
            string cause = e is FileNotFoundException or DirectoryNotFoundException
                ? "the configuration isn't there"
                : $"the configuration can't be read: {ErrorCause.Of(e, file)}";
            return new(new(), [Diagnostic.Error(cause) with { File = file }]);
        }
    }

    /// <summary>Reads what is in a file. Relative paths in it are relative to the folder of <paramref name="file"/>.</summary>
    public static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file) => Parse(content, file, null);

    private static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file, Func<string, string>? fromLinux)
    {
        var keys = new ConfigurationKeys(file, fromLinux);
        if (JsonObject.TryRead(content, file, "{ \"mods\": \"...\" }", keys.Set, keys.Add))
            return new(keys.Build(), keys.Diagnostics) { TargetPlaces = keys.TargetPlaces };
        return new(new(), keys.Diagnostics);
    }
}

/// <summary>What came of reading a configuration.</summary>
/// <param name="Configuration">What could be read; the default value for every key that is missing or bad. Never null.</param>
/// <param name="Diagnostics">What is the matter with the file, in order of its lines.</param>
public sealed record ConfigurationResult(VfsConfiguration Configuration, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>Where each of the configuration's targets stands in the file, in their order.</summary>
    public IReadOnlyList<ConfigurationPlace> TargetPlaces { get; init; } = [];

    /// <summary>Whether a key was bad or the file couldn't be read.</summary>
    public bool HasErrors => Diagnostics.Any(d => d.IsError);
}
