namespace Reloaded.VFS.Hooks.Originals;

/// <summary>The real file system, through the original functions.</summary>
/// <param name="isAsynchronous">True if the game opened the folder for overlapped calls: a query may then pend, and is waited for.</param>
/// <param name="onDiskOnly">True if the real folders are asked only for what is on disk, as the game asked.</param>
internal readonly unsafe struct OriginalDirectorySource(bool isAsynchronous, bool onDiskOnly = false)
{
    // In FILETIME's units.
    private const long SettlingTime = 4 * TimeSpan.TicksPerSecond;

    private static ListingBehaviour s_behaviour;
    private static volatile bool s_isAsked;

    /// <summary>
    /// Sets the function that determines the system's behaviour after a query. Set before the first hook goes in; several threads may call
    /// it at once.
    /// </summary>
    public static Func<ListingBehaviour> AskTheSystem { private get; set; } = static () => default;

    /// <summary>Gets the system's behaviour after a query. Determined at the first use: many programs list no folder.</summary>
    public ListingBehaviour Behaviour => s_isAsked ? s_behaviour : FirstBehaviour();

    /// <summary>
    /// Opens a real folder for listing (NT form, trailing backslash): <c>FILE_LIST_DIRECTORY</c>, shared for everything, synchronous.
    /// </summary>
    public NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle)
    {
        ReadOnlySpan<char> name = NtPath.ToOpen(folder);
        fixed (char* text = name)
            return Open(0, text, name.Length, out handle);
    }

    /// <summary>Opens the folder of a handle again, with a cursor of its own.</summary>
    public NtStatus Reopen(nint folder, out nint handle)
    {
        char nothing;
        return Open(folder, &nothing, 0, out handle);
    }

    /// <summary>Calls the original <c>NtQueryDirectoryFile</c> and returns when it is complete.</summary>
    public NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags,
        char* pattern, int patternLength, out uint written)
    {
        var original = new NtQueryDirectoryFile(GateTable.Original(GateIndex.NtQueryDirectoryFile));
        UNICODE_STRING name;
        name.Length = name.MaximumLength = (ushort)(patternLength * sizeof(char));
        name.Buffer = pattern;
        IO_STATUS_BLOCK result = default;
        nint done = isAsynchronous ? Signal.Create(EventType.SynchronizationEvent) : 0;
        var restart = (byte)((flags & QueryFlags.SL_RESTART_SCAN) != 0 ? 1 : 0);
        var single = (byte)((flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0 ? 1 : 0);
        UNICODE_STRING* fileName = pattern is null ? null : &name;
        var newer = new NtQueryDirectoryFileEx(onDiskOnly ? GateTable.Original(GateIndex.NtQueryDirectoryFileEx) : 0);
        NtStatus status = newer.Address != 0
            ? newer.Invoke(folder, done, null, null, &result, buffer, length, informationClass,
                flags | QueryFlags.SL_RETURN_ON_DISK_ENTRIES_ONLY, fileName)
            : original.Invoke(folder, done, null, null, &result, buffer, length, informationClass, single, fileName, restart);
        // Wine doesn't list a folder with an event, and never pends without one.
        if (status == NtStatus.STATUS_NOT_IMPLEMENTED && done != 0)
            status = original.Invoke(folder, 0, null, null, &result, buffer, length, informationClass, single, fileName, restart);
        if (status == NtStatus.STATUS_PENDING)
        {
            NtWaitForSingleObject.Exported.Invoke(done != 0 ? done : folder, 0, null);
            status = (NtStatus)result.Status;
        }

        if (done != 0)
            Close(done);
        written = (uint)result.Information;
        return status;
    }

    /// <summary>
    /// Returns the time of a folder's last change, or 0. Linux sets it whenever a name is added or removed, but to a clock tick (FAT: of two
    /// seconds), so a recent one isn't relied on. Windows lists names without reading their files, so nothing is gained there.
    /// </summary>
    public long GetStamp(nint folder) =>
        NtFunctions.IsWine && RealFiles.TryGetBasicInformation(folder, out FILE_BASIC_INFORMATION found)
            && found.ChangeTime < DateTime.UtcNow.ToFileTimeUtc() - SettlingTime
                ? found.ChangeTime
                : 0;

    /// <summary>Closes a handle that <see cref="Open(ReadOnlySpan{char}, out nint)"/> or <see cref="Reopen"/> returned.</summary>
    public void Close(nint folder) => RealFiles.Close(folder);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ListingBehaviour FirstBehaviour()
    {
        // Two threads get the same answer.
        ListingBehaviour behaviour = AskTheSystem();
        s_behaviour = behaviour;
        s_isAsked = true;
        return behaviour;
    }

    private static NtStatus Open(nint root, char* text, int length, out nint handle)
    {
        UNICODE_STRING name;
        OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, length, &name);
        attributes.RootDirectory = root;
        return RealFiles.Open(
            &attributes, AccessMask.FILE_LIST_DIRECTORY, out handle, ShareAccess.All, CreateOptions.FILE_DIRECTORY_FILE);
    }
}

