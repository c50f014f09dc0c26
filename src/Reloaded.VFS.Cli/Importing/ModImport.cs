using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.OtherManagers.Plans;

namespace Reloaded.VFS.Cli.Importing;

/// <summary>
/// An import, which puts the mods of a plan into a game's mods folder, with their order and preferences. It replaces nothing, and leaves
/// nothing behind if it fails.
/// </summary>
internal sealed class ModImport
{
    private readonly ImportPlan _plan;
    private readonly VfsConfiguration _configuration;
    private readonly StagedImport _writer;
    private readonly string _mods;
    private readonly string? _setFolder;
    private readonly string _order;
    private readonly LoadOrder _known;
    private readonly List<ImportedMod> _new = [];
    private readonly Stack<Action> _undo = [];

    /// <summary>Prepares an import. Nothing is written yet.</summary>
    /// <param name="configuration">The game's configuration, with its defaults and host paths.</param>
    /// <param name="newSet">The name of the new set that gets the order and the preferences, or null for the configuration's order.</param>
    /// <param name="copies">True if files are copied, in place of links to them.</param>
    /// <exception cref="CliException">What is in the game's folder already doesn't allow the import.</exception>
    public ModImport(ImportPlan plan, VfsConfiguration configuration, string? newSet, bool copies)
    {
        _plan = plan;
        _configuration = configuration;
        _writer = new StagedImport(copies);
        _mods = configuration.Mods!;
        _setFolder = newSet is null ? null : FindSetFolder(newSet);
        _order = _setFolder is not null ? SetPlaces.OrderOf(_setFolder) : configuration.Order ?? FindOrder();
        _known = Directory.Exists(_mods) ? LoadOrder.Of(configuration) : new LoadOrder(_mods, [], []);
        Check(newSet is not null);
    }

    public IReadOnlyList<ImportedMod> New => _new;
    public string OrderFile => _order;

    /// <summary>Gets the mods that were copied because no link to them could be made.</summary>
    public IReadOnlyList<string> CopiedForWantOfLinks => _writer.CopiedForWantOfLinks;

