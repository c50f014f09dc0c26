using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>What rvfs says while a game runs. All of it goes to stderr: stdout belongs to the game.</summary>
internal static class Messages
{
    /// <summary>A plain line.</summary>
    public static void Say(string text) => Console.Error.WriteLine("rvfs: " + text);

    /// <summary>Something is wrong, and the game runs all the same.</summary>
    public static void Warn(string text, string? cure = null) => Write("warning: ", text, cure);

    /// <summary>Something failed.</summary>
    public static void Error(string text, string? cure = null) => Write("error: ", text, cure);

    /// <summary>A finding, in one line.</summary>
    public static void Show(Diagnostic diagnostic) => Console.Error.WriteLine("rvfs: " + diagnostic);

    private static void Write(string kind, string text, string? cure)
    {
        Console.Error.WriteLine("rvfs: " + kind + text);
        if (cure is not null)
            Console.Error.WriteLine("      " + cure);
    }
}
