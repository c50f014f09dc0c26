using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>The clearing of the overwrite folder, which <c>rvfs undo</c> can take back.</summary>
internal static class OverwriteClearing
{
    public const string Program = "rvfs overwrite clear";

    private const string NameOfLog = "clear";

    /// <summary>
    /// Moves the files into the journal, as if a run of the game had deleted them, and deletes folders and links. Journaled names of an
    /// earlier call stay, those of the game's last run are discarded.
    /// </summary>
    /// <param name="content">The content, or the part of it that is cleared.</param>
    /// <returns>The paths that stay because a journal can't name them.</returns>
    /// <exception cref="IOException">Something can't be moved away. What was moved is in the journal.</exception>
    /// <exception cref="UnauthorizedAccessException">Something may not be moved away.</exception>
    public static IReadOnlyList<string> Clear(OverwriteContent content)
    {
        (OverwriteEntry Entry, UndoRecord Record)[] all = [.. content.Parts.SelectMany(part => part.Entries, (part, entry) =>
            (entry, RecordOf(entry, part.NameOf(entry))))];
        string[] kept = [.. all.Where(one => !IsRecordable(one.Record)).Select(one => one.Record.Path)];
        // A folder that isn't empty stays, too.
        all = [.. all.Where(one => IsRecordable(one.Record) && !kept.Any(path =>
            path.StartsWith(one.Record.Path + '\\', StringComparison.OrdinalIgnoreCase)))];
        string journal = OverwritePlaces.JournalOf(content.Folder);
        Begin(content.Folder, [.. all.Select(one => one.Record)]);
        string log = Path.Combine(journal, $"{NameOfLog}-{Guid.NewGuid():N}{UndoJournal.LogEnding}");
        File.WriteAllText(log, string.Concat(all.Select(one => one.Record.Line)), UndoJournal.Encoding);
        foreach ((OverwriteEntry entry, UndoRecord record) in all)
        {
            if (record.Kind == UndoKind.File)
                DiskRemoval.Rename(entry.Real, Path.Combine(UndoJournal.FilesOf(journal), record.Copy));
            else if (record.Kind == UndoKind.Link)
                DiskRemoval.DeleteLink(entry.Real);
        }

        foreach ((OverwriteEntry entry, _) in all.Where(one => one.Record.Kind == UndoKind.Folder).Reverse())
            DeleteFolder(entry.Real);
        return kept;
    }

    private static UndoRecord RecordOf(OverwriteEntry entry, string path) =>
        new FileInfo(entry.Real).LinkTarget is { } target ? new UndoRecord(UndoKind.Link, path, target)
        : entry.Kind == OverwriteKind.Folder ? new UndoRecord(UndoKind.Folder, path, "")
        : UndoRecord.OfFile(path, Guid.NewGuid().ToString("N"), entry.Bytes);

    /// <summary>Determines whether a line of the journal suffices to undo the change of a name.</summary>
    private static bool IsRecordable(in UndoRecord record)
    {
        try
        {
            return record.IsPlain && UndoJournal.Encoding.GetByteCount(record.Line) > 0
                && UndoJournal.ReadLog(record.Line).SequenceEqual([record]);
        }
        catch (EncoderFallbackException)
        {
            return false;
        }
    }

    /// <summary>Begins a journal, unless an earlier call's journal has none of these files.</summary>
    private static void Begin(string overwrite, IReadOnlyList<UndoRecord> records)
    {
        if (UndoJournal.Read(overwrite) is { Program: Program, IsInterrupted: false } earlier)
        {
            HashSet<string> files = new(earlier.Records.Where(record => record.Kind == UndoKind.File).Select(record => record.Path),
                NameComparer.Instance);
            if (!records.Any(record => files.Contains(record.Path)))
                return;
        }

        Directory.CreateDirectory(OverwritePlaces.TemporaryOf(overwrite));
        UndoJournal.Begin(overwrite, Program);
    }

    /// <summary>Deletes a folder that contains only what a killed process has left.</summary>
    private static void DeleteFolder(string folder)
    {
        if (Directory.EnumerateFileSystemEntries(folder).All(left => DefaultExcludes.IsTemporary(Path.GetFileName(left))))
            DiskRemoval.DeleteTree(folder);
    }
}
