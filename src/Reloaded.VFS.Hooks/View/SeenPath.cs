using Reloaded.VFS.Layers;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The game's view of a path: the one place that determines this, for opens, renames, watches and programs.</summary>
/// <remarks>
/// Most names are found, or are known not to be a mod's, by one look-up, which takes no lock and allocates nothing. Any other is looked up
/// again: with one backslash after the drive, through another spelling of the target, with long names for 8.3 names, without the name of a
/// stream, among the names that the game itself deleted, and among those that belong to another file. The pointers of <see cref="Found"/>
/// lead into the snapshot, the whiteouts or the call's buffers: they are valid as long as the caller keeps the snapshot and the buffers.
/// </remarks>
internal unsafe struct SeenPath
{
    /// <summary>The maximum number of times that a path is respelled by its targets' own spelling.</summary>
    private const int MostNames = 16;

    /// <summary>
    /// The result of the look-up: what mods supply, or would supply if the game hadn't deleted it. Without meaning for an
    /// <see cref="IsAbsent">absent</see> path.
    /// </summary>
    public LookupResult Found;

    /// <summary>The length of the path through the name that the game doesn't see, whatever is on disk. 0: nothing is hidden.</summary>
    public int AbsentLength;

    /// <summary>True if <see cref="Found"/> is the place beside another file that the name belongs to, which may be empty.</summary>
    public bool IsCompanion;

    /// <summary>True if a mod hides the absent name (<see cref="AbsentLength"/>).</summary>
    public bool IsHiddenByMod;

    /// <summary>Gets a value indicating whether the path is hidden, whited out, or below such a name.</summary>
    public readonly bool IsAbsent => AbsentLength != 0;

    /// <summary>Looks up a captured path; respells the path if that finds more. Every call that names a file passes through here.</summary>
    /// <param name="path">The path; its text is in <paramref name="buffers"/>.</param>
    /// <param name="buffers">The call's buffers.</param>
    /// <param name="options">What is considered.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Resolve(MergedView view, Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers, SeenOptions options)
    {
        AbsentLength = 0;
        IsCompanion = false;
        IsHiddenByMod = false;
        snapshot.Lookup(path.Text, path.Length, (LookupResult*)Unsafe.AsPointer(ref Found));
        if (Found.Kind is LookupKind.Outside or LookupKind.Miss || view.Whiteouts.Any || CompanionNames.MayBe(ref *path.Text, path.Length))
            ResolveAgain(view, snapshot, ref path, ref buffers, options);
    }

