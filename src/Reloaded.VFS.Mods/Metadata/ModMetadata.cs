using System.IO.Enumeration;
using System.IO.Hashing;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>The metadata of a mod, from its <c>mod.json</c> or another mod manager's file. What isn't given is empty. Immutable.</summary>
internal sealed record ModMetadata
{
    public static ModMetadata None { get; } = new();

    /// <summary>Gets the file that the metadata comes from, or null if there is none.</summary>
    public string? File { get; init; }

    /// <summary>Gets a hash of the file's content, which shows whether it has changed, or 0 if there is no file.</summary>
    public ulong Stamp { get; init; }

    /// <summary>Gets the name of another mod manager's file from which the metadata was made, or null if it is the mod's own.</summary>
    public string? From { get; init; }

    /// <summary>Gets the name by which other mods refer to the mod, beside its folder's name, or null if it isn't given.</summary>
    public string? Id { get; init; }

    /// <summary>Gets the mod's display name, or null if it isn't given.</summary>
    public string? Name { get; init; }

    /// <summary>Gets the mod's version as it is written, or null if it isn't given.</summary>
    public string? Version { get; init; }

    /// <summary>Gets where the mod is from, for people, or null if it isn't given.</summary>
    public string? Source { get; init; }

    /// <summary>Gets the mods that must be there and that the mod comes after.</summary>
    public IReadOnlyList<string> Needs { get; init; } = [];

    /// <summary>Gets the mods that the mod comes after, if they are there.</summary>
    public IReadOnlyList<string> After { get; init; } = [];

    /// <summary>Gets the mods that the mod comes before, if they are there.</summary>
    public IReadOnlyList<string> Before { get; init; } = [];

    /// <summary>Gets the mods that mustn't be there.</summary>
    public IReadOnlyList<string> Conflicts { get; init; } = [];

    /// <summary>Gets the patterns of relative paths that are hidden in lower layers, including the game's own files.</summary>
    public IReadOnlyList<string> Hide { get; init; } = [];

    /// <summary>Gets the patterns of relative paths inside the mod that aren't overlaid.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>Gets the rules that say where the mod's parts go, or null if all of it is laid over the game.</summary>
    public IReadOnlyList<MapRule>? Map { get; init; }

    /// <summary>Gets the problems found in the file.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];
}

/// <summary>Reads a mod's metadata: its <c>mod.json</c>, or a substitute for one. Nothing on disk makes it throw. Thread-safe.</summary>
internal static class ModMetadataReader
{
    public const string FileName = "mod.json";

    private const long LongestFile = 1 << 20;

    private static readonly EnumerationOptions s_everything = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    /// <summary>Determines whether a name is that of a <c>mod.json</c>.</summary>
    public static bool IsOwn(ReadOnlySpan<char> name) => NameComparer.Instance.Equals(name, FileName);

    /// <summary>Determines whether a file of a given name in a mod's folder is read.</summary>
    /// <param name="name">The name.</param>
    /// <param name="other">The source of substitutes for a <c>mod.json</c>, or null for none.</param>
    public static bool IsRead(ReadOnlySpan<char> name, IModJsonSource? other) => IsOwn(name) || other?.IsRead(name) == true;

    /// <summary>Reads the metadata of a mod. Returns <see cref="ModMetadata.None"/> if there is none.</summary>
    /// <param name="mod">The mod's name.</param>
    /// <param name="folder">The mod's folder, a host path.</param>
    /// <param name="other">The source of substitutes for a <c>mod.json</c>, or null for none.</param>
    /// <param name="known">The names in the folder for which <see cref="IsRead"/> is true, or null if they aren't known yet.</param>
    public static ModMetadata Read(string mod, string folder, IModJsonSource? other = null, IEnumerable<string>? known = null)
    {
        string[] names = known?.ToArray() ?? FindNames(folder, other);
        return FindName(names, FileName) is { } own && ReadFile(Path.Combine(folder, own), ModJson.Parse) is { } metadata
            ? metadata
            : other?.Find(mod, folder, names) is { } text ? Read(folder, text) : ModMetadata.None;
    }

    private static ModMetadata Read(string folder, ModJsonText text)
    {
        byte[] content = Encoding.UTF8.GetBytes(text.Text);
        ModMetadata metadata = ModJson.Parse(content, Path.Combine(folder, FileName));
        return metadata with
        {
            File = Path.Combine(folder, metadata.From ?? FileName),
            Stamp = XxHash3.HashToUInt64(content),
            Diagnostics = text.Fault is { } fault ? [fault] : metadata.Diagnostics,
        };
    }

    /// <summary>Finds a name among others, in the same letter case or otherwise in any. Returns null if there is none.</summary>
    public static string? FindName(string[] names, string name) =>
        Array.Find(names, other => other == name) ?? Array.Find(names, other => NameComparer.Instance.Equals(other, name));

    /// <summary>Reads a file with metadata. Returns null if there is no such file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="parse">Parses the file's content. Whatever it throws, the mod is there without metadata.</param>
    public static ModMetadata? ReadFile(string file, Func<byte[], string, ModMetadata> parse)
    {
        try
        {
            var info = new FileInfo(file);
            if (!info.Exists)
                return null;
            if (info.Length > LongestFile)
                return Unread(file, "the file is larger than 1 MB, so it isn't read");
            byte[] content = File.ReadAllBytes(file);
            return parse(content, file) with { Stamp = XxHash3.HashToUInt64(content) };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Unread(file, $"the file can't be read: {ErrorCause.Of(e, file)}");
        }
        catch (Exception)
        {
            return Unread(file, "the file can't be understood");
        }
    }

    /// <summary>
    /// Finds the files in a folder that may have metadata, in one listing: Wine searches the whole folder for each name that isn't there.
    /// </summary>
    private static string[] FindNames(string folder, IModJsonSource? other) => FileErrors.Ignore<string[]>(() =>
    [
        .. new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.FileName.ToString(), s_everything)
        {
            ShouldIncludePredicate = (ref FileSystemEntry entry) => IsRead(entry.FileName, other) && !entry.IsDirectory,
        },
    ], otherwise: []);

    private static ModMetadata Unread(string file, string cause) =>
        new() { File = file, Diagnostics = [Diagnostic.Error(cause, file: file)] };
}
