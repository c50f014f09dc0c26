using System.Globalization;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// How rvfs.exe tells the rvfs of Linux what became of the game, whose exit code has more bits than Linux keeps: a file that is made,
/// empty, when rvfs.exe begins, and has the exit code in it at the end. Where it isn't made, Wine has lost rvfs.exe before its first line.
/// </summary>
internal static class ExitFile
{
    private const string Prefix = "rvfs-exit-";

    /// <summary>The hidden option that names it.</summary>
    public const string Option = "--exit-file";

    /// <summary>
    /// A path for this process's file, which isn't made. What processes that are gone have left in the folder is deleted.
    /// </summary>
    /// <param name="folder">The temporary folder of this system.</param>
    public static string NewPath(string folder)
    {
        Sweep(folder);
        return Path.Combine(folder, $"{Prefix}{Environment.ProcessId}-{Guid.NewGuid():N}");
    }

    /// <summary>
    /// A process that is killed doesn't delete its file. One whose number another process has by now waits for a later start.
    /// </summary>
    private static void Sweep(string folder)
    {
        try
        {
            foreach (string file in Directory.EnumerateFiles(folder, Prefix + "*"))
            {
                string owner = Path.GetFileName(file)[Prefix.Length..].Split('-')[0];
                if (int.TryParse(owner, NumberStyles.None, CultureInfo.InvariantCulture, out int id) && !Directory.Exists($"/proc/{id}"))
                    DiskRemoval.TryDeleteFile(file);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What can't be listed stays.
        }
    }

    /// <summary>
    /// Makes the file that the command line names, before anything can go wrong with the rest of it;
    /// a game may have an option of that name, too.
    /// </summary>
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

    /// <summary>Hands the game's exit code over; says so where that can't be done.</summary>
    public static void End(string file, uint code)
    {
        try
        {
            File.WriteAllText(file, code.ToString(CultureInfo.InvariantCulture));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"the exit code couldn't be handed over: {ErrorCause.Of(e)}");
        }
    }

    /// <summary>The game's exit code; null where there is none, because rvfs.exe has ended with an error, or never began.</summary>
    public static uint? Read(string file) =>
        File.Exists(file) && uint.TryParse(File.ReadAllText(file), NumberStyles.None, CultureInfo.InvariantCulture, out uint code) ? code : null;
}
