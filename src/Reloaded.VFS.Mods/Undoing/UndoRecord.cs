using System.Globalization;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>What was there under a name before a run changed it.</summary>
internal enum UndoKind
{
    /// <summary>Nothing: what is there is the run's.</summary>
    New,

    /// <summary>A file; the journal has a copy of it.</summary>
    File,

    /// <summary>A folder. What was in it has records of its own.</summary>
    Folder,

    /// <summary>A file that couldn't be copied into the journal.</summary>
    Unkept,

    /// <summary>
    /// No name's record, but a rename or a hard link: a file that couldn't be copied gets this name. The detail is the path that it had
    /// until then.
    /// </summary>
    Moved,

    /// <summary>
    /// No name's record, but that a name was a link: the detail is where it led, empty where that can't be recorded. What it
    /// led to has a record under the link's name, or under its own where that is one of the journal's.
    /// </summary>
    Link,
}

/// <summary>One line of a run's journal: one name, before its first change in that run.</summary>
/// <param name="Kind">What was there.</param>
/// <param name="Path">
/// The path below the overwrite folder, or behind the name of its <see cref="UndoRoot"/>, with backslashes; of what was there, in the
/// letter case of the disk.
/// </param>
/// <param name="Detail">
/// Of a file the name of its copy and the bytes that it has, of a link where it led, of an unkept one its <see cref="StampOf">stamp</see>,
/// of a moved one its old path; else empty.
/// </param>
internal readonly record struct UndoRecord(UndoKind Kind, string Path, string Detail)
{
    private const char Separator = '\t', SizeSeparator = ' ';

    /// <summary>The record of a file with a copy.</summary>
    /// <param name="path">The path.</param>
    /// <param name="copy">The copy's name.</param>
    /// <param name="bytes">How many bytes the copy has.</param>
    public static UndoRecord OfFile(string path, string copy, long bytes) =>
        new(UndoKind.File, path, string.Create(CultureInfo.InvariantCulture, $"{copy}{SizeSeparator}{bytes}"));

    /// <summary>Of a file the name of its copy.</summary>
    public string Copy => Detail.Split(SizeSeparator)[0];

    /// <summary>Of a file the bytes that its copy has; null where the line doesn't say so.</summary>
    public long? Bytes => Detail.Split(SizeSeparator) is [_, var bytes]
        && long.TryParse(bytes, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    /// <summary>The line, with its end. A line without one was never written whole, so that its change was never made.</summary>
    public string Line => $"{Kind}{Separator}{Detail}{Separator}{Path}\n";

    /// <summary>
    /// Whether the path leads below a folder, by whatever folder that is, and the copy lies in the journal: of a game's process no other
    /// line comes.
    /// </summary>
    public bool IsPlain => IsBelow(Path) && (Kind != UndoKind.File || (IsBelow(Copy) && !Copy.Contains('\\')));

    /// <summary>Whether a path with backslashes leads below the folder that it is told of.</summary>
    public static bool IsBelow(string path) =>
        path.AsSpan().IndexOfAny("/:\0") < 0 && path.Split('\\').All(name => name is not ("" or "." or ".."));

    /// <summary>Reads a line without its end.</summary>
    public static bool TryParse(string line, out UndoRecord record)
    {
        string[] parts = line.Split(Separator);
        record = default;
        // No name has a zero, and no call takes one.
        if (parts is not [_, _, { Length: > 0 }] || line.Contains('\0') || !Enum.TryParse(parts[0], out UndoKind kind) || !Enum.IsDefined(kind))
            return false;
        record = new UndoRecord(kind, parts[2], parts[1]);
        return true;
    }

    /// <summary>A file's size and time: where both are as they were, a run hasn't changed it.</summary>
    public static string StampOf(FileInfo file) =>
        string.Create(CultureInfo.InvariantCulture, $"{file.Length} {file.LastWriteTimeUtc.Ticks}");
}

/// <summary>What taking a run back does to a name.</summary>
internal enum UndoAct
{
    /// <summary>A file that the run made is deleted.</summary>
    Remove,

    /// <summary>A folder that the run made is deleted, if nothing is left in it.</summary>
    RemoveFolder,

    /// <summary>A file that the run changed gets its old content.</summary>
    PutBack,

    /// <summary>A file that the run deleted, or renamed, is there again.</summary>
    BringBack,

    /// <summary>A folder that the run deleted, or renamed, is there again.</summary>
    BringBackFolder,

    /// <summary>A link that the run replaced or deleted is there again.</summary>
    BringBackLink,
}

/// <summary>A name that is taken back.</summary>
/// <param name="Act">What is done.</param>
/// <param name="Path">The path below the overwrite folder, with backslashes.</param>
/// <param name="Bytes">The size of the file that goes, or that comes.</param>
/// <param name="Leads">Of a link where it leads; else empty.</param>
internal sealed record UndoStep(UndoAct Act, string Path, long Bytes, string Leads = "");

/// <summary>A folder of which a journal tells.</summary>
/// <param name="Name">What its records' paths begin with; empty where they lie below it.</param>
/// <param name="Folder">The folder.</param>
/// <param name="IsMods">Whether it is the mods folder.</param>
internal sealed record UndoRoot(string Name, string Folder, bool IsMods = false);

/// <summary>The folders of which a journal tells: one rule for who writes it and who takes a run back.</summary>
internal static class UndoRoots
{
    private const string GameName = "game", ModsName = "mods";

    /// <summary>The folders that a run may change.</summary>
    /// <param name="policy">Where that run's writes went.</param>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="configuration">With its defaults.</param>
    public static IReadOnlyList<UndoRoot> Of(WritePolicy policy, string overwrite, VfsConfiguration configuration)
    {
        if (policy == WritePolicy.Overwrite)
        {
            // What has no such name before it lies in the folder itself.
            return [
                .. Enum.GetValues<KnownFolder>()
                    .Select(known => new UndoRoot(KnownFolders.NameOf(known), OverwritePlaces.KnownOf(overwrite, known))),
                new UndoRoot("", overwrite),
            ];
        }

        List<UndoRoot> roots = [];
        if (configuration.Mods is { } mods)
            roots.Add(new UndoRoot(ModsName, mods, IsMods: true));
        // Whatever the game's folder is called, and wherever it is moved to.
        IReadOnlyList<string> targets = OverwritePlaces.AllOf(configuration);
        roots.Add(new UndoRoot(GameName, targets[0]));
        string[] others = [.. targets.Skip(1)];
        roots.AddRange(OverwritePlaces.NamesOf(others, GameName, ModsName).Zip(others, (name, target) => new UndoRoot(name, target)));
        return roots;
    }
}
