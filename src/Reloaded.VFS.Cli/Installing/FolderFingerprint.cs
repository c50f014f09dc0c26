using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>
/// One number for the state of a game's folder, by which it can be told that nothing has been left in it or changed: SHA-256 over the path,
/// kind, size and time of change of everything in it. Contents aren't read: a game may have a hundred gigabytes. The reports in
/// <c>rvfs/logs</c>, which every start with mods writes, don't count.
/// </summary>
internal static class FolderFingerprint
{
    private static readonly EnumerationOptions s_all = new() { AttributesToSkip = 0, IgnoreInaccessible = true };

    /// <summary>The number, as 64 hexadecimal digits. What can't be read counts as empty.</summary>
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
