namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// Games of Steam that weren't started by it restart themselves through it, and come back without what was put into them. With SteamAppId
/// and SteamGameId in their environment they don't (Steamworks, SteamAPI_RestartAppIfNecessary). SteamOverlayGameId is for Steam's overlay.
/// </summary>
internal static class SteamAppId
{
    private const string AppId = "SteamAppId";
    private const string GameId = "SteamGameId";
    private const long LongestFile = 4096;
    private const string OverlayGameId = "SteamOverlayGameId";

    /// <summary>Whether the environment has it, as Steam's own child's has.</summary>
    public static bool IsGiven => ((string[])[AppId, GameId]).Any(name => Environment.GetEnvironmentVariable(name) is { Length: > 0 });

    /// <summary>
    /// The id: of the environment, else of <c>steam_appid.txt</c> beside the game, else of the library that the game lies in
    /// (<see cref="SteamGame"/>); null where none has one.
    /// </summary>
    /// <param name="game">The program, an absolute path.</param>
    public static string? Find(string game)
    {
        if (Environment.GetEnvironmentVariable(AppId) is { Length: > 0 } appId)
            return appId;
        if (Environment.GetEnvironmentVariable(GameId) is { Length: > 0 } gameId)
            return gameId;
        return ReadBeside(Path.GetDirectoryName(game)!) ?? SteamGame.Find(game)?.AppId;
    }

    /// <summary>Sets the variables in this process's environment, which the game inherits. One that is set already stays.</summary>
    /// <param name="game">The program, an absolute path.</param>
    public static void Apply(string game)
    {
        if (Find(game) is not { } id)
            return;
        foreach (string name in (string[])[AppId, GameId, OverlayGameId])
        {
            if (string.IsNullOrEmpty(Environment.GetEnvironmentVariable(name)))
                Environment.SetEnvironmentVariable(name, id);
        }
    }

    private static string? ReadBeside(string gameFolder)
    {
        try
        {
            string path = Path.Combine(gameFolder, "steam_appid.txt");
            string text = new FileInfo(path) is { Exists: true, Length: < LongestFile } ? File.ReadAllText(path).Trim(' ', '\t', '\r', '\n', '\0', '\ufeff') : "";
            return text.Length is > 0 and <= 20 && text.All(char.IsAsciiDigit) ? text : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
