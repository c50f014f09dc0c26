using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli;

/// <summary>
/// A home folder of the test's own for this process, whose Steam and whose remembered games count. Tests that use it run alone, as those of
/// <see cref="Questions.QuestionsTests"/> do.
/// </summary>
internal sealed class UserFolders : IDisposable
{
    private static readonly string[] s_names = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "COLUMNS", "WINEPREFIX", "RVFS_SET"];

    private readonly string?[] _before = [.. s_names.Select(Environment.GetEnvironmentVariable)];
    private readonly string _current = Environment.CurrentDirectory;

    public UserFolders(TemporaryFolder folder)
        : this(folder.Folder("home"))
    {
    }

    /// <param name="home">The home folder.</param>
    public UserFolders(string home)
    {
        Home = home;
        Environment.SetEnvironmentVariable("HOME", Home);
        Environment.SetEnvironmentVariable("XDG_CONFIG_HOME", Path.Combine(Home, "config"));
        Environment.SetEnvironmentVariable("XDG_DATA_HOME", Path.Combine(Home, "data"));
        foreach (string name in s_names[3..])
            Environment.SetEnvironmentVariable(name, null);
    }

    /// <summary>Gets the home folder.</summary>
    public string Home { get; }

    /// <summary>Adds a game to this user's Steam, and returns its folder.</summary>
    public string AddSteamGame(string id, string name, string folder)
    {
        string library = Path.Combine(Home, ".local", "share", "Steam", "steamapps");
        Directory.CreateDirectory(Path.Combine(library, "common", folder));
        File.WriteAllText(Path.Combine(library, $"appmanifest_{id}.acf"),
            $"\"AppState\"\n{{\n\t\"appid\"\t\t\"{id}\"\n\t\"name\"\t\t\"{name}\"\n\t\"installdir\"\t\t\"{folder}\"\n}}\n");
        return Path.Combine(library, "common", folder);
    }

    public void Dispose()
    {
        Environment.CurrentDirectory = _current;
        for (int i = 0; i < s_names.Length; i++)
            Environment.SetEnvironmentVariable(s_names[i], _before[i]);
    }
}
