using System.IO.Enumeration;
using System.IO.Hashing;
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

    private static readonly EnumerationOptions s_everything = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    // In the order in which they count: the first that is there is the one.
    private static readonly (string Name, Func<byte[], string, ModMetadata> Parse)[] s_files =
    [
        (FileName, (content, file) => ModJson.Parse(content, file)),
        ("ModConfig.json", ForeignMetadata.ReadReloaded),
        ("manifest.json", ForeignMetadata.ReadThunderstore),
        ("meta.ini", ForeignMetadata.ReadModOrganizer),
    ];

    /// <summary>Whether a file of that name in a mod's folder is read.</summary>
    public static bool IsRead(ReadOnlySpan<char> name)
    {
        foreach ((string file, _) in s_files)
        {
            if (NameComparer.Instance.Equals(name, file))
                return true;
        }

        return name.EndsWith(Me3Profile.Ending, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>What the mod in a folder says; <see cref="ModMetadata.None"/> where it says nothing.</summary>
    /// <param name="folder">The mod's folder, a host path.</param>
    /// <param name="known">The names in it that <see cref="IsRead"/> has; null where they aren't known: the folder is listed.</param>
    public static ModMetadata Read(string folder, IEnumerable<string>? known = null)
    {
        string[] names = known?.ToArray() ?? FindNames(folder);
        foreach ((string name, Func<byte[], string, ModMetadata> parse) in s_files)
        {
            string? found = Array.Find(names, other => other == name)
                ?? Array.Find(names, other => NameComparer.Instance.Equals(other, name));
            if (found is not null && Read(Path.Combine(folder, found), parse) is { } metadata)
                return metadata;
        }

        // The first of me3's profiles, by name.
        string? profile = names.Where(name => name.EndsWith(Me3Profile.Ending, StringComparison.OrdinalIgnoreCase))
            .Order(StringComparer.OrdinalIgnoreCase).FirstOrDefault();
        return profile is null ? ModMetadata.None : Read(Path.Combine(folder, profile), Me3Profile.Read) ?? ModMetadata.None;
    }

    /// <summary>
    /// The files in a folder that may say something. One listing: Wine looks through the whole folder for each name that isn't there.
    /// </summary>
    private static string[] FindNames(string folder)
    {
        try
        {
            return
            [
                .. new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.FileName.ToString(), s_everything)
                {
                    ShouldIncludePredicate = (ref FileSystemEntry entry) => IsRead(entry.FileName) && !entry.IsDirectory,
                },
            ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
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
            byte[] content = File.ReadAllBytes(file);
            return parse(content, file) with { Stamp = XxHash3.HashToUInt64(content) };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Unread(file, $"the file can't be read: {ErrorCause.Of(e, file)}");
        }
        catch (Exception)
        {
            // Whatever a reader can't bear: the mod is there without what it says of itself.
            return Unread(file, "the file can't be understood");
        }
    }

    private static ModMetadata Unread(string file, string cause) =>
        new() { File = file, Diagnostics = [Diagnostic.Error(cause) with { File = file }] };
}
