using System.Globalization;

namespace Reloaded.VFS.Mods.Undoing;

/// <summary>The kinds of thing that were under a name before a run changed it.</summary>
internal enum UndoKind
{
    /// <summary>Nothing: what is there now is the run's.</summary>
    New,

    /// <summary>A file, of which the journal has a copy.</summary>
    File,

    /// <summary>A folder. Its content has records of its own.</summary>
    Folder,

    /// <summary>A file that couldn't be copied into the journal.</summary>
    Unkept,

    /// <summary>
    /// A rename or a hard link, by which a file that couldn't be copied gets this name. The detail is the file's earlier path. What had the
    /// name before has a record of its own.
    /// </summary>
    Moved,

    /// <summary>
    /// A link. The detail is the path to which it led; empty if that can't be recorded. The file or folder behind the link has a record of
    /// its own: under its own path if that lies in one of the journal's folders, otherwise under the link's.
    /// </summary>
    Link,
}

/// <summary>One line of a run's journal: one name, before its first change in that run.</summary>
/// <param name="Kind">The kind of thing that was there.</param>
/// <param name="Path">
/// The path below the overwrite folder, or after the name of its <see cref="UndoRoot"/>, with backslashes, and in the letter case of the
/// disk if something was there.
/// </param>
/// <param name="Detail">
/// For a file, the name of its copy and its size in bytes; for a link, where it led; for an unkept file, its
/// <see cref="StampOf">stamp</see>; for a moved one, its old path; otherwise empty.
/// </param>
internal readonly record struct UndoRecord(UndoKind Kind, string Path, string Detail)
{
    private const char Separator = '\t', SizeSeparator = ' ';

    /// <summary>Creates the record of a file with a copy.</summary>
    public static UndoRecord OfFile(string path, string copy, long bytes) =>
        new(UndoKind.File, path, string.Create(CultureInfo.InvariantCulture, $"{copy}{SizeSeparator}{bytes}"));

    public string Copy => Detail.Split(SizeSeparator)[0];

    /// <summary>Gets the size of a file's copy in bytes, or null if the line doesn't contain it.</summary>
    public long? Bytes => Detail.Split(SizeSeparator) is [_, var bytes]
        && long.TryParse(bytes, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    /// <summary>Gets the line, with its end. A line without an end was never completely written, so its change was never made.</summary>
    public string Line => $"{Kind}{Separator}{Detail}{Separator}{Path}\n";

    /// <summary>
    /// Gets a value indicating whether the path doesn't lead out of its folder, nor the copy's name out of the journal. A game's process
    /// writes no other lines.
    /// </summary>
    public bool IsPlain => IsBelow(Path) && (Kind != UndoKind.File || (IsBelow(Copy) && !Copy.Contains('\\')));

    /// <summary>Determines whether a path with backslashes stays below the folder that it is relative to.</summary>
    public static bool IsBelow(string path) =>
        path.AsSpan().IndexOfAny("/:\0") < 0 && path.Split('\\').All(name => name is not ("" or "." or ".."));

    /// <summary>Parses a line without its end.</summary>
    public static bool TryParse(string line, out UndoRecord record)
    {
        string[] parts = line.Split(Separator);
        record = default;
        // No name contains a NUL, and no call accepts one.
        if (parts is not [_, _, { Length: > 0 }] || line.Contains('\0') || !Enum.TryParse(parts[0], out UndoKind kind) || !Enum.IsDefined(kind))
            return false;
        record = new UndoRecord(kind, parts[2], parts[1]);
        return true;
    }

    /// <summary>Returns a file's size and time. If both are unchanged, a run hasn't changed the file.</summary>
    public static string StampOf(FileInfo file) =>
        string.Create(CultureInfo.InvariantCulture, $"{file.Length} {file.LastWriteTimeUtc.Ticks}");
}

/// <summary>The actions by which a name is restored when a run is undone.</summary>
internal enum UndoAct
{
    /// <summary>A file that the run made is deleted.</summary>
    Remove,

    /// <summary>A folder that the run made is deleted, if nothing is left in it.</summary>
    RemoveFolder,

    /// <summary>A file that the run changed gets its old content back.</summary>
    PutBack,

    /// <summary>A file that the run deleted or renamed is restored.</summary>
    BringBack,

    /// <summary>A folder that the run deleted or renamed is restored.</summary>
    BringBackFolder,

    /// <summary>A link that the run replaced or deleted is restored.</summary>
    BringBackLink,
}

/// <summary>A step of undoing, for one name.</summary>
/// <param name="Act">The action.</param>
/// <param name="Path">The path below the overwrite folder, with backslashes.</param>
/// <param name="Bytes">The size of the file that is deleted or restored.</param>
/// <param name="Leads">For a link, where it leads; otherwise empty.</param>
internal sealed record UndoStep(UndoAct Act, string Path, long Bytes, string Leads = "");

/// <summary>A folder that a journal covers.</summary>
/// <param name="Name">The prefix of the records' paths, empty if they are relative to the folder.</param>
/// <param name="Folder">The folder.</param>
/// <param name="IsMods">True if it is the mods folder.</param>
internal sealed record UndoRoot(string Name, string Folder, bool IsMods = false);

/// <summary>The folders that a journal covers, defined once for writing it and for undoing a run.</summary>
internal static class UndoRoots
{
    private const string GameName = "game", ModsName = "mods";

    /// <summary>Returns the folders that a run may change, by its write policy and its configuration with defaults.</summary>
    public static IReadOnlyList<UndoRoot> Of(WritePolicy policy, string overwrite, VfsConfiguration configuration)
    {
        if (policy == WritePolicy.Overwrite)
        {
            // What has no such prefix lies in the folder itself.
            return [
                .. Enum.GetValues<KnownFolder>()
                    .Select(known => new UndoRoot(KnownFolders.NameOf(known), OverwritePlaces.KnownOf(overwrite, known))),
                new UndoRoot("", overwrite),
            ];
        }

        List<UndoRoot> roots = [];
        if (configuration.Mods is { } mods)
            roots.Add(new UndoRoot(ModsName, mods, IsMods: true));
        // The name is independent of what the game's folder is called and where it is moved to.
        IReadOnlyList<string> targets = OverwritePlaces.AllOf(configuration);
        roots.Add(new UndoRoot(GameName, targets[0]));
        string[] others = [.. targets.Skip(1)];
        roots.AddRange(OverwritePlaces.NamesOf(others, GameName, ModsName).Zip(others, (name, target) => new UndoRoot(name, target)));
        return roots;
    }
}
