using System.Security.Cryptography;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>A file that was put into the game's folder.</summary>
/// <param name="Path">Its path below the folder, with slashes.</param>
/// <param name="Sha256">What was put there, as hexadecimal digits; a file with another hash isn't rvfs's any more.</param>
internal sealed record InstalledFile(string Path, string Sha256)
{
    /// <summary>Whether the file is as it was put there.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    public bool IsUnchanged(string folder) =>
        HashOf(File.ReadAllBytes(System.IO.Path.Combine(folder, Path))) == Sha256;

    /// <summary>The hash of a file's bytes, as <see cref="Sha256"/> has it.</summary>
    public static string HashOf(byte[] content) => Convert.ToHexStringLower(SHA256.HashData(content));
}

/// <summary>A value that was set in a Wine prefix's registry.</summary>
/// <param name="Prefix">The prefix's folder; null where rvfs.exe has set it in the prefix that it ran in.</param>
/// <param name="Key">The key below HKEY_CURRENT_USER.</param>
/// <param name="Value">The value's name: the DLL without its extension.</param>
internal sealed record InstalledValue(string? Prefix, string Key, string Value)
{
    /// <summary>The keys that were made for it, the lowest first.</summary>
    public IReadOnlyList<string> NewKeys { get; init; } = [];
}

/// <summary>What <c>rvfs install</c> has put beside a game: <c>rvfs/install.json</c>. Immutable.</summary>
internal sealed record InstallManifest
{
    private const int CurrentFormat = 1;

    /// <summary>The form of the file.</summary>
    public int Format { get; init; } = CurrentFormat;

    /// <summary>The version of rvfs that wrote it.</summary>
    public string Version { get; init; } = CliVersion.Text;

    /// <summary>The game's program, a name.</summary>
    public required string Game { get; init; }

    /// <summary>The state of the folder before (<see cref="FolderFingerprint"/>).</summary>
    public required string Before { get; init; }

    /// <summary>Whether there was a folder of reports before; one that came later goes with the rest.</summary>
    public required bool HadLogs { get; init; }

    /// <summary>The files.</summary>
    public IReadOnlyList<InstalledFile> Files { get; init; } = [];

    /// <summary>The folders that were made, each after the one that it lies in.</summary>
    public IReadOnlyList<string> Folders { get; init; } = [];

    /// <summary>What was set in a Wine prefix's registry; null where nothing was.</summary>
    public InstalledValue? Registry { get; init; }

    /// <summary>Where the manifest lies.</summary>
    /// <param name="ownFolder">The folder <c>rvfs</c> beside the game.</param>
    public static string FileIn(string ownFolder) => Path.Combine(ownFolder, InstalledGame.FileName);

    /// <summary>The manifest of a game; null where nothing is installed.</summary>
    /// <exception cref="CliException">It is damaged, or of a newer version.</exception>
    public static InstallManifest? Read(string ownFolder)
    {
        string file = FileIn(ownFolder);
        if (!File.Exists(file))
            return null;
        try
        {
            InstallManifest? manifest = JsonSerializer.Deserialize(File.ReadAllBytes(file), InstallJsonContext.Default.InstallManifest);
            // The serialiser lets null stand for an element of a list.
            if (manifest is { Format: CurrentFormat, Files: not null, Folders: not null }
                && manifest.Files.All(f => f is { Path: not null, Sha256: not null } && IsBelow(f.Path))
                && manifest.Folders.All(f => f is not null && IsBelow(f))
                && manifest.Registry is null or { NewKeys: not null, Key: not null, Value: not null })
                return manifest;
        }
        catch (JsonException)
        {
            // As below.
        }

        throw new CliException(ExitCodes.Failed, $"'{file}' is damaged, or of another version of rvfs: it can't be told what is installed.",
            "Use the version that installed it.");
    }

    /// <summary>
    /// The files that are there as they were put there. Of each that something else has changed, a message says that it is left alone.
    /// </summary>
    /// <param name="folder">The game's folder.</param>
    /// <param name="hasChanged">Whether there is one that has changed.</param>
    /// <exception cref="IOException">One can't be read.</exception>
    public IReadOnlyList<InstalledFile> FindOwn(string folder, out bool hasChanged)
    {
        List<InstalledFile> own = [];
        hasChanged = false;
        // An update that was broken off has left both hashes.
        foreach (IGrouping<string, InstalledFile> file in Files.GroupBy(f => f.Path).Where(f => File.Exists(Path.Combine(folder, f.Key))))
        {
            if (file.FirstOrDefault(f => f.IsUnchanged(folder)) is { } unchanged)
            {
                own.Add(unchanged);
                continue;
            }

            Messages.Warn($"'{file.Key}' isn't what rvfs has put there any more; it is left alone.");
            hasChanged = true;
        }

        return own;
    }

    /// <summary>Writes it, never half of it.</summary>
    /// <exception cref="IOException">It can't be written.</exception>
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

/// <summary>The serialisers as they are used: names stay as they are.</summary>
internal static class InstallJson
{
    public static readonly InstallJsonContext Context =
        new(new(InstallJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
