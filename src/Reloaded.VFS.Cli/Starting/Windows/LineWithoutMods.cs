using System.ComponentModel;
using System.Diagnostics;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>
/// Steam's line for something that can't have mods: a batch file, a launcher's link (<c>link2ea://</c>), a 32-bit game. It runs as it is:
/// a player of Steam would see a game that doesn't start, and no message.
/// </summary>
internal static class LineWithoutMods
{
    /// <summary>Whether the line runs as it is: Steam has started this process, and what it names is there.</summary>
    /// <param name="options">What the command line says.</param>
    public static bool Takes(RunOptions options) =>
        SteamAppId.IsGiven && options is { NoMods: false, Strict: false, ExitFile: null }
            && (IsLink(options.Game) || File.Exists(Path.GetFullPath(options.Game)));

    /// <summary>What stands in the game's place.</summary>
    /// <param name="options">What the command line says.</param>
    /// <param name="cause">Why there is no game in the line.</param>
    public static string Why(RunOptions options, CliException cause) =>
        IsLink(options.Game) ? $"'{options.Game}' is a link, not the game's program" : cause.OwnText.TrimEnd('.');

    /// <summary>The options by which a program, or what runs a batch file, is started without mods; null where the shell has to.</summary>
    /// <param name="options">What the command line says.</param>
    public static RunOptions? AsProgram(RunOptions options)
    {
        if (IsLink(options.Game))
            return null;
        string path = Path.GetFullPath(options.Game);
        return Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".exe" => options with { NoMods = true },
            // With /s, cmd takes the first and the last quote away and nothing else.
            ".bat" or ".cmd" => options with
            {
                NoMods = true,
                InOwnFolder = false,
                Game = Path.Combine(Environment.SystemDirectory, "cmd.exe"),
                RawArguments = $" /s /c \"{CommandLine.QuoteProgram(path)}{Tail(options)}\"",
            },
            _ => null,
        };
    }

    /// <summary>Has the shell open a link or a file, and waits for the program that it starts.</summary>
    /// <param name="options">What the command line says.</param>
    /// <param name="cause">Why there is no game in the line.</param>
    /// <returns>The program's exit code; 0 where a program that runs already has taken the link.</returns>
    /// <exception cref="CliException">No program is there for it.</exception>
    public static int Open(RunOptions options, CliException cause)
    {
        try
        {
            using Process? process = Process.Start(
                new ProcessStartInfo(options.Game) { UseShellExecute = true, Arguments = Tail(options).TrimStart() });
            process?.WaitForExit();
            return process?.ExitCode ?? ExitCodes.Ok;
        }
        catch (Win32Exception e)
        {
            throw new CliException(cause.ExitCode, $"Windows doesn't open '{options.Game}': {ErrorCause.Of(e)}");
        }
    }

    /// <summary>Whether the text begins as a link does: a name of two letters at least, and a colon.</summary>
    private static bool IsLink(string text)
    {
        int colon = text.IndexOf(':');
        return colon > 1 && char.IsAsciiLetter(text[0]) && text.AsSpan(0, colon).IndexOfAnyExcept(s_inScheme) < 0;
    }

    // RFC 3986, section 3.1.
    private static readonly System.Buffers.SearchValues<char> s_inScheme =
        System.Buffers.SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");

    private static string Tail(RunOptions options) => options.RawArguments ?? CommandLine.Join(options.Arguments);
}
