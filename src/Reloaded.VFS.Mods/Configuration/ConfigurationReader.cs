using System.Security;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Reads configurations. Thread-safe.</summary>
/// <remarks>
/// Nothing in a file makes it throw: each problem is reported with file, line and key, and every other key still counts. Comments and
/// trailing commas are allowed, and both UTF-8 and UTF-16 are understood.
/// </remarks>
public static class ConfigurationReader
{
    private const long LongestFile = 1 << 20;

    /// <summary>Reads a file, which must exist. The caller decides whether a missing file is a problem.</summary>
    public static ConfigurationResult ReadFile(string file) => ReadFile(file, null);

    /// <summary>Reads a configuration under Wine, under which the file may contain Linux paths.</summary>
    /// <param name="file">As in <see cref="ReadFile(string)"/>.</param>
    /// <param name="fromLinux">As in <see cref="ConfigurationPath.Resolve(string, string, Func{string, string}?)"/>.</param>
    internal static ConfigurationResult ReadFile(string file, Func<string, string>? fromLinux)
    {
        try
        {
            return new FileInfo(file) is { Exists: true, Length: > LongestFile }
                ? new(new(), [Diagnostic.Error("the configuration is larger than 1 MB, so it isn't read") with { File = file }])
                : Parse(File.ReadAllBytes(file), file, fromLinux);
        }
        catch (Exception e) when (e
            is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException or SecurityException)
        {
            string cause = e is FileNotFoundException or DirectoryNotFoundException
                ? "the configuration doesn't exist"
                : $"the configuration can't be read: {ErrorCause.Of(e, file)}";
            return new(new(), [Diagnostic.Error(cause) with { File = file }]);
        }
    }

    /// <summary>Reads the content of a file. Relative paths in it are relative to the folder of <paramref name="file"/>.</summary>
    public static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file) => Parse(content, file, null);

    private static ConfigurationResult Parse(ReadOnlySpan<byte> content, string file, Func<string, string>? fromLinux)
    {
        var keys = new ConfigurationKeys(file, fromLinux);
        if (JsonObject.TryRead(content, file, "{ \"mods\": \"...\" }", keys.Set, keys.Add))
            return new(keys.Build(), keys.Diagnostics) { TargetLocations = keys.TargetLocations };
        return new(new(), keys.Diagnostics);
    }
}

/// <summary>The result of reading a configuration.</summary>
/// <param name="Configuration">
/// The configuration that was read, with the default value for every key that is missing or bad. Never null.
/// </param>
/// <param name="Diagnostics">The problems found in the file, in order of its lines.</param>
public sealed record ConfigurationResult(VfsConfiguration Configuration, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>Gets the location of each of the configuration's targets in the file, in their order.</summary>
    public IReadOnlyList<ConfigurationLocation> TargetLocations { get; init; } = [];

    /// <summary>Gets a value indicating whether a key was bad or the file couldn't be read.</summary>
    public bool HasErrors => Diagnostics.Any(d => d.IsError);
}
