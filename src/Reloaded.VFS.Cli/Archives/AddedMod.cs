using Reloaded.VFS.Cli.Archives.Packages;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Mods.Archives;
using Reloaded.VFS.Mods.Scanning;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>A mod that is put into the mods folder from an archive or a folder.</summary>
/// <remarks>
/// It is created beside the mods folder's mods, its files are put where the game looks for them, and one rename puts it into place. Until
/// then the existing mod stays complete.
/// </remarks>
/// <param name="Folder">The mod's folder.</param>
/// <param name="IsUpdate">True if the mod replaced one of the same name.</param>
/// <param name="Kept">The files that were written since the mod was added before, and that it still has.</param>
/// <param name="SetAside">The earlier version, if it can be put back, or null.</param>
/// <param name="Notes">What was done to the files, in sentences without a full stop.</param>
/// <param name="Diagnostics">Diagnostics of what was left out, and of what is still unusual.</param>
internal sealed record AddedMod(string Folder, bool IsUpdate, IReadOnlyList<string> Kept, RemovedMod? SetAside, IReadOnlyList<string> Notes,
    IReadOnlyList<Diagnostic> Diagnostics)
{
    public string Name => Path.GetFileName(Folder);

    /// <summary>Puts a mod into the mods folder.</summary>
    /// <param name="keepsChanges">Decides about files that were changed here and by an update.</param>
    /// <exception cref="ArchiveException">The archive can't be unpacked.</exception>
    /// <exception cref="CliException">The mod can't be put into place; the existing mod is still there.</exception>
    public static AddedMod Put(ModSource source, UpdateDecision keepsChanges)
    {
        string mods = source.Configuration.Mods!;
        using StagingFolder staging = new(mods);
        StagedMod staged = StagedMod.Make(source, staging)
            ?? throw new CliException(NothingIn(source, staging.Content));
        List<Diagnostic> diagnostics = [.. staged.LeftOut];
        string folder = EarlierMod.Find(mods, staged.Name, source) ?? Path.Combine(mods, staged.Name);
        bool isUpdate = Directory.Exists(folder);
        // An archive may have been made of a mod that was added.
        DiskRemoval.TryDeleteFile(Path.Combine(staged.Content, DefaultExcludes.AddedRecord));
        AddedRecord record = AddedRecord.Of(staged.Content, source.FileName);
        ModUpdate? update = isUpdate ? new ModUpdate(folder, AddedRecord.Read(folder), record) : null;
        bool keeps = update is { Both.Count: > 0 } && keepsChanges(update.Both);
        RemovedMod? setAside = null;
        try
        {
            // The game may have written while the question was open.
            if (update is { Both.Count: > 0 })
                update = new ModUpdate(folder, AddedRecord.Read(folder), record);
            update?.CarryOver(staged.Content, withBoth: keeps);
            record.Write(staged.Content);
            // What isn't known to come from rvfs add is never deleted.
            bool keepsEarlier = update is not null && (!update.HasRecord || (update.Both.Count > 0 && !keeps));
            setAside = Replace(staged.Content, folder, staging, update, keepsEarlier);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            string where = staging.HasEarlier && !staging.TryPutBack()
                ? $"; the mod that was there lies in '{staging.EarlierFolder}'"
                    + (Directory.Exists(folder) ? "" : ", and comes back with the next 'rvfs add'")
                : "";
            throw new CliException($"The mod can't be put into '{folder}': {ErrorCause.Of(e)}{where}",
                "If the game runs, end it first: it may have the mod's files open.");
        }

        // Scanned again, because the paths have changed.
        if (staged.HasStrangeNames)
            diagnostics.AddRange(
                FolderScanner.Scan(Path.GetFileName(folder), folder, new ScanOptions(source.Configuration.Include)).Diagnostics);
        return new AddedMod(folder, isUpdate, update?.Kept ?? [], setAside, staged.Notes, diagnostics);
    }

    private static string NothingIn(ModSource source, string content) =>
        Directory.Exists(content) && ThunderstorePackage.TryRead(content) is { Needs.Count: > 0 } pack
            ? $"'{source.Path}' is a list of mods and has no files of its own: it wants {string.Join(", ", pack.Needs)}"
            : $"'{source.Path}' holds no files for the game.";

    /// <summary>
    /// Exchanges the old folder and the new one in one step if the system supports it and the old one isn't kept, otherwise by renames. If
    /// one of these fails, the earlier ones are undone, by the next call at the latest.
    /// </summary>
    /// <param name="update">What is known of the old folder; null if there was none.</param>
    /// <param name="keepsEarlier">
    /// True to keep the old folder among the removed mods. Otherwise it is kept only if it was written to after it was compared.
    /// </param>
    /// <returns>The old folder in that place, or null if it is deleted with the staging folder.</returns>
    private static RemovedMod? Replace(string content, string folder, StagingFolder staging, ModUpdate? update, bool keepsEarlier)
    {
        FlushedFolder.Flush(content);
        if (!Directory.Exists(folder))
        {
            DiskRemoval.Rename(content, folder);
            return null;
        }

        bool isExchanged = !keepsEarlier && DiskRemoval.TryExchange(content, folder);
        string earlier = isExchanged ? content : staging.EarlierFolder;
        if (!isExchanged)
        {
            staging.SetAside(folder);
            DiskRemoval.Rename(content, folder);
        }

        RemovedMod? kept = null;
        try
        {
            string name = Path.GetFileName(folder);
            if (keepsEarlier || update?.IsStill(earlier) != true)
                kept = new RemovedMods(Path.GetDirectoryName(folder)!).Put(earlier, name, [], name);
        }
        catch
        {
            if (isExchanged)
                _ = DiskRemoval.TryExchange(content, folder);
            else
                DiskRemoval.Rename(folder, content);
            throw;
        }

        if (!isExchanged)
            staging.EndReplacing();
        return kept;
    }
}

