using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Which processes that the game starts see the mods, by the names of their programs. Immutable.</summary>
public sealed class ChildModes
{
    /// <summary>Programs that look after a game: what they write belongs to the game, never to a mod.</summary>
    public static IReadOnlyList<string> UsualFollow { get; } = ["*launcher*", "*patch*", "*updat*", "*setup*", "*install*", "unins*"];

    /// <summary>Programs that have nothing to do with the game's files.</summary>
    public static IReadOnlyList<string> UsualLeave { get; } =
    [
        "chrome.exe", "firefox.exe", "msedge*.exe", "opera.exe", "brave.exe", "iexplore.exe", "*cefsubprocess*.exe",
        "*browsersubprocess*.exe", "qtwebengineprocess*.exe", "zfgamebrowser*.exe", "*webhelper*.exe",
        "*crash*.exe", "werfault*.exe", "*bugreport*.exe", "sentry*.exe",
        "steam.exe", "steamservice.exe", "gameoverlayui*.exe", "epicgameslauncher.exe", "galaxy*.exe", "upc.exe", "uplay*.exe",
        "eadesktop.exe", "origin.exe", "discord*.exe",
        "conhost.exe", "explorer.exe", "svchost.exe", "services.exe", "winedevice.exe", "plugplay.exe", "rpcss.exe", "winedbg.exe",
        "winemenubuilder.exe", "tabtip.exe",
    ];

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
    public ChildMode Of(ReadOnlySpan<char> name)
    {
        bool follows = Has(_follow, name), leaves = Has(_leave, name);
        if (leaves && !(follows && ReferenceEquals(_leave, UsualLeave) && !ReferenceEquals(_follow, UsualFollow)))
            return ChildMode.Leave;
        return follows ? ChildMode.Follow : ChildMode.Mods;
    }

    private static bool Has(IReadOnlyList<string> patterns, ReadOnlySpan<char> name)
    {
        foreach (string pattern in patterns)
        {
            if (WildcardExpression.IsMatch(pattern, name))
                return true;
        }

        return false;
    }
}
