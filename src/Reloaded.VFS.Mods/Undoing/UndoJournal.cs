using System.Globalization;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// The journal of the last run: a folder beside the overwrite folder, with a log for each process of the run and a copy of every file that
/// the run changed.
/// </summary>
/// <remarks>
/// Before a change is made, its line is in a log, and the copy is complete. If the system refuses, the members throw
/// <see cref="IOException"/> or <see cref="UnauthorizedAccessException"/>.
/// </remarks>
internal sealed class UndoJournal
{
    /// <summary>The ending of a log's name.</summary>
    public const string LogEnding = ".log";

    /// <summary>The encoding of logs. A name that it can't represent causes an <see cref="ArgumentException"/>.</summary>
    public static readonly Encoding Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private const string RunName = "run", WholeName = "whole", UndoingName = "undoing", FilesName = "files", RunningName = "running",
        LaterName = "later";

    private UndoJournal(string folder, DateTime began)
    {
        (Folder, Began, Ended) = (folder, began, EndOf(folder, began));
        IsWhole = File.Exists(WholeFileOf(folder));
        IsEndKnown = Directory.Exists(RunningOf(folder)) && !Directory.EnumerateFileSystemEntries(RunningOf(folder)).Any();
        IsOvertaken = File.Exists(Path.Combine(folder, LaterName));
    }

    public string Folder { get; }
    public DateTime Began { get; }

    /// <summary>Gets the file name of the program that began the run.</summary>
    public string Program { get; private init; } = "";

    public WritePolicy Policy { get; private init; }

    /// <summary>Gets a record for each name that the run changed.</summary>
    public IReadOnlyList<UndoRecord> Records { get; private init; } = [];

    /// <summary>Gets the names that the run gave to files which couldn't be copied, in no particular order.</summary>
    public IReadOnlyList<UndoRecord> Moves { get; private init; } = [];

    /// <summary>Gets a record for each name that was a link when the run first changed it.</summary>
    public IReadOnlyList<UndoRecord> Links { get; private init; } = [];

    /// <summary>Gets the time at which the run ended, UTC, or, if that isn't known, at which it recorded its last change.</summary>
    public DateTime Ended { get; }

    /// <summary>Gets a value indicating whether the end of the run is known. It isn't if the system went down during the run.</summary>
    public bool IsEndKnown { get; }

    /// <summary>Gets a value indicating whether the game has run again since, without being recorded.</summary>
    public bool IsOvertaken { get; }

    /// <summary>Gets a value indicating whether every change could be recorded.</summary>
    public bool IsWhole { get; }

    /// <summary>Gets a value indicating whether undoing has begun and hasn't ended.</summary>
    public bool IsInterrupted => IsInterruptedIn(Folder);

    /// <summary>Notes that the game runs without being recorded.</summary>
    /// <param name="overwrite">The overwrite folder. Nothing happens if there is no journal beside it.</param>
    public static void NoteOvertaken(string overwrite) => FileErrors.Ignore(() =>
    {
        // A journal that can't be written won't be the last run's for long.
        if (PolicyOf(overwrite) == WritePolicy.Game)
            File.WriteAllBytes(Path.Combine(OverwritePlaces.JournalOf(overwrite), LaterName), []);
    });

    /// <summary>Records that undoing has begun.</summary>
    public void SetInterrupted() => File.Create(Path.Combine(Folder, UndoingName)).Dispose();

    /// <summary>Records that undoing has ended, for a journal that stays.</summary>
    public void EndInterrupted() => DiskRemoval.DeleteFile(Path.Combine(Folder, UndoingName));

    /// <summary>Returns the path of a file that is deleted if a change can't be recorded. Deleting works on a full disk, too.</summary>
    public static string WholeFileOf(string folder) => Path.Combine(folder, WholeName);

    /// <summary>Records, in a journal's folder, that not all changes are recorded.</summary>
    public static void MarkIncomplete(string folder) => DiskRemoval.TryDeleteFile(WholeFileOf(folder));

    /// <summary>Determines, by a journal's folder, whether undoing has begun and hasn't ended.</summary>
    public static bool IsInterruptedIn(string folder) => File.Exists(Path.Combine(folder, UndoingName));

    public static string FilesOf(string folder) => Path.Combine(folder, FilesName);

    /// <summary>Returns the folder in which each process of the run has a file that disappears with the process, however it ends.</summary>
    /// <remarks>The folder's time is then the end of the run, which a killed process couldn't write down.</remarks>
    public static string RunningOf(string folder) => Path.Combine(folder, RunningName);

    /// <summary>Returns the path of the copy of a record's file. The copy is gone once it has been put back.</summary>
    public string CopyOf(in UndoRecord record) => Path.Combine(FilesOf(Folder), record.Copy);

