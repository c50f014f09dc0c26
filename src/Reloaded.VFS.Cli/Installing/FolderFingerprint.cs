using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>A hash of the state of a game's folder, which shows whether anything has been left in it or changed.</summary>
/// <remarks>
/// The hash is SHA-256 over the path, kind, size and last write time of everything in the folder. Contents aren't read: a game may have a
/// hundred gigabytes. The reports in <c>rvfs/logs</c>, which every start with mods writes, don't count.
/// </remarks>
internal static class FolderFingerprint
{
    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, IgnoreInaccessible = true };

    /// <summary>Computes the hash, as 64 hexadecimal digits. Unreadable folders count as empty.</summary>
    public static string Of(string folder)
    {
        List<string> lines = [];
        Add(new DirectoryInfo(folder), "", lines);
        lines.Sort(StringComparer.Ordinal);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', lines))));
    }

    private static void Add(DirectoryInfo folder, string path, List<string> lines)
    {
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos("*", s_all))
        {
            string name = path + entry.Name;
            if (entry.LinkTarget is { } target)
            {
                lines.Add($"{name} -> {target}");
            }
            else if (entry is FileInfo file)
            {
                long time = new DateTimeOffset(file.LastWriteTimeUtc).ToUnixTimeMilliseconds();
                lines.Add(string.Create(CultureInfo.InvariantCulture, $"{name} {file.Length} {time}"));
            }
            else if (!name.Equals(VfsConfiguration.FolderName + "/logs", StringComparison.OrdinalIgnoreCase))
            {
                lines.Add(name + "/");
                Add((DirectoryInfo)entry, name + "/", lines);
            }
        }
    }
}
