using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>
/// A run with <c>--write-to</c>: what it has written is moved into the mod, and recorded so that <c>rvfs undo</c> can take it back.
/// </summary>
internal static class WriteToRun
{
    private const string NotAll = "rvfs undo can't take all of this run back";

    /// <summary>Runs a tool, and moves what it has written into the mod that <c>--write-to</c> names.</summary>
    /// <param name="run">Runs the tool and returns its exit code.</param>
    /// <exception cref="CliException">The mod can't receive anything. Nothing was started.</exception>
    public static int Execute(RunOptions options, Func<int> run)
    {
        string name = options.WriteTo!;
        VfsConfiguration configuration = GameArguments.Configure(options with { WriteTo = null });
        Directory.CreateDirectory(configuration.Mods!);
        Mod mod = ReceivingMod.Find(configuration, name);
        WriteTarget.Prepare(WriteTarget.Apply(configuration, mod.Name));
        MoveLeft(configuration, mod.Name);
        if (configuration.Writes == WritePolicy.Overwrite)
            OverwriteNotice.Show(options, "with --write-to");
        int code = run();
        Attempt.Make(() => Move(configuration, mod.Name, Path.GetFileName(options.Game.Replace('\\', '/'))),
            $"what was written stays in '{WriteTarget.PlaceOf(configuration)}', and the next rvfs run --write-to moves it");
        return code;
    }

    /// <summary>Moves what killed runs have left.</summary>
    /// <param name="configuration">The configuration of the game, with its defaults and host paths.</param>
    /// <param name="now">The mod to which the run now writes, which finds its own and goes on with it.</param>
    private static void MoveLeft(VfsConfiguration configuration, string now)
    {
        foreach (string folder in Directory.GetDirectories(WriteTarget.PlaceOf(configuration)))
        {
            string mod = Path.GetFileName(folder);
            if (mod != now && folder == OverwritePlaces.FolderOf(WriteTarget.Apply(configuration, mod)) && IsMods(folder))
                Attempt.Make(() => Move(configuration, mod, "rvfs"), $"what an earlier run has written for '{mod}' stays in '{folder}'");
        }
    }

    // Beside each folder are those of its journal and of what arrives in it.
    private static bool IsMods(string folder) => Directory.Exists(OverwritePlaces.TemporaryOf(folder));

    private static void Move(VfsConfiguration configuration, string name, string program)
    {
        VfsConfiguration applied = WriteTarget.Apply(configuration, name);
        string folder = applied.Overwrite!;
        if (!Directory.Exists(folder) || OverwritePlaces.UsedOf(applied) != folder)
            return;
        using (OverwriteUse use = OverwriteUse.Acquire(folder))
        {
            use.CompleteRenames();
            OverwriteContent content = OverwriteContent.ReadChanged(applied);
            foreach (OverwritePart known in content.Parts.Where(part => part.IsKnown && part.Entries.Count > 0))
                Messages.Warn($"what the tool has written to {known.Name} stays in '{known.Folder}': a mod has files there only by a map.");
            OverwritePart[] parts = [.. content.Parts.Where(part => !part.IsKnown && part.Entries.Count > 0)];
            if (parts.Length > 0)
                Move(configuration, applied, parts, ReceivingMod.Find(configuration, name), program);
            UndoJournal.Discard(folder);
        }

        // Copies that the tool hasn't changed, and what the VFS needed.
        OverwriteContent left = OverwriteContent.Read(applied);
        if (OverwriteContent.ReadChanged(applied).IsEmpty)
        {
            OverwriteClearing.Clear(left);
            UndoJournal.Discard(folder);
            // The run may have had other targets.
            if (Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)
                .Any(file => !DefaultExcludes.IsTemporary(Path.GetFileName(file))))
            {
                Messages.Warn($"what an earlier run has written stays in '{folder}': it belongs to no target of the configuration.");
                return;
            }

            DiskRemoval.TryDeleteTree(OverwritePlaces.TemporaryOf(folder));
            DiskRemoval.TryDeleteTree(folder);
        }
    }

    private static void Move(VfsConfiguration configuration, VfsConfiguration applied, OverwritePart[] parts, Mod mod, string program)
    {
        using ModResolver resolver = new(ModSet.Load(applied));
        MoveRecord? record = null;
        Attempt.Make(() => record = MoveRecord.Begin(configuration, program), "rvfs undo can't take this run back");
        foreach (OverwritePart part in parts)
            DeleteOwn(part, mod, record);
        (OverwriteMove Move, OverwritePart Part)[] moves = [
            .. parts.Select(part => (new OverwriteMove(part, mod, applied, resolver), part))];
        foreach ((OverwriteMove move, OverwritePart part) in moves)
        {
            foreach ((OverwriteEntry entry, string cause) in move.Kept)
                Messages.Warn($"'{entry.Path}' stays in '{part.Folder}': {cause}.");
            if (record is not null && !Attempt.Make(() => record.Add(mod, [.. move.Steps.Select(step => step.To)]), NotAll))
                record.MarkIncomplete();
            ReceivingMod.Ensure(mod, configuration);
            move.Run();
            ReceivingMod.WarnOfWinners(move, part, mod, configuration);
        }

        record?.End();
        int files = moves.Sum(one => one.Move.Steps.Count(step => step.Entry.Kind == OverwriteKind.File)),
            deleted = moves.Sum(one => one.Move.Steps.Count(step => step.Entry.Kind == OverwriteKind.Marker));
        if (files + deleted > 0)
            Messages.Say($"the mod '{mod.Name}' has what the tool has written: {files:N0} "
                + (files == 1 ? "file" : "files") + (deleted == 0 ? "" : $", {deleted:N0} deleted"));
    }

    /// <summary>Deletes files of the mod that the tool has deleted. The markers, moved after that, hide what lower mods have.</summary>
    private static void DeleteOwn(OverwritePart part, Mod mod, MoveRecord? record)
    {
        HashSet<string> written = new(
            part.Entries.Where(entry => entry.Kind == OverwriteKind.File).Select(entry => entry.Path), NameComparer.Instance);
        foreach (OverwriteEntry marker in part.Entries.Where(entry => entry.Kind == OverwriteKind.Marker))
        {
            string path = marker.Path[..^HideMarker.Ending.Length];
            string place = CaseInsensitivePath.FindLongest(Path.Combine(mod.Folder, path.Replace('\\', Path.DirectorySeparatorChar)));
            if (written.Contains(path) || DiskRemoval.IsLink(place))
                continue;
            string[] files = Directory.Exists(place) ? Directory.GetFiles(place, "*", SearchOption.AllDirectories)
                : File.Exists(place) ? [place] : [];
            // Without a copy of it nothing is deleted, and the marker stays where it is.
            if (files.Length == 0 || record is null || !Attempt.Make(() => record.Add(mod, files), NotAll))
                continue;
            if (Directory.Exists(place))
                DiskRemoval.DeleteTree(place);
            else
                DiskRemoval.DeleteFile(place);
        }
    }
}

