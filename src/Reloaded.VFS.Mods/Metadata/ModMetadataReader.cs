using System.IO.Enumeration;
using System.IO.Hashing;
using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Metadata;

/// <summary>Reads a mod's metadata: its <c>mod.json</c>, or a substitute for one. Nothing on disk makes it throw. Thread-safe.</summary>
internal static class ModMetadataReader
{
    /// <summary>The name of the file.</summary>
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
    private static string[] FindNames(string folder, IModJsonSource? other)
    {
        try
        {
            return
            [
                .. new FileSystemEnumerable<string>(folder, (ref FileSystemEntry entry) => entry.FileName.ToString(), s_everything)
                {
                    ShouldIncludePredicate = (ref FileSystemEntry entry) => IsRead(entry.FileName, other) && !entry.IsDirectory,
                },
            ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static ModMetadata Unread(string file, string cause) =>
        new() { File = file, Diagnostics = [Diagnostic.Error(cause) with { File = file }] };
}
