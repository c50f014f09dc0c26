namespace Reloaded.VFS.Cli.Starting;

/// <summary>The file by which rvfs.exe tells the rvfs of Linux how the game ended, as an exit code has more bits than Linux has.</summary>
/// <remarks>
/// The file is created empty when rvfs.exe begins, and contains the exit code at the end. If it isn't created, Wine has lost rvfs.exe
/// before its first line.
/// </remarks>
internal static class ExitFile
{
    private const string Prefix = "rvfs-exit-";

    /// <summary>The hidden option that names the file.</summary>
    public const string Option = "--exit-file";

    /// <summary>Returns a path for this process's file, without creating the file. Deletes what ended processes left there.</summary>
    /// <param name="folder">The temporary folder of this system.</param>
    public static string NewPath(string folder)
    {
        Sweep(folder);
        return Path.Combine(folder, $"{Prefix}{Environment.ProcessId}-{Guid.NewGuid():N}");
    }

    /// <summary>Deletes the files of killed processes. A file whose process id is in use again waits for a later start.</summary>
    private static void Sweep(string folder) => FileErrors.Ignore(() =>
    {
        // What can't be listed stays.
        foreach (string file in Directory.EnumerateFiles(folder, Prefix + "*"))
        {
            string owner = Path.GetFileName(file)[Prefix.Length..].Split('-')[0];
            if (int.TryParse(owner, NumberStyles.None, CultureInfo.InvariantCulture, out int id) && !Directory.Exists($"/proc/{id}"))
                DiskRemoval.TryDeleteFile(file);
        }
    });

    /// <summary>
    /// Creates the file that the command line names, before anything can go wrong with the rest. A game may also have an option of that
    /// name.
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
            // The same problem is reported at the end, when it matters.
        }
    }

    /// <summary>Writes the game's exit code to the file, and reports if that fails.</summary>
    public static void End(string file, uint code)
    {
        try
        {
            File.WriteAllText(file, code.ToString(CultureInfo.InvariantCulture));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"the exit code couldn't be passed on: {ErrorCause.Of(e)}");
        }
    }

    /// <summary>Returns the game's exit code, or null if there is none because rvfs.exe has ended with an error or never began.</summary>
    public static uint? Read(string file) =>
        File.Exists(file) && uint.TryParse(File.ReadAllText(file), NumberStyles.None, CultureInfo.InvariantCulture, out uint code) ? code : null;
}