    /// <summary>Writes everything.</summary>
    /// <exception cref="CliException">Something can't be written; nothing of the import is there.</exception>
    public void Execute()
    {
        bool wasThere = Directory.Exists(_mods), isDone = true;
        try
        {
            using StagingFolder staging = new(_mods);
            try
            {
                Write(staging);
            }
            catch
            {
                isDone = TakeBack();
                throw;
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (!wasThere && Directory.Exists(_mods) && !Directory.EnumerateFileSystemEntries(_mods).Any())
                DiskRemoval.DeleteEmptyFolder(_mods);
            throw new CliException($"Nothing was imported: '{ErrorCause.PathOf(e) ?? _mods}': {ErrorCause.Of(e)}"
                    + (isDone ? "." : "; not all could be taken back."),
                "If the game runs, end it first: it may have files open.");
        }
    }

    private void Write(StagingFolder staging)
    {
        foreach (ImportedMod mod in _new)
            _writer.Write(mod, staging.Content);
        FlushedFolder.Flush(staging.Content);
        foreach (ImportedMod mod in _new)
            Move(Path.Combine(staging.Content, StagedImport.FileNameOf(mod)), Path.Combine(_mods, StagedImport.FileNameOf(mod)));
        foreach (string other in OtherOrders())
            SwitchOffIn(other);
        if (_setFolder is not null)
        {
            string staged = Path.Combine(staging.Root, "set");
            Directory.CreateDirectory(staged);
            WriteOrder(Path.Combine(staged, Path.GetFileName(_order)), []);
            if (_plan.Preferences.Count > 0)
                AtomicFile.Write(Path.Combine(staged, PreferenceFile.Name), StagedImport.PreferencesOf([], _plan.Preferences));
            Directory.CreateDirectory(Path.GetDirectoryName(_setFolder)!);
            Move(staged, _setFolder);
            return;
        }

        string preferences = PreferenceFile.PathOf(_mods, _order);
        if (_plan.Preferences.Count > 0)
            Write(preferences, StagedImport.PreferencesOf(ContentOf(preferences), _plan.Preferences));
        WriteOrder(_order, ContentOf(_order));
    }

    private void Check(bool isSet)
    {
        const string beside = "rvfs import --new-set NAME SOURCE makes a set of its own; "
            + "rvfs run --from SOURCE GAME.EXE plays without importing.";
        if (_setFolder is not null && Path.Exists(_setFolder))
            throw new CliException($"There is a set '{Path.GetFileName(_setFolder)}' already.",
                "Give another name after --new-set, or delete the set's folder: " + _setFolder);
        if (!isSet && Mods.Order.OrderFile.Parse(ContentOf(_order), _order).Entries.Count > 0)
            throw new CliException($"There is an order already, which stays as it is: '{_order}'.", beside);
        string preferences = PreferenceFile.PathOf(_mods, _order);
        if (!isSet && _plan.Preferences.Count > 0 && PreferenceFile.Read(preferences).Rules.Count > 0)
            throw new CliException($"There are preferences already, which stay as they are: '{preferences}'.", beside);
        Dictionary<string, Mod> known = new(NameComparer.Instance);
        foreach (Mod mod in _known.Mods.Where(mod => mod.State != ModState.Missing))
            known.TryAdd(mod.Name, mod);
        if (_plan.IsOfOwnMods)
            return;
        List<string> taken = [];
        foreach (ImportedMod mod in _plan.Mods)
        {
            string path = Path.Combine(_mods, StagedImport.FileNameOf(mod));
            if (!known.Remove(mod.Name) && !Path.Exists(path))
                _new.Add(mod);
            else if (!_writer.IsSame(path, mod))
                taken.Add(mod.Name);
        }

        if (taken.Count > 0)
            throw new CliException($"There are mods of these names already, which stay as they are: {Counted.List(taken)}.",
                "Rename them, or name another mods folder with --mods DIR; rvfs run --from SOURCE GAME.EXE plays without importing.");
        if (!isSet && known.Count > 0)
            throw new CliException($"The game has mods already, whose order isn't this one's: {Counted.List([.. known.Keys])}.", beside);
    }

    private string FindSetFolder(string name) => ModName.WhyNoMod(name) is { } cause
        ? throw new CliException($"'{ModName.Show(name)}' can't be the name of a set: {cause}.")
        : Path.Combine(SetPlaces.FolderOf(_mods)
            ?? throw new CliException($"'{_mods}' is a whole volume: there is no place for sets beside it."), name);

    private string FindOrder() => ImportPlaces.In(_mods, Mods.Order.OrderFile.Name);

    /// <summary>Writes the mods of the plan in their order. In a set, the game's other mods come before them, switched off.</summary>
    private void WriteOrder(string file, byte[] content)
    {
        HashSet<string> names = new(_plan.Mods.Select(mod => mod.Name), NameComparer.Instance);
        (string, bool)[] others = _setFolder is null && !_plan.IsOfOwnMods ? []
            : [.. _known.Mods.Where(mod => mod.State != ModState.Missing && !names.Contains(mod.Name)).Select(mod => (mod.Name, false))];
        string comment = $"# From {_plan.Manager}: {_plan.Source}\n"
            + "# One mod a line; a later one wins. A '-' before a name switches the mod off.\n";
        byte[] before = content.Length > 0 ? content : System.Text.Encoding.UTF8.GetBytes(comment);
        Write(file, StagedImport.OrderOf(before, [.. others, .. _plan.Mods.Select(mod => (mod.Name, mod.IsOn))]));
    }

    /// <summary>Returns the order files of this mods folder in which the new mods must stay off.</summary>
    private IEnumerable<string> OtherOrders()
    {
        if (_new.Count == 0)
            yield break;
        if (_setFolder is not null)
            yield return FindOrder();
        if (SetPlaces.FolderOf(_mods) is not { } sets || !Directory.Exists(sets))
            yield break;
        foreach (string order in Directory.GetDirectories(sets).Select(SetPlaces.OrderOf).Where(File.Exists))
        {
            if (order != _order)
                yield return order;
        }
    }

    /// <summary>Lists the new mods as switched off, and each mod that was on without being listed at its place.</summary>
    private void SwitchOffIn(string file)
    {
        // The mod of an archive may have another name than the import gave it.
        HashSet<string> added = new(_new.Select(StagedImport.FileNameOf), NameComparer.Instance);
        ILookup<bool, Mod> mods = LoadOrder.Of(_configuration with { Order = file }).Mods
            .ToLookup(mod => added.Contains(mod.Archive?.Name ?? mod.Name));
        var editor = OrderEditor.Parse(ContentOf(file));
        editor.ListAll([.. mods[false], .. mods[true]]);
        foreach (Mod mod in mods[true])
        {
            if (!editor.SetEnabled(mod.Name, false))
                throw new CliException($"Nothing was imported: '{ModName.Show(mod.Name)}' can't be listed in '{file}'.");
        }

        Remember(file);
        editor.Save(file);
    }

    private static byte[] ContentOf(string file) => File.Exists(file) ? File.ReadAllBytes(file) : [];

    private void Move(string from, string to)
    {
        DiskRemoval.Rename(from, to);
        _undo.Push(() => DiskRemoval.Rename(to, from));
    }

    private void Write(string file, byte[] content)
    {
        Remember(file);
        AtomicFile.Write(file, content);
    }

    /// <summary>Remembers a file's content, so that it can be restored.</summary>
    private void Remember(string file)
    {
        byte[]? content = File.Exists(file) ? File.ReadAllBytes(file) : null;
        _undo.Push(() =>
        {
            if (content is not null)
                AtomicFile.Write(file, content);
            else
                DiskRemoval.DeleteFile(file);
        });
    }

    private bool TakeBack()
    {
        bool isDone = true;
        while (_undo.TryPop(out Action? undo))
        {
            isDone &= FileErrors.Ignore(() =>
            {
                undo();
                return true;
            }, false);
        }

        return isDone;
    }
}
