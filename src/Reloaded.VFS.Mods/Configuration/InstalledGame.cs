using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The program for which <c>rvfs install</c> has put the VFS into a folder, as recorded in <c>rvfs/install.json</c>.</summary>
public static class InstalledGame
{
    /// <summary>The name of the file in the folder <c>rvfs</c> beside the game.</summary>
    public const string FileName = "install.json";

    // The file names a few files and folders.
    private const int Longest = 1 << 20;

    /// <summary>The key of the path from the program's folder to the game's, if the game's lies above it.</summary>
    internal const string RootKey = "root";

    /// <summary>Returns the program's name, or null if nothing is installed or the file can't be read.</summary>
    /// <param name="folder">The folder of the program.</param>
    public static string? Find(string folder) => FindText(folder, "game");

    /// <summary>
    /// Returns the game's folder, which has the mods, if it lies above that of the program; otherwise null. Mods and settings beside the
    /// program take precedence.
    /// </summary>
    /// <param name="folder">The folder of the program, absolute.</param>
    internal static string? FindRoot(string folder) =>
        !Directory.Exists(VfsConfiguration.DefaultModsOf(folder)) && !File.Exists(VfsConfiguration.GetFile(folder))
        && FindText(folder, RootKey) is { } root && IsAbove(root)
            ? Path.TrimEndingDirectorySeparator(Path.GetFullPath(Path.Combine(folder, root)))
            : null;

    /// <summary>Determines whether a relative path, with slashes, leads upwards and nowhere else.</summary>
    internal static bool IsAbove(string path) => path.Split('/').All(name => name == "..");

    private static string? FindText(string folder, string key)
    {
        try
        {
            FileInfo file = new(Path.Combine(folder, VfsConfiguration.FolderName, FileName));
            if (!file.Exists || file.Length > Longest)
                return null;
            var reader = new Utf8JsonReader(File.ReadAllBytes(file.FullName));
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
                return null;
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                bool isMeant = JsonText.Read(ref reader) == key;
                reader.Read();
                if (isMeant)
                    return reader.TokenType == JsonTokenType.String ? JsonText.Read(ref reader) : null;
                reader.Skip();
            }

            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}
