using Reloaded.VFS.Mods.Diagnostics;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>The command that is meant by a word that is none: by what people call it elsewhere, or by its letters.</summary>
internal static class MeantCommand
{
    private static readonly (string Command, string[] Words)[] s_words =
    [
        ("run", ["start", "play", "launch", "exec", "open"]),
        ("mods", ["list", "status", "mod"]),
        ("mods enable", ["enable", "on", "activate"]),
        ("mods disable", ["disable", "off", "deactivate"]),
        ("mods move", ["move", "mv", "reorder"]),
        ("remove", ["delete", "rm", "del", "uninstall-mod"]),
        ("add", ["install-mod", "unpack", "extract", "copy"]),
        ("order", ["sort", "loadorder", "load-order"]),
        ("set", ["sets", "profiles", "preset", "presets"]),
        ("ls", ["dir", "tree", "files"]),
        ("which", ["where", "why", "who", "find"]),
        ("conflicts", ["conflict", "overlaps", "diff"]),
        ("last", ["log", "logs", "report"]),
        ("monitor", ["watch", "trace", "spy"]),
        ("doctor", ["check", "diagnose", "test", "info"]),
        ("undo", ["revert", "restore", "rollback"]),
        ("init", ["new", "create", "setup", "config", "configure"]),
        ("games", ["game", "library", "steam"]),
        ("refresh", ["update", "reload", "rescan"]),
        ("overwrite", ["overwrites", "writes", "saves"]),
        ("shortcut", ["desktop", "link"]),
        ("completion", ["completions", "complete", "autocomplete"]),
        ("help", ["man", "usage", "?"]),
    ];

    /// <summary>Gets or sets the names of the commands, which the application fills in.</summary>
    public static IReadOnlyList<string> Names { get; set; } = [];

    /// <summary>Returns the words of the command that is probably meant, or null if none is near.</summary>
    public static string? Find(string word)
    {
        string small = word.ToLowerInvariant();
        foreach ((string command, string[] words) in s_words)
        {
            if (words.Contains(small) && Names.Contains(command.Split(' ')[0]))
                return command;
        }

        return NearestName.Find(word, Names);
    }
}
