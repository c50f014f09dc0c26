using System.Globalization;
using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>
/// The journal of the last run: a folder beside the overwrite folder, with a log for each process of the run and a copy of every file that
/// the run changed. A line stands in a log, and a copy is whole, before the change that it is of is made.
/// </summary>
internal sealed class UndoJournal
{
    /// <summary>The end of a log's name.</summary>
    public const string LogEnding = ".log";

    /// <summary>The encoding that logs are written in; a name that it can't hold is an <see cref="ArgumentException"/>.</summary>
    public static readonly Encoding Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private const string RunName = "run", WholeName = "whole", UndoingName = "undoing", FilesName = "files", RunningName = "running", LaterName = "later";

    private UndoJournal(string folder, DateTime began)
    {
        (Folder, Began, Ended) = (folder, began, EndOf(folder, began));
        IsWhole = File.Exists(WholeFileOf(folder));
        IsEndKnown = Directory.Exists(RunningOf(folder)) && !Directory.EnumerateFileSystemEntries(RunningOf(folder)).Any();
        IsOvertaken = File.Exists(Path.Combine(folder, LaterName));
    }

    /// <summary>The journal's folder.</summary>
    public string Folder { get; }

    /// <summary>When the run began, UTC.</summary>
    public DateTime Began { get; }

    /// <summary>The file name of the program that began it.</summary>
    public string Program { get; private init; } = "";

    /// <summary>Where the run's writes went.</summary>
    public WritePolicy Policy { get; private init; }

    /// <summary>What the run changed, each name once.</summary>
    public IReadOnlyList<UndoRecord> Records { get; private init; } = [];

    /// <summary>The names that the run gave to files which couldn't be copied, in no particular order.</summary>
    public IReadOnlyList<UndoRecord> Moves { get; private init; } = [];

    /// <summary>The names that were links when the run came upon them, each once.</summary>
    public IReadOnlyList<UndoRecord> Links { get; private init; } = [];

    /// <summary>When the run ended, UTC; where that isn't known, when it recorded its last change.</summary>
    public DateTime Ended { get; }

    /// <summary>Whether it is known when the run ended: the system itself hasn't been ended meanwhile.</summary>
    public bool IsEndKnown { get; }

    /// <summary>Whether the game has run since without being recorded.</summary>
    public bool IsOvertaken { get; }

    /// <summary>Whether every change could be recorded.</summary>
    public bool IsWhole { get; }

    /// <summary>Whether taking it back has begun, and hasn't ended.</summary>
    public bool IsInterrupted => IsInterruptedIn(Folder);

    /// <summary>Notes that the game runs without being recorded.</summary>
    /// <param name="overwrite">The overwrite folder. Nothing happens where no journal lies beside it.</param>
    public static void NoteOvertaken(string overwrite)
    {
        try
        {
            if (PolicyOf(overwrite) == WritePolicy.Game)
                File.WriteAllBytes(Path.Combine(OverwritePlaces.JournalOf(overwrite), LaterName), []);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A journal that can't be written isn't the last run's for long.
        }
    }

    /// <summary>Says that taking back has begun.</summary>
    public void SetInterrupted() => File.Create(Path.Combine(Folder, UndoingName)).Dispose();

    /// <summary>Says that taking back has ended, where the journal stays.</summary>
    public void EndInterrupted() => DiskRemoval.DeleteFile(Path.Combine(Folder, UndoingName));

    /// <summary>A file that is deleted where a change can't be recorded: that works on a full disk, too.</summary>
    public static string WholeFileOf(string folder) => Path.Combine(folder, WholeName);

    /// <summary>Whether taking back what a journal's folder tells of has begun, and hasn't ended.</summary>
    public static bool IsInterruptedIn(string folder) => File.Exists(Path.Combine(folder, UndoingName));

    /// <summary>Where the copies of files lie.</summary>
    public static string FilesOf(string folder) => Path.Combine(folder, FilesName);

    /// <summary>
    /// The folder in which each process of the run has a file that goes with it, however it ends: the folder's time is then the run's end,
    /// which no process that is killed could write down.
    /// </summary>
    public static string RunningOf(string folder) => Path.Combine(folder, RunningName);

    /// <summary>The copy of a record's file; it is gone once it has been put back.</summary>
    public string CopyOf(in UndoRecord record) => Path.Combine(FilesOf(Folder), record.Copy);

    /// <summary>Begins a run: the journal of the one before goes. The new one is there whole or not at all.</summary>
    /// <param name="overwrite">The overwrite folder; its temporary folder is there.</param>
    /// <param name="program">The file name of the program.</param>
    /// <param name="policy">Where the run's writes go.</param>
    /// <exception cref="IOException">It can't be begun; there may be none then.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be begun.</exception>
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
            // What stays goes at the next start.
            DiskRemoval.TryDeleteTree(temporary);
            throw;
        }
    }

    /// <summary>Takes the journal away in one step, and deletes it then. What a kill leaves of that goes at the next start.</summary>
    /// <exception cref="IOException">It can't be taken away.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be taken away.</exception>
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

    /// <summary>Reads the journal beside an overwrite folder; null where there is none.</summary>
    /// <exception cref="IOException">It can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
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

    /// <summary>Where the writes went of the run whose journal lies beside an overwrite folder; null where there is none.</summary>
    /// <inheritdoc cref="Read"/>
    public static WritePolicy? PolicyOf(string overwrite)
    {
        string run = Path.Combine(OverwritePlaces.JournalOf(overwrite), RunName);
        return File.Exists(run) ? ReadRun(run).Policy : null;
    }

    /// <summary>A folder that isn't there has a time long ago.</summary>
    private static DateTime EndOf(string folder, DateTime began) => Directory.EnumerateFiles(folder, "*" + LogEnding)
        .Select(File.GetLastWriteTimeUtc).Append(Directory.GetLastWriteTimeUtc(RunningOf(folder))).Append(began).Max();

    private static (DateTime Began, string Program, WritePolicy Policy) ReadRun(string run)
    {
        string[] lines = File.ReadAllLines(run);
        bool isKnown = lines.Length > 0
            & DateTime.TryParse(lines.FirstOrDefault(), CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out DateTime began);
        // A journal that doesn't say so is older than the other policy's.
        WritePolicy policy = Enum.TryParse(lines.ElementAtOrDefault(2), out WritePolicy said) && Enum.IsDefined(said) ? said : WritePolicy.Overwrite;
        return (isKnown ? began : File.GetLastWriteTimeUtc(run), lines.ElementAtOrDefault(1) ?? "", policy);
    }

    /// <summary>The records of a log. What a kill has left without an end isn't one.</summary>
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
