using System.ComponentModel;
using System.Diagnostics;

namespace Reloaded.VFS.Cli.Starting.Windows;

/// <summary>
/// Steam's command line for something that can't have mods: a batch file, a launcher's link (<c>link2ea://</c>), a game that is refused.
/// The line runs as it is, because in Steam the player would see only a game that doesn't start, and no message.
/// </summary>
internal static class LineWithoutMods
{
    /// <summary>Determines whether the line runs as it is: Steam has started this process, and what the line names exists.</summary>
    public static bool Accepts(RunOptions options) =>
        SteamAppId.IsGiven && options is { NoMods: false, Strict: false, ExitFile: null }
            && (IsLink(options.Game) || File.Exists(Path.GetFullPath(options.Game)));

    /// <summary>Returns what the line has in place of a game.</summary>
    /// <param name="cause">The reason why there is no game in the line.</param>
    public static string Why(RunOptions options, CliException cause) =>
        IsLink(options.Game) ? $"'{options.Game}' is a link, not the game's program" : cause.OwnText.TrimEnd('.');

    /// <summary>
    /// Returns the options by which a program, or the interpreter of a batch file, is started without mods, or null if the shell must open
    /// it.
    /// </summary>
    public static RunOptions? AsProgram(RunOptions options)
    {
        if (IsLink(options.Game))
            return null;
        string path = Path.GetFullPath(options.Game);
        return Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".exe" => options with { NoMods = true },
            // With /s, cmd removes the first and the last quote and nothing else.
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

    /// <summary>Opens a link or a file with the shell, and waits for the program that it starts.</summary>
    /// <param name="cause">The reason why there is no game in the line.</param>
    /// <returns>The program's exit code, or 0 if a program that is already running has taken the link.</returns>
    /// <exception cref="CliException">There is no program for the link or file.</exception>
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
            throw new CliException(cause.ExitCode, $"Windows couldn't open '{options.Game}': {ErrorCause.Of(e)}");
        }
    }

    /// <summary>Determines whether the text begins as a link does, with a name of at least two characters and a colon.</summary>
    private static bool IsLink(string text)
    {
        int colon = text.IndexOf(':');
        return colon > 1 && char.IsAsciiLetter(text[0]) && text.AsSpan(0, colon).IndexOfAnyExcept(s_inScheme) < 0;
    }

    // According to RFC 3986, section 3.1.
    private static readonly System.Buffers.SearchValues<char> s_inScheme =
        System.Buffers.SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");

    private static string Tail(RunOptions options) => options.RawArguments ?? CommandLine.Join(options.Arguments);
}
