using System.Security.Cryptography;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>All that is in a folder at a moment: names, bytes by their hash, times of writing, modes.</summary>
internal sealed class FolderContent
{
    private readonly SortedDictionary<string, string> _all = new(StringComparer.Ordinal);

    private FolderContent()
    {
    }

    /// <summary>Reads a folder; one that isn't there is empty.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="isLeftOut">Which paths below it don't count.</param>
    public static FolderContent Read(string folder, Predicate<string>? isLeftOut = null)
    {
        FolderContent content = new();
        if (Directory.Exists(folder))
            content.Add(folder, folder, isLeftOut ?? (_ => false));
        return content;
    }

    /// <summary>Each name that isn't here what it is there.</summary>
    public string[] ChangesTo(FolderContent now) =>
    [
        .. _all.Where(file => now._all.GetValueOrDefault(file.Key) != file.Value)
            .Select(file => $"{file.Key}: {file.Value} -> {now._all.GetValueOrDefault(file.Key) ?? "gone"}"),
        .. now._all.Keys.Where(name => !_all.ContainsKey(name)).Select(name => $"{name}: new"),
    ];

    private void Add(string root, string folder, Predicate<string> isLeftOut)
    {
        foreach (FileSystemInfo entry in new DirectoryInfo(folder).EnumerateFileSystemInfos())
        {
            string name = Path.GetRelativePath(root, entry.FullName);
            if (isLeftOut(name))
                continue;
            if (entry is FileInfo file)
            {
                using FileStream content = file.Open(FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                string hash = Convert.ToHexStringLower(SHA256.HashData(content))[..16];
                _all.Add(name, $"{hash} {file.LastWriteTimeUtc.Ticks} {file.UnixFileMode}");
            }
            else
            {
                _all.Add(name, "folder");
                Add(root, entry.FullName, isLeftOut);
            }
        }
    }
}
