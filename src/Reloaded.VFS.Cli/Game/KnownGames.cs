using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Reloaded.VFS.Cli.Game;

/// <summary>A game that can be named without a path.</summary>
/// <param name="Folder">The game's folder.</param>
/// <param name="Program">The program that was started last, or null if none was.</param>
/// <param name="AppId">Steam's number of the game, or null if it is none of Steam's.</param>
/// <param name="Started">The time of the last start, or null if there was none.</param>
internal sealed record KnownGame(string Name, string Folder, string? Program, string? AppId, DateTimeOffset? Started);

/// <summary>The games in Steam's libraries, and those that were started before, listed in a file of the user's configuration.</summary>
internal static class KnownGames
{
    private const int Version = 1;
    private const int Most = 200;
    private const long LongestFile = 1 << 20;

    // Names of folders that say nothing of the game.
    private static readonly string[] s_plain =
        ["bin", "binaries", "win64", "x64", "x86_64", "win32", "x86", "game", "exe", "system", "release", "retail", "windows"];

    private static readonly KnownGamesJson s_json =
        new(new(KnownGamesJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    public static string File => Path.Combine(UserFolders.Configuration, "rvfs", "games.json");

    /// <summary>Returns all known games that exist, by name.</summary>
    public static IReadOnlyList<KnownGame> List()
    {
        List<KnownGame> games = [];
        List<StartedGame> started = [.. Read().Where(game => System.IO.File.Exists(game.Program))];
        foreach (LibraryGame steam in SteamLibraries.ListGames())
        {
            StartedGame? last = started.Find(game => IsSame(game.Folder, steam.Folder));
            games.Add(new(steam.Name, steam.Folder, last?.Program, steam.AppId, last?.Started));
        }

        games.AddRange(started.Where(game => !games.Exists(known => IsSame(known.Folder, game.Folder)))
            .Select(game => new KnownGame(game.Name, game.Folder, game.Program, null, game.Started)));
        return [.. games.OrderBy(game => game.Name, StringComparer.OrdinalIgnoreCase)];
    }

    /// <summary>Returns the games that a name may mean: those with exactly that name, otherwise those whose names contain it.</summary>
    public static IReadOnlyList<KnownGame> Find(string name, IReadOnlyList<KnownGame> games)
    {
        KnownGame[] same = [.. games.Where(game => game.Name.Equals(name, StringComparison.OrdinalIgnoreCase) || game.AppId == name)];
        string plain = Plain(name);
        return same.Length > 0 || plain.Length == 0 ? same
            : [.. games.Where(game => Plain(game.Name).Contains(plain, StringComparison.Ordinal))];
    }

    /// <summary>Returns the last started program of the game in a folder, or null if there is none.</summary>
    public static string? FindProgram(string folder) => Read()
        .Find(game => IsSame(game.Folder, folder) && System.IO.File.Exists(game.Program))?.Program;

    /// <summary>Records that a game was started. After a failure to write, the game can't be named; nothing else is affected.</summary>
    /// <param name="program">The program, an absolute path of this system.</param>
    /// <param name="folder">The game's folder.</param>
    public static void Remember(string program, string folder)
    {
        try
        {
            List<StartedGame> games = Read();
            games.RemoveAll(game => IsSame(game.Folder, folder));
            games.Insert(0, new(NameOf(program, folder), folder, program, DateTimeOffset.UtcNow));
            var kept = new KnownGamesFile(Version, [.. games.Take(Most)]);
            AtomicFile.Write(File, JsonSerializer.SerializeToUtf8Bytes(kept, s_json.KnownGamesFile), outlivesPowerCut: false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            // Only 'rvfs games' would have used it.
        }
    }

    /// <summary>Returns a name for a game: that of its folder, or that of its program if the folder's is too general.</summary>
    public static string NameOf(string program, string folder)
    {
        string name = Path.GetFileName(Path.TrimEndingDirectorySeparator(folder));
        return name.Length == 0 || s_plain.Contains(name, StringComparer.OrdinalIgnoreCase)
            ? Path.GetFileNameWithoutExtension(program)
            : name;
    }

    private static List<StartedGame> Read()
    {
        try
        {
            if (new FileInfo(File) is not { Exists: true, Length: <= LongestFile })
                return [];
            KnownGamesFile? kept = JsonSerializer.Deserialize(System.IO.File.ReadAllBytes(File), s_json.KnownGamesFile);
            // What another version has written may mean something else.
            return kept is { Version: Version, Games: { } games }
                ? [.. games.Where(game => game is { Name: not null, Folder: not null, Program: not null })]
                : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return [];
        }
    }

    private static string Plain(string name) => string.Concat(name.Where(char.IsLetterOrDigit)).ToUpperInvariant();

    private static bool IsSame(string left, string right) => string.Equals(Path.TrimEndingDirectorySeparator(left),
        Path.TrimEndingDirectorySeparator(right),
        OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
}

/// <summary>A started game, in the form of the file.</summary>
internal sealed record StartedGame(string Name, string Folder, string Program, DateTimeOffset Started);

internal sealed record KnownGamesFile(int Version, IReadOnlyList<StartedGame> Games);

/// <summary>The generated serializer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(KnownGamesFile))]
internal sealed partial class KnownGamesJson : JsonSerializerContext;
