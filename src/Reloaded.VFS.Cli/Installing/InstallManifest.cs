using System.Security.Cryptography;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>A file that was put into the game's folder.</summary>
/// <param name="Path">The path relative to the folder, with slashes.</param>
/// <param name="Sha256">The hash of the content, as hexadecimal digits. A file with another hash no longer belongs to rvfs.</param>
internal sealed record InstalledFile(string Path, string Sha256)
{
    /// <summary>Determines whether the file is unchanged.</summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    public bool IsUnchanged(string folder) =>
        HashOf(File.ReadAllBytes(System.IO.Path.Combine(folder, Path))) == Sha256;

    /// <summary>Returns the hash of a file's bytes, in the form of <see cref="Sha256"/>.</summary>
    public static string HashOf(byte[] content) => Convert.ToHexStringLower(SHA256.HashData(content));
}

/// <summary>A value that was set in a Wine prefix's registry.</summary>
/// <param name="Prefix">The prefix's folder; null if rvfs.exe has set the value in the prefix in which it ran.</param>
/// <param name="Key">The key relative to HKEY_CURRENT_USER.</param>
/// <param name="Value">The value's name: the DLL without its extension.</param>
internal sealed record InstalledValue(string? Prefix, string Key, string Value)
{
    /// <summary>Gets the keys that were created for the value, the lowest first.</summary>
    public IReadOnlyList<string> NewKeys { get; init; } = [];
}

/// <summary>The record of what <c>rvfs install</c> has put beside a game: <c>rvfs/install.json</c>. Immutable.</summary>
internal sealed record InstallManifest
{
    private const int CurrentFormat = 1;

    public int Format { get; init; } = CurrentFormat;

    /// <summary>Gets the version of rvfs that wrote the file.</summary>
    public string Version { get; init; } = CliVersion.Text;

    /// <summary>Gets the name of the game's program.</summary>
    public required string Game { get; init; }

    /// <summary>
    /// Gets the path from the program's folder to the game's, with slashes (<c>../..</c>), or null if that is the program's own.
    /// </summary>
    [JsonPropertyName(InstalledGame.RootKey)]
    public string? Root { get; init; }

    /// <summary>Gets the state of the folder before the installation (<see cref="FolderFingerprint"/>).</summary>
    public required string Before { get; init; }

    /// <summary>Gets a value indicating whether there was a folder of reports before. One that was created later is removed, too.</summary>
    public required bool HadLogs { get; init; }

    public IReadOnlyList<InstalledFile> Files { get; init; } = [];

    /// <summary>Gets the folders that were created, each after its parent.</summary>
    public IReadOnlyList<string> Folders { get; init; } = [];

    /// <summary>Gets the value that was set in a Wine prefix's registry, or null.</summary>
    public InstalledValue? Registry { get; init; }

    /// <summary>Returns the path of the manifest.</summary>
    /// <param name="ownFolder">The folder <c>rvfs</c> beside the game.</param>
    public static string FileIn(string ownFolder) => Path.Combine(ownFolder, InstalledGame.FileName);

    /// <summary>Reads the manifest of a game. Returns null if nothing is installed.</summary>
    /// <exception cref="CliException">The manifest is damaged, or of a newer version.</exception>
    public static InstallManifest? Read(string ownFolder)
    {
        string file = FileIn(ownFolder);
        if (!File.Exists(file))
            return null;
        try
        {
            InstallManifest? manifest = JsonSerializer.Deserialize(File.ReadAllBytes(file), InstallJsonContext.Default.InstallManifest);
            // The serialiser accepts null elements in a list.
            if (manifest is { Format: CurrentFormat, Files: not null, Folders: not null }
                && manifest.Files.All(f => f is { Path: not null, Sha256: not null } && IsBelow(f.Path))
                && manifest.Folders.All(f => f is not null && IsBelow(f))
                && (manifest.Root is null || InstalledGame.IsAbove(manifest.Root))
                && manifest.Registry is null or { NewKeys: not null, Key: not null, Value: not null })
                return manifest;
        }
        catch (JsonException)
        {
            // Handled below.
        }

        throw new CliException($"'{file}' is damaged, or written by another version of rvfs.",
            "Use the version of rvfs that installed it.");
    }

    /// <summary>Returns the files that are unchanged. A message names each file that has changed since, and says that it stays.</summary>
    /// <param name="folder">The game's folder.</param>
    /// <param name="hasChanged">True if a file has changed.</param>
    /// <exception cref="IOException">A file can't be read.</exception>
    public IReadOnlyList<InstalledFile> FindOwn(string folder, out bool hasChanged)
    {
        List<InstalledFile> own = [];
        hasChanged = false;
        // An interrupted update has left both hashes.
        foreach (IGrouping<string, InstalledFile> file in Files.GroupBy(f => f.Path).Where(f => File.Exists(Path.Combine(folder, f.Key))))
        {
            if (file.FirstOrDefault(f => f.IsUnchanged(folder)) is { } unchanged)
            {
                own.Add(unchanged);
                continue;
            }

            Messages.Warn($"'{file.Key}' has changed since rvfs installed it, and is left alone.");
            hasChanged = true;
        }

        return own;
    }

    /// <summary>Writes the manifest, completely or not at all.</summary>
    /// <exception cref="IOException">The manifest can't be written.</exception>
    public void Write(string ownFolder) =>
        AtomicFile.Write(FileIn(ownFolder), JsonSerializer.SerializeToUtf8Bytes(this, InstallJson.Context.InstallManifest));

    // The file may have been edited: nothing outside the game's folder is ever deleted.
    private static bool IsBelow(string path) =>
        path.Length > 0 && !path.Contains('\0') && !Path.IsPathRooted(path) && !path.Contains(':') && !path.Split('/', '\\').Contains("..");
}

/// <summary>The generated serialisers.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    WriteIndented = true)]
[JsonSerializable(typeof(InstallManifest))]
internal sealed partial class InstallJsonContext : JsonSerializerContext;

/// <summary>The serialisers with the options in use: names aren't escaped.</summary>
internal static class InstallJson
{
    public static readonly InstallJsonContext Context =
        new(new(InstallJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
