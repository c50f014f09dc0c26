namespace Reloaded.VFS.Hooks.View;

/// <summary>The names that by their ending belong to another file, its companions: <c>x.db-journal</c> to <c>x.db</c>.</summary>
/// <remarks>
/// After a crash, a program puts a companion's content into that file without asking. So a companion lies beside the file that it belongs
/// to: if a mod supplies the file, a new companion is made in that mod, and a companion beside the game's own file of that name, or beside
/// a lower mod's, isn't seen. A companion without its file beside it belongs to the file that the game sees, as in a folder into which the
/// mods were copied.
/// </remarks>
internal sealed class CompanionNames(MergedView view)
{
    /// <summary>The endings in the table of <c>docs/writes.md</c>, except <see cref="SuperJournal"/>.</summary>
    private static readonly string[] s_endings = ["-journal", "-wal", "-shm", ".wal"];

    /// <summary>SQLite's journal of a transaction over several databases: nine hexadecimal digits follow.</summary>
    private const string SuperJournal = "-mj";

    private const int SuperJournalLength = 12;

    // The dictionary, and each folder's list, are replaced as a whole.
    private Dictionary<int, string[]> _made = [];

    /// <summary>
    /// Determines whether a path or a name may end in one of the endings, by its last characters only: most names pass through here.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBe(ref readonly char name, int length)
    {
        const ulong lower = 0x0020_0020_0020_0020;
        // "-wal" and so on
        const ulong wal = 0x006C_0061_0077_002D, shm = 0x006D_0068_0073_002D, dotWal = 0x006C_0061_0077_002E, rnal = 0x006C_0061_006E_0072;
        if (length < 5)
            return false;
        ref readonly char last = ref Unsafe.Add(ref Unsafe.AsRef(in name), length - 4);
        ulong ending = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<char, byte>(ref Unsafe.AsRef(in last))) | lower;
        return ending is wal or shm or dotWal or rnal
            || (length > SuperJournalLength && Unsafe.Add(ref Unsafe.AsRef(in name), length - SuperJournalLength) == '-');
    }

    /// <summary>Returns the length of a companion's ending, in characters; 0 if the name isn't a companion's.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int EndingLength(ReadOnlySpan<char> name) =>
        MayBe(ref MemoryMarshal.GetReference(name), name.Length) ? EndingLengthOf(name) : 0;

    private static int EndingLengthOf(ReadOnlySpan<char> name)
    {
        foreach (string ending in s_endings)
        {
            if (name.Length > ending.Length && CaseFolding.Equals(name[^ending.Length..], ending))
                return ending.Length;
        }

        if (name.Length <= SuperJournalLength
            || !CaseFolding.Equals(name.Slice(name.Length - SuperJournalLength, SuperJournal.Length), SuperJournal))
            return 0;
        foreach (char c in name[^(SuperJournalLength - SuperJournal.Length)..])
        {
            if (!char.IsAsciiHexDigit(c))
                return 0;
        }

        return SuperJournalLength;
    }

    /// <summary>Finds the mod's file that a name belongs to, if the place beside that file is the name's place.</summary>
    /// <param name="snapshot">Kept alive by the caller.</param>
    /// <param name="path">The name's path.</param>
    /// <param name="found">What was found for the name: nothing that mods have, or a file.</param>
    /// <param name="owner">The mod's file; the pointers lead into the snapshot.</param>
    /// <param name="ending">The length of the ending.</param>
    public bool TryFindOwner(Snapshot snapshot, ReadOnlySpan<char> path, in LookupResult found, out LookupResult owner, out int ending)
    {
        owner = default;
        ending = 0;
        if (found.Kind is not (LookupKind.Miss or LookupKind.File) || (ending = EndingLength(VirtualPath.GetName(path))) == 0)
            return false;
        ReadOnlySpan<char> file = path[..^ending];
        snapshot.Lookup(file, out owner);
        if (view.Whiteouts.Any)
            view.Whiteouts.Apply(snapshot, VirtualPath.GetName(file), ref owner);
        if (owner.Kind != LookupKind.File)
            return false;
        if (found.Kind == LookupKind.File)
            return found.Layer == owner.Layer || BelongsToAnother(BackingPath.Of(found), ending);
        string own = NtPath.FromCanonical(path);
        return !view.Disk.Exists(own) || BelongsToAnother(own, ending);
    }

    /// <summary>
    /// Determines whether a real companion that isn't beside the file that the game sees lies beside another file, to which it then
    /// belongs.
    /// </summary>
    private bool BelongsToAnother(string real, int ending) =>
        view.Disk.IsFile(real) && view.Disk.IsFile(real.AsSpan(0, real.Length - ending));

    /// <summary>
    /// Finds the place of a listed name that belongs to another file: the name as the game sees it, and the backing folder and backing
    /// name, which may not exist.
    /// </summary>
    public bool TryFindPlace(int folderId, ReadOnlySpan<char> name, out string seen, out string folder, out string real)
    {
        (seen, folder, real) = ("", "", "");
        if (EndingLength(name) == 0)
            return false;
        Snapshot snapshot = view.Files.Snapshot;
        string path = string.Concat(view.Files.GetPath(folderId), @"\", name);
        LookupResult found = snapshot.Lookup(path);
        if (view.Whiteouts.Any)
            view.Whiteouts.Apply(snapshot, name, ref found);
        bool isPlaced = TryFindOwner(snapshot, path, in found, out LookupResult owner, out int ending);
        if (isPlaced)
        {
            string target = BackingPath.Of(owner);
            int length = target.Length - owner.BackingNameLength;
            (seen, folder, real) = (Noted(folderId, name) ?? name.ToString(), target[..length],
                string.Concat(target.AsSpan(length), name[^ending..]));
        }

        GC.KeepAlive(snapshot);
        return isPlaced;
    }

    /// <summary>Notes a companion that was made in a mod, so that it is listed before the thread that follows mods sees it.</summary>
    /// <remarks>Lock-free. A name's memory is used once, until the process ends.</remarks>
    public void Note(int folderId, ReadOnlySpan<char> name)
    {
        for (Dictionary<int, string[]> known = Volatile.Read(ref _made); Noted(folderId, name) is null; known = Volatile.Read(ref _made))
        {
            var more = new Dictionary<int, string[]>(known) { [folderId] = [.. known.GetValueOrDefault(folderId, []), name.ToString()] };
            Interlocked.CompareExchange(ref _made, more, known);
        }
    }

    public string[] In(int folderId) => Volatile.Read(ref _made).TryGetValue(folderId, out string[]? names) ? names : [];

    /// <summary>Returns a name, given in any letter case, as it was noted; null if it wasn't.</summary>
    private string? Noted(int folderId, ReadOnlySpan<char> name)
    {
        foreach (string noted in In(folderId))
        {
            if (CaseFolding.Equals(noted, name))
                return noted;
        }

        return null;
    }
}
