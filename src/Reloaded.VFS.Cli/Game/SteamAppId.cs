namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// Games of Steam that weren't started by it restart themselves through it, and come back without what was put into them. With SteamAppId
/// and SteamGameId in their environment they don't (Steamworks, SteamAPI_RestartAppIfNecessary).
/// </summary>
internal static class SteamAppId
{
    private const string AppId = "SteamAppId";
    private const string GameId = "SteamGameId";

    /// <summary>
    /// The id: of the environment, else of <c>steam_appid.txt</c> beside the game; null where neither has one.
    /// </summary>
    public static string? Find(string gameFolder)
    {
        if (Environment.GetEnvironmentVariable(AppId) is { Length: > 0 } appId)
            return appId;
        if (Environment.GetEnvironmentVariable(GameId) is { Length: > 0 } gameId)
            return gameId;
        try
        {
            string path = Path.Combine(gameFolder, "steam_appid.txt");
            string text = File.Exists(path) ? File.ReadAllText(path).Trim(' ', '\t', '\r', '\n', '\0', '\ufeff') : "";
            return text.Length is > 0 and <= 20 && text.All(char.IsAsciiDigit) ? text : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Sets both variables in our own environment, which the game inherits. One that is set already stays.</summary>
    public static void Apply(string gameFolder)
    {
        if (Find(gameFolder) is not { } id)
            return;
        foreach (string name in (string[])[AppId, GameId])
        {
            if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(name)))
                Environment.SetEnvironmentVariable(name, id);
        }
    }
}
