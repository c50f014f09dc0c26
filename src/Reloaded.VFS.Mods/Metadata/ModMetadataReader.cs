using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>
/// Reads what a mod says of itself: <c>mod.json</c>, and where that is missing the file of another mod manager. Nothing on disk makes it
/// throw. Thread-safe.
/// </summary>
internal static class ModMetadataReader
{
    /// <summary>The project's own file.</summary>
    public const string FileName = "mod.json";

    private const long LongestFile = 1 << 20;

    private static readonly EnumerationOptions s_anyCase = new() { MatchCasing = MatchCasing.CaseInsensitive, AttributesToSkip = 0 };

    // In the order in which they count: the first that is there is the one.
    private static readonly (string Name, Func<byte[], string, ModMetadata> Parse)[] s_files =
    [
        (FileName, (content, file) => ModJson.Parse(content, file)),
        ("ModConfig.json", ForeignMetadata.ReadReloaded),
        ("manifest.json", ForeignMetadata.ReadThunderstore),
        ("meta.ini", ForeignMetadata.ReadModOrganizer),
    ];

    /// <summary>Whether a file of that name in a mod's folder is read.</summary>
    public static bool IsRead(string name) => Array.Exists(s_files, file => NameComparer.Instance.Equals(file.Name, name))
        || name.EndsWith(Me3Profile.Ending, StringComparison.OrdinalIgnoreCase);

    /// <summary>What the mod in a folder says; <see cref="ModMetadata.None"/> where it says nothing.</summary>
    /// <param name="folder">The mod's folder, a host path.</param>
    public static ModMetadata Read(string folder)
    {
        foreach ((string name, Func<byte[], string, ModMetadata> parse) in s_files)
        {
            if (Read(Path.Combine(folder, name), parse) is { } metadata)
                return metadata;
        }

        return FindProfile(folder) is { } profile ? Read(profile, Me3Profile.Read) ?? ModMetadata.None : ModMetadata.None;
    }

    /// <summary>What a file says; null where it isn't there.</summary>
    private static ModMetadata? Read(string file, Func<byte[], string, ModMetadata> parse)
    {
        try
        {
            var info = new FileInfo(file);
            if (!info.Exists)
                return null;
            if (info.Length > LongestFile)
                return Unread(file, "the file has more than 1 MB and isn't read");
            return parse(File.ReadAllBytes(file), file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Unread(file, $"the file can't be read: {e.Message.TrimEnd('.')}");
        }
    }

    /// <summary>The first of me3's profiles in a folder, by name; null where there is none.</summary>
    private static string? FindProfile(string folder)
    {
        try
        {
            return Directory.EnumerateFiles(folder, "*" + Me3Profile.Ending, s_anyCase).Order(StringComparer.OrdinalIgnoreCase)
                .FirstOrDefault();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static ModMetadata Unread(string file, string cause) =>
        new() { File = file, Diagnostics = [Diagnostic.Error(cause) with { File = file }] };
}