    /// <summary>Looks up a path in a text. May ask the disk, and allocates.</summary>
    /// <param name="path">A canonical path.</param>
    /// <param name="options">What is considered.</param>
    /// <param name="snapshot">The snapshot to ask; null: the current one.</param>
    public static SeenEntry Of(MergedView view, ReadOnlySpan<char> path, SeenOptions options, Snapshot? snapshot = null)
    {
        snapshot ??= view.Files.Snapshot;
        // A handler's stack already holds the call's own buffers.
        var memory = (PathBuffers*)NativeMemory.Alloc((nuint)sizeof(PathBuffers));
        ref PathBuffers buffers = ref *memory;
        buffers.UseStack();
        try
        {
            if (path.Length > buffers.Capacity)
                buffers.UseHeap();
            path.CopyTo(new Span<char>(buffers.Path, buffers.Capacity));
            CapturedPath captured = default;
            captured.Text = buffers.Path;
            captured.Length = path.Length;
            captured.RootPathId = -1;
            // Here a drive stands for its root, and not for the device.
            captured.HasTrailingBackslash = !path.Contains('\\');
            Unsafe.SkipInit(out SeenPath seen);
            seen.Resolve(view, snapshot, ref captured, ref buffers, options);
            return new SeenEntry(
                seen.Found.Kind, seen.Found.PathId, seen.Found.Layer, seen.Found.IsBacked ? BackingPath.Of(seen.Found) : null,
                captured.Span.ToString(), seen.IsAbsent, seen.IsAbsent && seen.AbsentLength == captured.Length, seen.IsCompanion,
                seen.IsHiddenByMod, seen.Found.Kind is LookupKind.Miss or LookupKind.Folder && seen.Found.IsOpaque);
        }
        finally
        {
            buffers.Release();
            NativeMemory.Free(memory);
            GC.KeepAlive(snapshot);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ResolveAgain(MergedView view, Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers, SeenOptions options)
    {
        if (Found.Kind is LookupKind.Outside or LookupKind.Miss)
            Respell(view, snapshot, ref path, ref buffers, options);
        bool mayBeCompanion = CompanionNames.MayBe(ref *path.Text, path.Length);
        if ((options & SeenOptions.Whiteouts) != 0 && view.Whiteouts.Any)
        {
            view.Whiteouts.Apply(snapshot, VirtualPath.GetName(path.Span), ref Found);
            if (mayBeCompanion)
                FindOwner(view, snapshot, in path, in buffers, options);
            // A file that the game creates anew in such a folder's place exists.
            if (view.Whiteouts.Folders.Covers(snapshot, path.Span, out int gone) && (gone < path.Length || Found.Kind != LookupKind.File))
                AbsentLength = gone;
        }
        else if (mayBeCompanion)
        {
            FindOwner(view, snapshot, in path, in buffers, options);
        }

        // The VFS's own files don't exist for the game; nor can something else take their place.
        if (AbsentLength == 0 && (options & SeenOptions.Hidden) != 0 && Found.Kind is LookupKind.Outside or LookupKind.Miss
            && view.Hidden.Cover(path.Span, out int hidden))
            AbsentLength = hidden;
        if (AbsentLength == 0 && (options & SeenOptions.Hidden) != 0 && snapshot.Hidden is not null)
            Hide(snapshot.Hidden, path.Span);
    }

    /// <summary>Leaves out what mods hide of the game's own. What mods have is found already.</summary>
    private void Hide(HiddenPaths hidden, ReadOnlySpan<char> path)
    {
        int length = 0;
        if (Found.Kind == LookupKind.Outside)
        {
            hidden.CoversOwn(path, out length);
        }
        else if (Found.Kind == LookupKind.Miss)
        {
            ReadOnlySpan<char> name = VirtualPath.GetName(path);
            // A file that doesn't exist has no streams.
            int colon = name.IndexOf(':');
            if (hidden.HidesOwnPath(Found.PathId, colon < 0 ? path : path[..(path.Length - name.Length + colon)]) || (Found.IsOpaque && !Found.IsBacked))
                length = colon < 0 ? path.Length : path.Length - name.Length + colon;
        }

        AbsentLength = length;
        IsHiddenByMod = length != 0;
    }

    /// <summary>Looks for other spellings of the path.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Respell(MergedView view, Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers, SeenOptions options)
    {
        // If a drive's root is a target, mods don't have the empty name in it.
        if ((options & SeenOptions.Aliases) != 0 && path.RootPathId < 0 && HasDoubledRoot(path))
        {
            // The drive moves over one of them.
            path.Text[2] = path.Text[1];
            path.Text[1] = path.Text[0];
            path.Text++;
            path.Length--;
            path.IsRespelled = true;
            snapshot.Lookup(path.Span, out Found);
        }

        // A path in no target is left to the system as it is spelled.
        if (Found.Kind == LookupKind.Outside && path.IsRespelled)
            path.IsRespelled = TargetPaths.Contain(view, snapshot, path.Span);
        // Several names in the path may be spelled otherwise.
        for (int i = 0; i < MostNames && Found.Kind == LookupKind.Outside && (options & SeenOptions.Aliases) != 0 && path.RootPathId < 0
            && !path.IsDevice && view.Aliases.TryFind(path.Span, out int length, out string canonical); i++)
        {
            Replace(snapshot, ref path, ref buffers, canonical, path.Span[length..]);
        }

        if ((options & SeenOptions.ShortNames) != 0 && CutNames.AreCut && Found.Kind is LookupKind.Outside or LookupKind.Miss
            && CutNames.MayBeIn(path.Span))
            RespellCut(view, snapshot, ref path, ref buffers);
        // After the drive's colon.
        ReadOnlySpan<char> text = path.Span[Math.Min(2, path.Length)..];
        if (Found.Kind is not (LookupKind.Outside or LookupKind.Miss) || text.IndexOfAny('~', ':') < 0)
            return;
        if ((options & SeenOptions.ShortNames) != 0 && ShortName.MayBeIn(text))
            RespellShort(view, snapshot, ref path, ref buffers);
        if ((options & SeenOptions.Streams) != 0 && Found.Kind == LookupKind.Miss)
            ResolveStream(snapshot, ref path);
    }

    /// <summary>Replaces 8.3 names by those that they stand for. The backing path's buffer isn't in use yet.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RespellShort(MergedView view, Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers)
    {
        int length;
        while ((length = LongNames.Expand(path.Span, view.Files, snapshot, view.Disk, new Span<char>(buffers.Backing, buffers.Capacity)))
            == LongNames.TooLong && buffers.Capacity < PathBuffers.LargestCapacity)
        {
            buffers.UseHeap();
            path.Span.CopyTo(new Span<char>(buffers.Path, buffers.Capacity));
            path.Text = buffers.Path;
        }

        if (length > 0)
            Replace(snapshot, ref path, ref buffers, "", new ReadOnlySpan<char>(buffers.Backing, length)[NtPath.PrefixLength..]);
    }

    /// <summary>Replaces a name that Wine truncates by the truncated one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RespellCut(MergedView view, Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers)
    {
        int length = CutNames.Cut(path.Span, new Span<char>(buffers.Backing, buffers.Capacity));
        if (length > 0 && (Found.Kind != LookupKind.Outside || TargetPaths.Contain(view, snapshot, path.Span)))
            Replace(snapshot, ref path, ref buffers, "", new ReadOnlySpan<char>(buffers.Backing, length));
    }

    /// <summary>Replaces what was found by the place beside the mod's file that a name belongs to.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FindOwner(MergedView view, Snapshot snapshot, in CapturedPath path, in PathBuffers buffers, SeenOptions options)
    {
        if ((options & SeenOptions.Companions) == 0 || Found.Kind is not (LookupKind.Miss or LookupKind.File) || path.StreamLength != 0
            || !view.Companions.TryFindOwner(snapshot, path.Span, in Found, out LookupResult owner, out int ending))
            return;
        ReadOnlySpan<char> target = BackingPath.Of(owner), name = VirtualPath.GetName(path.Span);
        char* text = path.Text + path.Length - name.Length;
        if (!CaseFolding.Equals(target[^owner.BackingNameLength..], name[..^ending]))
        {
            // A single file that was laid over another name: the rest of the path's buffer takes its companion's name.
            int length = owner.BackingNameLength + ending;
            text = buffers.Path + buffers.Capacity - length;
            if (text < path.Text + path.Length)
                return;
            target[^owner.BackingNameLength..].CopyTo(new Span<char>(text, length));
            name[^ending..].CopyTo(new Span<char>(text + owner.BackingNameLength, ending));
            name = new ReadOnlySpan<char>(text, length);
        }

        Found = owner;
        // The name need not exist, and is spelled as in the call.
        Found.Origin = null;
        Found.BackingName = (byte*)text;
        Found.BackingNameIsWide = true;
        Found.BackingNameLength = name.Length;
        IsCompanion = true;
    }

    /// <summary>
    /// Determines whether a path has two backslashes after the drive (<c>C:\\games\g</c>). In <c>C:\\</c> itself one of them is stored
    /// separately.
    /// </summary>
    /// <remarks>
    /// The file systems treat two backslashes at a name's beginning as one, and refuse more of them, or two elsewhere (Windows Driver
    /// Samples, fastfat, create.c; Wine does the same).
    /// </remarks>
    private static bool HasDoubledRoot(in CapturedPath captured)
    {
        ReadOnlySpan<char> path = captured.Span;
        if (path.Length < 3 || path[1] != ':' || path[2] != '\\')
            return false;
        return path.Length == 3 ? captured.HasTrailingBackslash : path.Length > 4 && path[3] == '\\' && path[4] != '\\';
    }

    /// <summary>Finds the file, which the game sees under the name, of a stream (<c>a.dds:stream</c>).</summary>
    private void ResolveStream(Snapshot snapshot, ref CapturedPath path)
    {
        ReadOnlySpan<char> text = path.Span;
        int name = text.LastIndexOf('\\') + 1;
        int colon = text[name..].IndexOf(':');
        if (colon <= 0)
            return;
        LookupResult file = snapshot.Lookup(text[..(name + colon)]);
        if (file.Kind != LookupKind.File)
            return;
        Found = file;
        path.StreamLength = path.Length - (name + colon);
        path.Length = name + colon;
    }

    /// <summary>Looks up another spelling, in place of the path. Its end may be a part of the path.</summary>
    private void Replace(Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers, string beginning, ReadOnlySpan<char> end)
    {
        int length = beginning.Length + end.Length;
        // The longest NT name with a folder before it has room there.
        if (length > buffers.Capacity)
            buffers.UseHeap();
        end.CopyTo(new Span<char>(buffers.Path + beginning.Length, buffers.Capacity - beginning.Length));
        beginning.CopyTo(new Span<char>(buffers.Path, beginning.Length));
        path.Text = buffers.Path;
        path.Length = length;
        path.IsRespelled = true;
        snapshot.Lookup(path.Span, out Found);
    }
}

/// <summary>The game's view of a path, for calls rare enough to allocate.</summary>
/// <param name="Kind">What mods supply. Without meaning if <paramref name="IsAbsent"/> is true.</param>
/// <param name="PathId">The stable id of the folder, or of the folder that contains the name; -1 outside.</param>
/// <param name="Layer">The layer of what mods supply; 0 for none.</param>
/// <param name="Backing">
/// The backing file or folder in NT form, or, for a name that no mod has, the real folder around it. A folder's path ends in a backslash.
/// Null if no mod has it.
/// </param>
/// <param name="Path">The path, respelled if that found more, without the name of a stream.</param>
/// <param name="IsAbsent">True if the path doesn't exist for the game, whatever is on disk.</param>
/// <param name="IsAbsentItself">True if the path's last name is the absent one; false if a name above it is, or none.</param>
/// <param name="IsCompanion">
/// True if <paramref name="Backing"/> is the place beside another file that the name belongs to, which may be empty.
/// </param>
/// <param name="IsHiddenByMod">True if a mod hides the absent name.</param>
/// <param name="IsOpaque">True if a mod hides the game's own folder, of that path or around the name, so that only mods' are seen.</param>
internal sealed record SeenEntry(
    LookupKind Kind, int PathId, int Layer, string? Backing, string Path, bool IsAbsent = false, bool IsAbsentItself = false,
    bool IsCompanion = false, bool IsHiddenByMod = false, bool IsOpaque = false)
{
    /// <summary>Gets a value indicating whether the path is a mod's file for the game. The file may have been deleted on disk.</summary>
    public bool IsModFile => !IsAbsent && Kind == LookupKind.File;
}

/// <summary>
/// Options for a look-up of a path: what is considered, apart from what mods supply under the path as it is spelled. A caller that omits an
/// option has a reason.
/// </summary>
/// <remarks>
/// <para>
/// A name is canonical if the system, a snapshot or an earlier look-up has spelled it. For what lies below a copy in the overwrite folder,
/// whiteouts are omitted too: the copy's place is one.
/// </para>
/// <para>
/// A rename first asks for the spelling of the new name only, then for what is there; for companions it asks once the rename is decided. An
/// open handle keeps leading to its file, whatever has been deleted since, so for a handle's path only the spelling counts. For a file that
/// is deleted with its handle, the question is which mod's file it is, so only companions count.
/// </para>
/// <para>
/// A change in a mod's folder is compared without companions, which lie in mods: the mod's own changes count. Two snapshots, of which one is
/// of the past, are compared without whiteouts, which are current.
/// </para>
/// </remarks>
[Flags]
internal enum SeenOptions
{
    /// <summary>Only what mods supply: for a path that the VFS itself has spelled.</summary>
    Supplied = 0,

    /// <summary>Other spellings of a target (<see cref="Spelling.PathAliases"/>), and two backslashes after the drive.</summary>
    Aliases = 1,

    /// <summary>
    /// 8.3 names, and names that Wine truncates (<see cref="Spelling.CutNames"/>). Asks the disk if a name in the path may be an 8.3 name.
    /// </summary>
    ShortNames = 2,

    /// <summary>A stream (<c>a.dds:stream</c>) of the file that the game sees.</summary>
    Streams = 4,

    /// <summary>Names that the game itself has deleted (<see cref="Deleting.Whiteouts"/>). Asks the disk if there are any.</summary>
    Whiteouts = 8,

    /// <summary>Names that belong to another file (<see cref="CompanionNames"/>). Asks the disk if the name is of that kind.</summary>
    Companions = 16,

    /// <summary>Names of the VFS (<see cref="HiddenNames"/>).</summary>
    Hidden = 32,

    /// <summary>Everything: for an open.</summary>
    All = Aliases | ShortNames | Streams | Whiteouts | Companions | Hidden,

    /// <summary>Everything but other spellings: for a path in its canonical spelling, which the system or a listing has reported.</summary>
    Canonical = Whiteouts | Companions | Hidden,
}
