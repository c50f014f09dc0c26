using System.Text.Json;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The program for which <c>rvfs install</c> has put the VFS into a folder, as recorded in <c>rvfs/install.json</c>.</summary>
public static class InstalledGame
{
    /// <summary>The name of the file in the folder <c>rvfs</c> beside the game.</summary>
    public const string FileName = "install.json";

    // The file names a few files and folders.
    private const int Longest = 1 << 20;

    /// <summary>Returns the program's name, or null if nothing is installed or the file can't be read.</summary>
    /// <param name="folder">The folder of the game.</param>
    public static string? Find(string folder)
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
                bool isGame = JsonText.Read(ref reader) == "game";
                reader.Read();
                if (isGame)
                    return JsonText.Read(ref reader);
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