    /// <summary>
    /// Begins a run and discards the previous run's journal. The new one is there either completely or, after an exception, not at all.
    /// </summary>
    /// <param name="overwrite">The overwrite folder, whose temporary folder must exist.</param>
    /// <param name="program">The file name of the program.</param>
    /// <param name="policy">The policy that says where the run's writes go.</param>
    public static void Begin(string overwrite, string program, WritePolicy policy = WritePolicy.Overwrite)
    {
        Discard(overwrite);
        string temporary = NewTemporary(overwrite);
        try
        {
            Directory.CreateDirectory(FilesOf(temporary));
            Directory.CreateDirectory(RunningOf(temporary));
            File.WriteAllText(Path.Combine(temporary, RunName),
                string.Create(CultureInfo.InvariantCulture, $"{DateTime.UtcNow:O}\n{program}\n{policy}\n"));
            File.Create(WholeFileOf(temporary)).Dispose();
            DiskRemoval.Rename(temporary, OverwritePlaces.JournalOf(overwrite));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // What is left is deleted at the next start.
            DiskRemoval.TryDeleteTree(temporary);
            throw;
        }
    }

    /// <summary>Moves the journal away in one step, then deletes it. What a killed process leaves is deleted at the next start.</summary>
    public static void Discard(string overwrite)
    {
        string folder = OverwritePlaces.JournalOf(overwrite);
        if (!Directory.Exists(folder))
            return;
        string away = NewTemporary(overwrite);
        Directory.CreateDirectory(Path.GetDirectoryName(away)!);
        DiskRemoval.Rename(folder, away);
        DiskRemoval.TryDeleteTree(away);
    }

    /// <summary>Reads the journal beside an overwrite folder. Returns null if there is none.</summary>
    public static UndoJournal? Read(string overwrite)
    {
        string folder = OverwritePlaces.JournalOf(overwrite), run = Path.Combine(folder, RunName);
        if (!File.Exists(run))
            return null;
        (DateTime began, string program, WritePolicy policy) = ReadRun(run);
        Dictionary<string, UndoRecord> records = new(NameComparer.Instance);
        List<UndoRecord> moves = [];
        Dictionary<string, UndoRecord> links = new(NameComparer.Instance);
        foreach (string log in Directory.EnumerateFiles(folder, "*" + LogEnding))
        {
            foreach (UndoRecord record in ReadLog(File.ReadAllText(log)))
            {
                if (record.Kind == UndoKind.Moved)
                    moves.Add(record);
                else if (record.Kind == UndoKind.Link)
                    links.TryAdd(record.Path, record);
                else
                    records.TryAdd(record.Path, record);
            }
        }

        return new UndoJournal(folder, began)
        {
            Program = program,
            Policy = policy,
            Records = [.. records.Values],
            Moves = moves,
            Links = [.. links.Values],
        };
    }

    /// <summary>Returns the write policy of the run whose journal lies beside an overwrite folder, or null if there is none.</summary>
    public static WritePolicy? PolicyOf(string overwrite)
    {
        string run = Path.Combine(OverwritePlaces.JournalOf(overwrite), RunName);
        return File.Exists(run) ? ReadRun(run).Policy : null;
    }

    /// <summary>Returns the time at which the run ended. The time of a missing folder is in the year 1601, and so never counts.</summary>
    private static DateTime EndOf(string folder, DateTime began) => Directory.EnumerateFiles(folder, "*" + LogEnding)
        .Select(File.GetLastWriteTimeUtc).Append(Directory.GetLastWriteTimeUtc(RunningOf(folder))).Append(began).Max();

    private static (DateTime Began, string Program, WritePolicy Policy) ReadRun(string run)
    {
        string[] lines = File.ReadAllLines(run);
        bool isKnown = lines.Length > 0
            & DateTime.TryParse(lines.FirstOrDefault(), CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out DateTime began);
        // A journal without the policy is older than the other policy's journals.
        WritePolicy policy = Enum.TryParse(lines.ElementAtOrDefault(2), out WritePolicy said) && Enum.IsDefined(said) ? said : WritePolicy.Overwrite;
        return (isKnown ? began : File.GetLastWriteTimeUtc(run), lines.ElementAtOrDefault(1) ?? "", policy);
    }

    /// <summary>Returns the records of a log. A line without an end, which a killed process has left, is skipped.</summary>
    public static IEnumerable<UndoRecord> ReadLog(string text)
    {
        foreach (string line in text.Split('\n')[..^1])
        {
            if (UndoRecord.TryParse(line, out UndoRecord record))
                yield return record;
        }
    }

    private static string NewTemporary(string overwrite) =>
        Path.Combine(OverwritePlaces.TemporaryOf(overwrite), "journal-" + Guid.NewGuid().ToString("N"));
}