/// <summary>
/// The arguments of one <c>NtQueryDirectoryFile</c> or <c>NtQueryDirectoryFileEx</c>. Its pointers are used only during the call.
/// </summary>
internal unsafe ref struct DirectoryQuery
{
    /// <summary>The game's handle.</summary>
    internal nint Handle;

    /// <summary>
    /// The real folder of <see cref="Handle"/>, in NT form with a trailing backslash, if it may be one of the overlay's sources (a
    /// folder that exists only in mods); empty for the game's own folder.
    /// </summary>
    internal ReadOnlySpan<char> HandleFolder;

    /// <summary>The information class; one that <see cref="DirectoryRecordLayout.TryGet"/> supports.</summary>
    internal FILE_INFORMATION_CLASS Class;

    /// <summary>The caller's buffer; written only by <see cref="Copy"/>.</summary>
    internal void* Buffer;

    /// <summary>The size of the buffer in bytes.</summary>
    internal uint Length;

    internal QueryFlags Flags;

    /// <summary>The caller's <c>FileName</c>, captured into memory that can't fault; null if it is NULL.</summary>
    internal char* Pattern;

    /// <summary>The length of the pattern in characters.</summary>
    internal int PatternLength;

    /// <summary>Copies to memory that may be inaccessible: destination, source, bytes. Returns 0 on a fault.</summary>
    internal delegate* unmanaged[SuppressGCTransition]<void*, void*, nuint, int> Copy;

    internal readonly bool Restart => (Flags & QueryFlags.SL_RESTART_SCAN) != 0;

    /// <summary>Gets a value indicating whether at most one record is wanted.</summary>
    internal readonly bool SingleEntry => (Flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0;

    /// <summary>Gets a value indicating whether the cursor stays in place.</summary>
    internal readonly bool KeepCursor => (Flags & QueryFlags.SL_NO_CURSOR_UPDATE_QUERY) != 0;
}

/// <summary>
/// The differences between systems in how <c>NtQueryDirectoryFile</c> continues after a query. <c>ListingProbe</c> determines them.
/// </summary>
/// <param name="RestartReplacesPattern">
/// True if the pattern of a restart replaces the first query's ([MS-FSA] 2.1.5.6.3, Windows 8 and later); false if the first one stays
/// (Wine 8).
/// </param>
/// <param name="OverflowAdvances">
/// True if a record that was returned cut off counts as returned (Wine); false if the next query returns it again (fastfat).
/// </param>
internal readonly record struct ListingBehaviour(bool RestartReplacesPattern, bool OverflowAdvances);

internal static class RealFolder
{
    /// <summary>Returns the names in a folder; none if the folder doesn't exist or can't be listed.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public static string[] NamesIn(string folder)
    {
        try
        {
            return [
                .. Directory.EnumerateFileSystemEntries(NtPath.ToLongWin32(folder)).Select(entry => VirtualPath.GetName(entry).ToString())];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

/// <summary>Names in their letter case on disk.</summary>
internal static class DiskName
{
    /// <summary>Returns the last name of a real path in its letter case on disk; unchanged if nothing is there.</summary>
    /// <param name="real">The path, in NT form.</param>
    public static string Of(string real)
    {
        string name = VirtualPath.GetName(real).ToString();
        string folder = NtPath.ToLongWin32(VirtualPath.GetParent(real));
        try
        {
            string? entry = Directory.EnumerateFileSystemEntries(folder, name).FirstOrDefault();
            return entry is null ? name : VirtualPath.GetName(entry).ToString();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The folder has disappeared meanwhile.
            return name;
        }
    }
}
