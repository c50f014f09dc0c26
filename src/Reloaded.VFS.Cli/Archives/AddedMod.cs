using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>A mod that is put into the mods folder from an archive or a folder.</summary>
/// <remarks>
/// It is created beside the mods folder's mods, its files are brought to the depth of the game's, and one rename puts it into place. Until
/// then the existing mod stays complete.
/// </remarks>
internal sealed class AddedMod
{
    private AddedMod(string folder, bool isUpdate, WrongDepth? cured, IReadOnlyList<Diagnostic> diagnostics)
    {
        Folder = folder;
        IsUpdate = isUpdate;
        Cured = cured;
        Diagnostics = diagnostics;
    }

    /// <summary>Gets the mod's folder.</summary>
    public string Folder { get; }

    /// <summary>Gets a value indicating whether the mod replaced one of the same name.</summary>
    public bool IsUpdate { get; }

    /// <summary>Gets the corrected error in the depth of the files, or null.</summary>
    public WrongDepth? Cured { get; }

    /// <summary>Gets diagnostics of what was left out, and of what is still unusual.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; }

    /// <summary>Puts a mod into the mods folder.</summary>
    /// <param name="source">An archive or a folder.</param>
    /// <param name="name">The mod's name.</param>
    /// <param name="configuration">The game's configuration, with its defaults; host paths.</param>
    /// <param name="limits">The limits of an archive's contents.</param>
    /// <exception cref="ArchiveException">The archive can't be unpacked.</exception>
    /// <exception cref="CliException">The mod can't be put into place; the existing mod is still there.</exception>
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
        // Scanned again, because the paths have changed.
        if (staged.HasStrangeNames)
            diagnostics.AddRange(FolderScanner.Scan(name, folder, new ScanOptions(configuration.Include)).Diagnostics);
        return new AddedMod(folder, isUpdate, staged.Cured, diagnostics);
    }

    /// <summary>
    /// Exchanges the old folder and the new one in one step if the system supports it, otherwise by two renames. If the second one fails,
    /// the first one is undone, by the next call at the latest.
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