/// <summary>The search for a mod of which an archive is another version.</summary>
internal static class EarlierMod
{
    /// <summary>Returns the folder of the mod, or null if there is none.</summary>
    /// <param name="mods">The mods folder.</param>
    /// <param name="name">The name that a new mod would have.</param>
    public static string? Find(string mods, string name, ModSource source)
    {
        string[] folders = [.. Directory.EnumerateDirectories(mods).Where(folder => !DefaultExcludes.IsTemporary(Path.GetFileName(folder)))
            .Order(StringComparer.Ordinal)];
        string exact = Path.Combine(mods, name);
        if (folders.Contains(exact))
            return exact;
        if (Array.Find(folders, folder => NameComparer.Instance.Equals(Path.GetFileName(folder), name)) is { } found)
            return found;
        // A page of Nexus Mods may have several files: the same one has the same name but for a version in it.
        if (source.IsNamed || ArchiveModName.PageOf(source.FileName) is not { } page)
            return null;
        string plain = WithoutVersion(name);
        return Array.Find(folders, folder => AddedRecord.Read(folder) is { } record && ArchiveModName.PageOf(record.Source) == page
            && NameComparer.Instance.Equals(WithoutVersion(ArchiveModName.Of(record.Source)), plain));
    }

    private static string WithoutVersion(string name) => string.Join(' ', name.Split(' ', '_', '-')
        .Where(word => word.Length > 0 && !IsVersion(word)));

    private static bool IsVersion(string word)
    {
        string number = word.TrimStart('v', 'V');
        return number.Length > 0 && char.IsAsciiDigit(number[0]) && number.TrimEnd('a', 'b', 'c').All(c => char.IsAsciiDigit(c) || c == '.');
    }
}

/// <summary>A decision about files that both the player's side (a game, a tool, the player) and an update have changed.</summary>
/// <param name="paths">The paths relative to the mod's folder, with <c>/</c>.</param>
/// <returns>True if the existing files are kept; false if the update's files replace them, and the existing ones are set aside.</returns>
internal delegate bool UpdateDecision(IReadOnlyList<string> paths);

/// <summary>The files that were written into a mod's folder since it was added, and that a new version of the mod keeps.</summary>
internal sealed class ModUpdate
{
    private readonly List<(string Path, string File)> _kept = [];
    private readonly List<(string Path, string File)> _both = [];
    private readonly Dictionary<string, (long Length, DateTime Time)> _compared = new(StringComparer.Ordinal);

    /// <summary>Compares a mod's folder with the record of its files and with the new version.</summary>
    /// <param name="folder">The mod's folder.</param>
    /// <param name="record">The record of what was added, or null if there is none.</param>
    /// <param name="next">The record of the new version.</param>
    /// <exception cref="IOException">A file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public ModUpdate(string folder, AddedRecord? record, AddedRecord next)
    {
        HasRecord = record is not null;
        if (record is null)
            return;
        foreach (FileInfo file in AddedRecord.FilesIn(folder))
        {
            string path = AddedRecord.PathIn(folder, file.FullName);
            _compared.Add(path, StateOf(file));
            AddedFile? was = record.Find(path), comes = next.Find(path);
            if (was?.IsChanged(file) == false)
                continue;
            if (comes is null || comes.Hash == was?.Hash)
                _kept.Add((path, file.FullName));
            else if (comes.IsChanged(file))
                _both.Add((path, file.FullName));
        }
    }

    /// <summary>Gets a value indicating whether there is a record of what was added. If not, nothing is carried over.</summary>
    public bool HasRecord { get; }

    /// <summary>Gets the paths that were written since, and that the update leaves alone.</summary>
    public IReadOnlyList<string> Kept => [.. _kept.Select(file => file.Path)];

    /// <summary>Gets the paths that were written since, and that the update changes, too.</summary>
    public IReadOnlyList<string> Both => [.. _both.Select(file => file.Path)];

    /// <summary>Determines whether a mod's folder has no file that is new, or was written to, since it was compared.</summary>
    /// <param name="folder">The folder, in its place or another.</param>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public bool IsStill(string folder) => AddedRecord.FilesIn(folder).All(file =>
        _compared.TryGetValue(AddedRecord.PathIn(folder, file.FullName), out (long Length, DateTime Time) before)
        && before == StateOf(file));

    /// <summary>Copies the files to the new version.</summary>
    /// <param name="content">The folder with the new version's content.</param>
    /// <param name="withBoth">True if this includes the files that the update changes, too.</param>
    /// <exception cref="IOException">A file can't be copied.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be copied.</exception>
    public void CarryOver(string content, bool withBoth)
    {
        var tree = new MergedTree(content);
        foreach ((string path, string file) in withBoth ? _kept.Concat(_both) : _kept)
            File.Copy(file, tree.PlaceOf(path), overwrite: true);
    }

    private static (long Length, DateTime Time) StateOf(FileInfo file) => (file.Length, file.LastWriteTimeUtc);
}
