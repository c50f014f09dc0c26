using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>A file's size in bytes and its time of change in seconds since 1970, UTC, which are the same on Windows and Linux.</summary>
internal sealed record FileStamp(long Size, long Time)
{
    /// <summary>Returns the stamp of a file, or null if it can't be read.</summary>
    public static FileStamp? Of(string path)
    {
        try
        {
            FileInfo file = new(path);
            return file.Exists ? new FileStamp(file.Length, new DateTimeOffset(file.LastWriteTimeUtc).ToUnixTimeSeconds()) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}

/// <summary>A file of the game that a mod replaces, with the stamps of both files when the mod's file was first seen.</summary>
/// <param name="Path">The path below the target, with backslashes.</param>
/// <param name="Mod">The mod that wins the path.</param>
/// <param name="Replacement">The mod's file.</param>
/// <param name="Original">The game's file.</param>
internal sealed record ReplacedFile(string Path, string Mod, FileStamp Replacement, FileStamp Original);

/// <summary>
/// The record of the game's own files when mods first replaced them, so that a doctor can tell if the game has brought new ones since. It
/// is kept beside the start reports. Immutable.
/// </summary>
internal sealed record OriginalsRecord(IReadOnlyList<ReplacedFile> Files)
{
    private const string Name = "originals.json";

    /// <summary>Returns the record in the first of several folders of logs that has one, or an empty record if none has.</summary>
    public static OriginalsRecord Read(IEnumerable<string> logFolders)
    {
        foreach (string file in logFolders.Select(f => Path.Combine(f, Name)).Where(File.Exists))
        {
            try
            {
                OriginalsRecord? record = JsonSerializer.Deserialize(File.ReadAllBytes(file), OriginalsJsonContext.Default.OriginalsRecord);
                return new OriginalsRecord([
                    .. (record?.Files ?? []).Where(f => f is { Path: not null, Replacement: not null, Original: not null })]);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
            {
                // Nothing is known, and the next run begins a new record.
            }
        }

        return new OriginalsRecord([]);
    }

    /// <summary>Returns the record after a run. Known files stay, unless the mod's file has changed.</summary>
    public OriginalsRecord With(ModResolver resolver)
    {
        Dictionary<string, ReplacedFile> known = Files.DistinctBy(f => f.Path).ToDictionary(f => f.Path);
        List<ReplacedFile> files = [];
        foreach ((string path, string mod, string replacement, string original) in Replaced(resolver))
        {
            if (FileStamp.Of(replacement) is not { } replaced)
                continue;
            if (known.TryGetValue(path, out ReplacedFile? before) && before.Mod == mod && before.Replacement == replaced)
                files.Add(before);
            else if (FileStamp.Of(original) is { } games)
                files.Add(new ReplacedFile(path, mod, replaced, games));
        }

        return new OriginalsRecord(files);
    }

    /// <summary>Determines whether a record lies beside the start report.</summary>
    public static bool IsBeside(string reportFile) => File.Exists(PathBeside(reportFile));

    /// <summary>Writes the record beside the start report.</summary>
    /// <exception cref="IOException">The record can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The record may not be written.</exception>
    public void Write(string reportFile)
    {
        string file = PathBeside(reportFile);
        if (Files.Count == 0 && !File.Exists(file))
            return;
        AtomicFile.Write(file, JsonSerializer.SerializeToUtf8Bytes(this, OriginalsJson.Context.OriginalsRecord), outlivesPowerCut: false);
    }

    private static string PathBeside(string reportFile) => Path.Combine(Path.GetDirectoryName(reportFile)!, Name);

    /// <summary>Returns the files of the game that mods replace, with both real files.</summary>
    public static IEnumerable<(string Path, string Mod, string Replacement, string Original)> Replaced(ModResolver resolver)
    {
        foreach (AppliedTarget target in resolver.Applied.Targets)
        {
            // Each line contains the winner: asking for all providers of each path would take as many steps as there are mods.
            foreach (SeenName name in resolver.List(target.Folder, onlyMods: true).Where(n => n.ReplacesGame && n.Mod is not null))
            {
                if (resolver.FindOwn(target, name.Path) is { } own)
                    yield return (name.Path, name.Mod!, name.Source, own.Path);
            }
        }
    }
}

/// <summary>The generated serializers.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(OriginalsRecord))]
internal sealed partial class OriginalsJsonContext : JsonSerializerContext;

/// <summary>The serializers as they are used, which leave names as they are.</summary>
internal static class OriginalsJson
{
    public static readonly OriginalsJsonContext Context =
        new(new(OriginalsJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
