using Reloaded.VFS.Cli.Processes;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>A lock that prevents changes of the overwrite folder while a game uses it.</summary>
/// <remarks>
/// Each process of the game has a file beside the folder open, with a byte of it locked. On Windows the whole file is taken as long as this
/// object exists. On Linux, where Wine doesn't tell other programs who has a file open, the open files of all the user's processes are
/// checked, and all bytes are locked, so that a game that starts meanwhile waits for its own.
/// </remarks>
internal sealed class OverwriteUse : IDisposable
{
    // The same range as FolderUse has in the DLL.
    private const long LockedBytes = 1L << 62;

    private readonly string _folder;
    private readonly FileStream? _file;

    private OverwriteUse(string folder, FileStream? file) => (_folder, _file) = (folder, file);

    /// <summary>Acquires the folder, or refuses if a game uses it.</summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <param name="changed">The folder that the game writes to.</param>
    /// <exception cref="CliException">A game uses the folder.</exception>
    public static OverwriteUse Acquire(string folder, string? changed = null)
    {
        string file = OverwritePlaces.UseFileOf(folder);
        if (!File.Exists(file))
            return new OverwriteUse(folder, null);
        try
        {
            if (!OperatingSystem.IsWindows())
                return RunningGame.Lasts(() => IsOpen(file)) ? throw InUse(folder, changed) : new OverwriteUse(folder, Lock(file));
            return new OverwriteUse(folder, new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None, bufferSize: 0));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw InUse(folder, changed);
        }
    }

    /// <summary>Acquires the folder after a question was answered, or refuses if the state has changed since the question.</summary>
    /// <param name="folder">The overwrite folder.</param>
    /// <param name="changed">The folder that the game writes to.</param>
    /// <param name="isUnchanged">
    /// Determines whether nothing has changed since the question was asked. Called when no game can start any more.
    /// </param>
    /// <exception cref="CliException">The state has changed, or a game uses the folder.</exception>
    public static OverwriteUse AcquireAnswered(string folder, string? changed, Func<bool> isUnchanged)
    {
        OverwriteUse use = Acquire(folder, changed);
        if (isUnchanged())
            return use;
        use.Dispose();
        throw new CliException("The game has run meanwhile. Nothing was done.", "Run the command again.");
    }

    /// <summary>Completes renames that a kill has interrupted by hiding their old names, as the next start of the game would.</summary>
    public void CompleteRenames() =>
        PendingRename.CompleteAll(_folder, OperatingSystem.IsWindows() ? null : CaseInsensitivePath.FindLongest);

    public void Dispose() => _file?.Dispose();

    /// <summary>Locks the file. Wine's byte locks are the system's, so a running game holds one, too.</summary>
    private static FileStream Lock(string file)
    {
        var opened = new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        try
        {
            if (OperatingSystem.IsLinux())
                opened.Lock(0, LockedBytes);
            return opened;
        }
        catch
        {
            opened.Dispose();
            throw;
        }
    }

    private static bool IsOpen(string file)
    {
        string name = '/' + Path.GetFileName(file);
        FileId? id = FileId.Of(file);
        return OpenFiles.All().Any(open => open.Name.EndsWith(name, StringComparison.Ordinal) && FileId.Of(open.Handle) == id);
    }

    private static CliException InUse(string folder, string? changed) => new(
        ExitCodes.Failed,
        changed is null || changed == folder ? $"A game uses the overwrite folder '{folder}'." : $"The game in '{changed}' is running.",
        "End the game first.");
}

/// <summary>Reports, at a start without mods or with <c>--write-to</c>, files that the game has written but doesn't see then.</summary>
internal static class OverwriteNotice
{
    /// <summary>Reports such files, if any. What can't be read is reported by the start.</summary>
    /// <param name="why">The reason why the game doesn't see them, the beginning of a sentence.</param>
    public static void Show(RunOptions options, string why = "without mods")
    {
        try
        {
            VfsConfiguration configuration = GameArguments.Configure(options with { WriteTo = null });
            OverwriteContent content = OverwriteContent.ReadChanged(configuration);
            if (!content.IsEmpty)
                Messages.Say($"{why} the game doesn't see what it has written to '{content.Folder}': {content.Summary}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CliException)
        {
            // The start reports the problem with the game and its configuration.
        }
    }
}
