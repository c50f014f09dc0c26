using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// A mod that is put into the mods folder from an archive or a folder: made beside it first, its files brought to the depth that the game
/// has them at, and renamed into place. The mod that was there is there whole until then.
/// </summary>
internal sealed class AddedMod
{
    private AddedMod(string folder, bool isUpdate, WrongDepth? cured, IReadOnlyList<Diagnostic> diagnostics)
    {
        Folder = folder;
        IsUpdate = isUpdate;
        Cured = cured;
        Diagnostics = diagnostics;
    }

    /// <summary>The mod's folder.</summary>
    public string Folder { get; }

    /// <summary>Whether it took the place of a mod of that name.</summary>
    public bool IsUpdate { get; }

    /// <summary>What was wrong with the depth of its files; null where nothing was.</summary>
    public WrongDepth? Cured { get; }

    /// <summary>What was left out, and what is still strange.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; }

    /// <summary>Puts a mod into the mods folder.</summary>
    /// <param name="source">An archive or a folder.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="configuration">The game's, with its defaults; host paths.</param>
    /// <param name="limits">What an archive may become.</param>
    /// <exception cref="ArchiveException">It can't be unpacked.</exception>
    /// <exception cref="CliException">The mod can't be put into its place; what was there is there.</exception>
    public static AddedMod Put(string source, string name, VfsConfiguration configuration, UnpackLimits limits)
    {
        string mods = configuration.Mods!;
        using StagingFolder staging = new(mods);
        StagedMod staged = StagedMod.Make(source, name, staging, configuration, limits)
            ?? throw new CliException(ExitCodes.Failed, $"'{source}' holds no files for the game.");
        List<Diagnostic> diagnostics = [.. staged.LeftOut];
        string folder = Path.Combine(mods, name);
        bool isUpdate = Directory.Exists(folder);
        Replace(staged.Content, folder, staging);
        // Once more for the paths, which are others now.
        if (staged.HasStrangeNames)
            diagnostics.AddRange(FolderScanner.Scan(name, folder, new ScanOptions(configuration.Include)).Diagnostics);
        return new AddedMod(folder, isUpdate, staged.Cured, diagnostics);
    }

    /// <summary>
    /// The old folder and the new one change their places in one step, where the system can do that. Elsewhere by two renames: where the
    /// second can't be made, the first is taken back, by the next call at the latest.
    /// </summary>
    private static void Replace(string content, string folder, StagingFolder staging)
    {
        bool isAside = false;
        try
        {
            FlushedFolder.Flush(content);
            if (Directory.Exists(folder))
            {
                if (DiskRemoval.TryExchange(content, folder))
                    return;
                staging.SetAside(folder);
                isAside = true;
            }

            DiskRemoval.Rename(content, folder);
            if (isAside)
                staging.EndReplacing();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            string where = isAside && !staging.TryPutBack()
                ? $"; the mod that was there lies in '{staging.EarlierFolder}', and comes back with the next 'rvfs add'"
                : "";
            throw new CliException(ExitCodes.Failed, $"The mod can't be put into '{folder}': {ErrorCause.Of(e)}{where}",
                "If the game runs, end it first: it may have the mod's files open.");
        }
    }
}
