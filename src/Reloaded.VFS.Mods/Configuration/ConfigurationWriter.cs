using System.Text.Encodings.Web;
using System.Text.Json;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>
/// Writes a configuration so that <see cref="ConfigurationReader"/> reads the same one: what the launcher hands to the DLL.
/// </summary>
public static class ConfigurationWriter
{
    // Not for a web page: paths with umlauts should stay readable.
    private static readonly ConfigurationJsonContext Context =
        new(new(ConfigurationJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    /// <summary>The configuration as JSON, UTF-8. What isn't given is left out.</summary>
    /// <exception cref="ArgumentException">A path is one that <see cref="ConfigurationPath.Validate"/> refuses.</exception>
    public static byte[] ToJson(VfsConfiguration configuration)
    {
        string?[] paths = [.. configuration.Targets, configuration.Mods, configuration.Order, configuration.Log, configuration.Report,
            configuration.Events, configuration.Overwrite];
        foreach (string? path in paths)
        {
            if (path is not null && ConfigurationPath.Validate(path) is string cause)
                throw new ArgumentException($"{path}: {cause}", nameof(configuration));
        }

        var document = new ConfigurationDocument
        {
            Targets = configuration.Targets.Count > 0 ? configuration.Targets : null,
            Mods = configuration.Mods,
            Set = configuration.Set,
            Order = configuration.Order,
            Include = configuration.Include.Count > 0 ? configuration.Include : null,
            Map = configuration.Map.Count > 0
                ? [.. configuration.Map.Select(rule => new MapDocument(rule.From, rule.To.Length == 0 ? "." : rule.To, rule.Place))]
                : null,
            Writes = configuration.Writes,
            Overwrite = configuration.Overwrite,
            InPlace = configuration.InPlace.Count > 0 ? configuration.InPlace : null,
            LargestCopy = configuration.LargestCopy != VfsConfiguration.DefaultLargestCopy ? configuration.LargestCopy : null,
            Undo = configuration.Undo ? true : null,
            Names = configuration.Names,
            Follow = configuration.Follow,
            Leave = configuration.Leave,
            Log = configuration.Log,
            OnError = configuration.OnError,
            Offline = configuration.Offline,
            Autostart = configuration.Autostart ? null : false,
            Report = configuration.Report,
            Events = configuration.Events,
        };
        return JsonSerializer.SerializeToUtf8Bytes(document, Context.ConfigurationDocument);
    }

    /// <summary>Writes a file, never half of it. Relative paths in it are then relative to the folder of <paramref name="file"/>.</summary>
    /// <exception cref="ArgumentException">As for <see cref="ToJson"/>.</exception>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file may not be written.</exception>
    public static void WriteFile(VfsConfiguration configuration, string file) => AtomicFile.Write(file, ToJson(configuration));
}
