using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Which processes that the game starts see the mods, by the names of their programs. Immutable.</summary>
public sealed class ChildModes
{
    /// <summary>Programs that look after a game: what they write belongs to the game, never to a mod.</summary>
    public static IReadOnlyList<string> UsualFollow { get; } =
        ["*launcher*", "patch.exe", "patcher*.exe", "patchclient*.exe", "*gamepatcher*.exe", "*updat*", "*setup*", "*install*", "unins*"];

    /// <summary>Programs that have nothing to do with the game's files.</summary>
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

    // Unreal Engine's names for a game as it is shipped, whatever stands before.
    private static readonly string[] s_games = ["*-win64-shipping.exe", "*-wingdk-shipping.exe"];

    private readonly IReadOnlyList<string> _follow;
    private readonly IReadOnlyList<string> _leave;

    /// <summary>The modes of a configuration; what it doesn't say is as usual.</summary>
    public ChildModes(VfsConfiguration configuration)
    {
        _follow = configuration.Follow ?? UsualFollow;
        _leave = configuration.Leave ?? UsualLeave;
    }

    /// <summary>The mode of a program by its name, in any letter case. A list of the configuration's own goes before a usual one.</summary>
    /// <param name="name">The program's name, without its folder.</param>
    public ChildMode Of(ReadOnlySpan<char> name) => Of(name, isOfMod: null, out _);

    /// <summary>Likewise, with the rule that decides it.</summary>
    /// <param name="name">The program's name, without its folder.</param>
    /// <param name="isOfMod">
    /// Whether the program's file is a mod's: one that looks like an updater is a mod's tool then. Asked where it decides; null: it isn't.
    /// </param>
    /// <param name="rule">The pattern of a list; null where none of them decides.</param>
    public ChildMode Of(ReadOnlySpan<char> name, Func<bool>? isOfMod, out string? rule)
    {
        bool isGame = Find(s_games, name) is not null;
        string? follows = Find(_follow, name, isGame ? UsualFollow : null), leaves = Find(_leave, name, isGame ? UsualLeave : null);
        rule = leaves;
        if (leaves is not null
            && !(follows is not null && ReferenceEquals(_leave, UsualLeave) && !ReferenceEquals(_follow, UsualFollow)))
            return ChildMode.Leave;
        rule = follows is not null && ReferenceEquals(_follow, UsualFollow) && isOfMod?.Invoke() == true ? null : follows;
        return rule is null ? ChildMode.Mods : ChildMode.Follow;
    }

    private static string? Find(IReadOnlyList<string> patterns, ReadOnlySpan<char> name, IReadOnlyList<string>? passedOver = null)
    {
        if (ReferenceEquals(patterns, passedOver))
            return null;
        foreach (string pattern in patterns)
        {
            if (WildcardExpression.IsMatch(pattern, name))
                return pattern;
        }

        return null;
    }
}

/// <summary>What becomes of a process that the game starts.</summary>
public enum ChildMode
{
    /// <summary>The child sees the mods, and its own children are followed.</summary>
    Mods,

    /// <summary>The child sees and writes the game's own files; its own children are followed. For launchers and patchers.</summary>
    Follow,

    /// <summary>Nothing is put into it. For browsers, crash reporters and store clients.</summary>
    Leave,
}
