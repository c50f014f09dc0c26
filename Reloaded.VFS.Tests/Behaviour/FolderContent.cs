using System.Security.Cryptography;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// The state of a folder: names, modes and attributes (under Wine, what Wine keeps of them besides the mode), hashes of files' content, and
/// times of last write.
/// </summary>
internal sealed class FolderContent
{
    private readonly SortedDictionary<string, (string Text, string? Stamp)> _all = new(StringComparer.Ordinal);
    private readonly FolderContent? _earlier;
    private readonly Predicate<string>? _hasTime;

    private FolderContent(FolderContent? earlier, Predicate<string>? hasTime) => (_earlier, _hasTime) = (earlier, hasTime);

    /// <summary>Reads a folder. A folder that doesn't exist counts as empty.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="isLeftOut">Determines which paths below the folder are left out.</param>
    /// <param name="hasTime">
    /// Determines for which folders, by their paths below this one, the time of last write counts; null for none.
    /// </param>
    /// <param name="earlier">The state that was read before. On Linux, files that haven't been touched since aren't read again.</param>
    public static FolderContent Read(
        string folder, Predicate<string>? isLeftOut = null, Predicate<string>? hasTime = null, FolderContent? earlier = null)
    {
        FolderContent content = new(earlier, hasTime);
        if (Directory.Exists(folder))
            content.Add(folder, new DirectoryInfo(folder), isLeftOut ?? (_ => false));
        return content;
    }

    /// <summary>Returns the names whose state differs in <paramref name="now"/>.</summary>
    public string[] ChangesTo(FolderContent now) =>
    [
        .. _all.Where(file => now._all.GetValueOrDefault(file.Key).Text != file.Value.Text)
            .Select(file => $"{file.Key}: {file.Value.Text} -> {now._all.GetValueOrDefault(file.Key).Text ?? "gone"}"),
        .. now._all.Keys.Where(name => !_all.ContainsKey(name)).Select(name => $"{name}: new"),
    ];

    private void Add(string root, DirectoryInfo folder, Predicate<string> isLeftOut)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos())
        {
            string name = Path.GetRelativePath(root, entry.FullName);
            if (isLeftOut(name))
                continue;
            if (entry is DirectoryInfo below)
            {
                _all.Add(name, (Describe("folder", below, _hasTime?.Invoke(name) == true), null));
                Add(root, below, isLeftOut);
                continue;
            }

            string? stamp = UnixEntry.Stamp(entry.FullName);
            string text = stamp is not null && _earlier?._all.GetValueOrDefault(name) is { } before && before.Stamp == stamp
                ? before.Text
                : Describe(Hash((FileInfo)entry), entry, hasTime: true);
            _all.Add(name, (text, stamp));
        }
    }

    private static string Hash(FileInfo file)
    {
        using FileStream content = file.Open(FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return Convert.ToHexStringLower(SHA256.HashData(content))[..16];
    }

    private static string Describe(string what, FileSystemInfo entry, bool hasTime) =>
        $"{what}{(hasTime ? $" {entry.LastWriteTimeUtc.Ticks}" : "")} {entry.UnixFileMode} "
            + (OperatingSystem.IsWindows() ? $"{entry.Attributes}" : UnixEntry.DosAttributes(entry.FullName));
}
