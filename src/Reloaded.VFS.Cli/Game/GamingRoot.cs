using System.Buffers.Binary;
using System.Text;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// <c>.GamingRoot</c> at the top of a drive, by which the Xbox app finds its games: the letters <c>RGBX</c>, the number of folders (32
/// bits), and the folders' paths below the drive in UTF-16, each with a zero at its end.
/// </summary>
internal static class GamingRoot
{
    private const int Header = 8;
    private const int LongestFile = 65536;
    private const int MostFolders = 256;

    /// <summary>The nearest such file whose folders hold a program; null where there is none.</summary>
    public static string? Find(string game)
    {
        // On Linux the top of a Windows drive can be any folder.
        for (string? at = Path.GetDirectoryName(game); at is not null; at = Path.GetDirectoryName(at))
        {
            string file = Path.Combine(at, ".GamingRoot");
            if (Read(file).Any(folder => FolderLinks.IsInside(game, Path.Combine(at, folder))))
                return file;
        }

        return null;
    }

    /// <summary>The folders that such a file names, as paths of this system below its own folder; empty where it is none.</summary>
    public static IReadOnlyList<string> Read(string file)
    {
        try
        {
            FileInfo info = new(file);
            return info.Exists && info.Length is > Header and <= LongestFile ? Parse(File.ReadAllBytes(file)) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static string[] Parse(byte[] bytes)
    {
        if (!bytes.AsSpan().StartsWith("RGBX"u8))
            return [];
        uint count = Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(4)), MostFolders);
        string[] names = Encoding.Unicode.GetString(bytes, Header, (bytes.Length - Header) & ~1).Split('\0');
        return [
            .. names.Take((int)count).Select(n => n.Trim('\\', '/').Replace('\\', Path.DirectorySeparatorChar)).Where(n => n.Length > 0)];
    }
}
