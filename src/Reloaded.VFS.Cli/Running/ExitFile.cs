namespace Reloaded.VFS.Cli.Running;

/// <summary>
/// How rvfs.exe tells the rvfs of Linux what became of the game, whose exit code has more bits than Linux keeps: a file that is made, empty, when
/// rvfs.exe begins, and has the exit code in it at the end. Where it isn't made, Wine has lost rvfs.exe before its first line.
/// </summary>
internal static class ExitFile
{
    /// <summary>The hidden option that names it.</summary>
    public const string Option = "--exit-file";

    /// <summary>Makes the file that the command line names, before anything can go wrong with the rest of it; a game may have an option of that name, too.</summary>
    public static void Begin(string[] arguments)
    {
        if (arguments is not ["run", Option, var file, ..])
            return;
        try
        {
            File.WriteAllText(file, "");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // The end says so again, and that's when it matters.
        }
    }
}
