namespace Reloaded.VFS.Mods.Configuration;

/// <summary>The rules that say, by the name of a program, whether a process that the game starts sees the mods. Immutable.</summary>
/// <param name="configuration">The configuration. A list that it doesn't give is the usual one.</param>
public sealed class ChildModes(VfsConfiguration configuration)
{
    /// <summary>Gets the usual programs that look after a game. What they write belongs to the game, never to a mod.</summary>
    public static IReadOnlyList<string> UsualFollow { get; } =
        ["*launcher*", "patch.exe", "patcher*.exe", "patchclient*.exe", "*gamepatcher*.exe", "*updat*", "*setup*", "*install*", "unins*"];

    /// <summary>Gets the usual programs that have nothing to do with the game's files.</summary>
    public static IReadOnlyList<string> UsualLeave { get; } =
    [
        "chrome.exe", "firefox.exe", "msedge*.exe", "opera.exe", "brave.exe", "iexplore.exe", "*cefsubprocess*.exe",
        "*browsersubprocess*.exe", "qtwebengineprocess*.exe", "zfgamebrowser*.exe", "*webhelper*.exe",
        "*crashreport*.exe", "*crashhandl*.exe", "*crashpad*.exe", "*crashsend*.exe", "*crashupload*.exe", "*crashdump*.exe", "crashrpt*.exe",
        "werfault*.exe", "*bugreport*.exe", "*errorreport*.exe", "bssndrpt*.exe", "sentry-*.exe",
        "steam.exe", "steamservice.exe", "gameoverlayui*.exe", "epicgameslauncher.exe", "galaxyclient*.exe", "galaxycommunication*.exe",
        "upc.exe", "uplay*.exe", "eadesktop.exe", "origin.exe", "discord.exe", "discordptb.exe", "discordcanary.exe",
        "conhost.exe", "explorer.exe", "svchost.exe", "services.exe", "winedevice.exe", "plugplay.exe", "rpcss.exe", "winedbg.exe",
        "winemenubuilder.exe", "tabtip.exe",
    ];

    // Unreal Engine's names for a shipped game, whatever comes before.
    private static readonly string[] s_games = ["*-win64-shipping.exe", "*-wingdk-shipping.exe"];

    private readonly IReadOnlyList<string> _follow = configuration.Follow ?? UsualFollow, _leave = configuration.Leave ?? UsualLeave;

    /// <summary>
    /// Returns the mode of a program by its name, ignoring case. A list that the configuration gives takes precedence over a usual one.
    /// </summary>
    /// <param name="name">The program's name, without its folder.</param>
    public ChildMode Of(ReadOnlySpan<char> name) => Of(name, isOfMod: null, out _);

    /// <summary>Returns the mode of a program by its name, and the rule that decides it.</summary>
    /// <param name="name">The program's name, without its folder.</param>
    /// <param name="isOfMod">
    /// Determines whether the program's file is a mod's: a program that looks like an updater is then a mod's tool. Called only if the
    /// answer matters; null: it isn't.
    /// </param>
    /// <param name="rule">The pattern of a list; null if none of them decides.</param>
    public ChildMode Of(ReadOnlySpan<char> name, Func<bool>? isOfMod, out string? rule)
    {
        // A usual list doesn't decide over a game.
        bool isGame = Find(s_games, name) is not null, isUsualFollow = _follow == UsualFollow, isUsualLeave = _leave == UsualLeave;
        string? follows = isGame && isUsualFollow ? null : Find(_follow, name), leaves = isGame && isUsualLeave ? null : Find(_leave, name);
        rule = leaves;
        if (leaves is not null && (follows is null || !isUsualLeave || isUsualFollow))
            return ChildMode.Leave;
        rule = isUsualFollow && follows is not null && isOfMod?.Invoke() == true ? null : follows;
        return rule is null ? ChildMode.Mods : ChildMode.Follow;
    }

    private static string? Find(IReadOnlyList<string> patterns, ReadOnlySpan<char> name)
    {
        foreach (string pattern in patterns)
        {
            if (WildcardExpression.IsMatch(pattern, name))
                return pattern;
        }

        return null;
    }
}

/// <summary>The treatment of a process that the game starts.</summary>
public enum ChildMode
{
    /// <summary>The child sees the mods, and its own children are followed.</summary>
    Mods,

    /// <summary>The child sees and writes the game's own files; its own children are followed. For launchers and patchers.</summary>
    Follow,

    /// <summary>Nothing is put into the child. For browsers, crash reporters and store clients.</summary>
    Leave,
}