/// <summary>The journal of a move into a mod, as a run has one that changes files of mods itself.</summary>
internal sealed class MoveRecord
{
    private const string LogName = "move" + UndoJournal.LogEnding;

    private readonly VfsConfiguration _configuration;
    private readonly string _folder;
    private readonly HashSet<string> _noted = new(StringComparer.Ordinal);
    private int _copies;

    private MoveRecord(VfsConfiguration configuration, string folder) => (_configuration, _folder) = (configuration, folder);

    /// <summary>Begins the journal, which takes the place of the last run's.</summary>
    /// <exception cref="CliException">The last run's is in use: a game runs, or an <c>rvfs undo</c> has begun and hasn't ended.</exception>
    public static MoveRecord Begin(VfsConfiguration configuration, string program)
    {
        string overwrite = OverwritePlaces.FolderOf(configuration), folder = OverwritePlaces.JournalOf(overwrite);
        Directory.CreateDirectory(OverwritePlaces.TemporaryOf(overwrite));
        using OverwriteUse use = OverwriteUse.Acquire(overwrite, configuration.Targets[0]);
        if (UndoJournal.IsInterruptedIn(folder))
            throw new CliException("the last rvfs undo isn't complete; run it again");
        UndoJournal.Begin(overwrite, program, WritePolicy.Game);
        return new MoveRecord(configuration, folder);
    }

    /// <summary>Notes that not all of the move is recorded.</summary>
    public void MarkIncomplete() => UndoJournal.MarkIncomplete(_folder);

    /// <summary>Notes what is in the places that are about to be changed, and in the folders around them.</summary>
    public void Add(Mod mod, IReadOnlyList<string> changed)
    {
        string mods = _configuration.Mods!, order = new OrderChange(_configuration).File;
        List<string> places = [mod.Folder, .. changed.SelectMany(path => Around(mod.Folder, path)).Distinct(StringComparer.Ordinal)];
        if (Path.GetDirectoryName(order) == mods && !Directory.Exists(mod.Folder))
            places.Add(order);
        using var log = new FileStream(Path.Combine(_folder, LogName), FileMode.Append, FileAccess.Write, FileShare.Read);
        foreach (string place in places.Where(place => !_noted.Contains(place)))
        {
            string path = Path.Join(UndoRoots.Of(WritePolicy.Game, "", _configuration).First(root => root.IsMods).Name,
                Path.GetRelativePath(mods, place)).Replace('/', '\\');
            log.Write(UndoJournal.Encoding.GetBytes(RecordOf(path, place).Line));
            _noted.Add(place);
        }
    }

    /// <summary>Notes the end of the move: later changes don't belong to this run.</summary>
    public void End() => Directory.SetLastWriteTimeUtc(UndoJournal.RunningOf(_folder), DateTime.UtcNow);

    private UndoRecord RecordOf(string path, string place)
    {
        if (Directory.Exists(place))
            return new UndoRecord(UndoKind.Folder, path, "");
        if (!File.Exists(place))
            return new UndoRecord(UndoKind.New, path, "");
        string copy = $"move-{++_copies}";
        File.Copy(place, Path.Combine(UndoJournal.FilesOf(_folder), copy));
        return UndoRecord.OfFile(path, copy, new FileInfo(place).Length);
    }

    /// <summary>Returns a path and the folders that it is in, below the mod's, outermost first.</summary>
    private static IEnumerable<string> Around(string folder, string path) =>
        FolderPath.Upwards(path).TakeWhile(at => at.Length > folder.Length).Reverse();
}
