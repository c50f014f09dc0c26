using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>
/// Changes that no call has received yet, up to the size of the buffer of a handle's first call; beyond that, only the fact that there were
/// changes. Not thread-safe.
/// </summary>
/// <param name="capacity">The capacity, in bytes.</param>
/// <param name="informationClass">The records' class, which determines their size.</param>
internal sealed class ChangeQueue(uint capacity, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
{
    private readonly List<Change> _changes = [];
    private long _bytes;
    private bool _isLost;

    /// <summary>Gets a value indicating whether a call would get an answer now.</summary>
    public bool HasAny => _changes.Count > 0 || _isLost;

    /// <summary>Adds a change, unless it is a modification equal to the last change.</summary>
    public void Add(in Change change)
    {
        if (_isLost || (_changes.Count > 0 && change.Kind == ChangeKind.Modified && _changes[^1] == change))
            return;
        _bytes = ChangeRecords.Append(_bytes, change, informationClass);
        if (_bytes > capacity)
            Overflow();
        else
            _changes.Add(change);
    }

    /// <summary>Marks changes as lost.</summary>
    public void Overflow()
    {
        _changes.Clear();
        _isLost = true;
        _bytes = 0;
    }

    /// <summary>Removes all changes. Returns none if some were lost: the caller then has to list the folder.</summary>
    public Change[] Dequeue()
    {
        Change[] taken = _isLost ? [] : [.. _changes];
        _changes.Clear();
        _bytes = 0;
        _isLost = false;
        return taken;
    }
}

/// <summary>A change in a virtual folder.</summary>
/// <param name="Name">The path relative to the watched folder.</param>
internal readonly record struct Change(ChangeKind Kind, string Name);

/// <summary>Combinations of Windows' kinds of changes for watches.</summary>
internal static class ChangeFilter
{
    public const CompletionFilter Names = CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME;

    /// <summary>Changes that may be reported if another file takes a name.</summary>
    public const CompletionFilter Replaced = CompletionFilter.FILE_NOTIFY_CHANGE_ATTRIBUTES | CompletionFilter.FILE_NOTIFY_CHANGE_SIZE
        | CompletionFilter.FILE_NOTIFY_CHANGE_LAST_WRITE | CompletionFilter.FILE_NOTIFY_CHANGE_CREATION;

    /// <summary>Everything but names.</summary>
    public const CompletionFilter Contents = CompletionFilter.FILE_NOTIFY_VALID_MASK & ~Names;

    /// <summary>
    /// The kinds that this system accepts: Wine knows neither extended attributes nor streams (<c>FILE_NOTIFY_ALL</c> of its winnt.h).
    /// </summary>
    public static readonly CompletionFilter Accepted = NtFunctions.IsWine
        ? CompletionFilter.FILE_NOTIFY_VALID_MASK & ~(CompletionFilter.FILE_NOTIFY_CHANGE_EA
            | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_SIZE
            | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_WRITE)
        : CompletionFilter.FILE_NOTIFY_VALID_MASK;

    /// <summary>A kind that hardly ever occurs: security under Wine, which knows no extended attributes.</summary>
    public static readonly CompletionFilter Rare = NtFunctions.IsWine
        ? CompletionFilter.FILE_NOTIFY_CHANGE_SECURITY
        : CompletionFilter.FILE_NOTIFY_CHANGE_EA;

    /// <summary>Returns the kind under which a change of a name is reported.</summary>
    public static CompletionFilter OfName(bool isFolder) =>
        isFolder ? CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME : CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME;
}

/// <summary>A lock for handlers, held for a few lines of code. One thread must not enter it twice.</summary>
/// <remarks>
/// On a thread of a single-threaded apartment the runtime's own lock waits like COM: it dispatches messages to the game's window meanwhile,
/// and that code would run in the middle of the game's call. This lock lets other threads run, or sleeps a moment.
/// </remarks>
internal sealed class QuietLock
{
#if DEBUG
    // Entering twice then throws at once, instead of waiting forever.
    private const bool KnowsOwner = true;
#else
    private const bool KnowsOwner = false;
#endif

    private SpinLock _lock = new(KnowsOwner);

    /// <summary>Enters the lock, and leaves it when the returned object is disposed of.</summary>
    public Scope Enter()
    {
        bool isTaken = false;
        _lock.Enter(ref isTaken);
        return new Scope(this);
    }

    public readonly ref struct Scope(QuietLock owner)
    {
        public void Dispose() => owner._lock.Exit();
    }
}

/// <summary>
/// Changes as records in the form that a call asks for (<see cref="DIRECTORY_NOTIFY_INFORMATION_CLASS"/>). Each begins at a multiple of its
/// class's alignment; the last one ends with its name.
/// </summary>
internal static unsafe class ChangeRecords
{
    /// <summary>Returns the number of bytes with one more record.</summary>
    public static long Append(long bytes, in Change change, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass) =>
        Align(bytes, informationClass) + Header(informationClass) + (change.Name.Length * sizeof(char));

    /// <summary>Returns the records; none if they take more than <paramref name="length"/> bytes.</summary>
    /// <param name="length">The length of the buffer.</param>
    /// <param name="describe">Returns the extended part of a record.</param>
    public static byte[] Write(ReadOnlySpan<Change> changes, uint length, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass,
        Func<Change, FILE_NOTIFY_EXTENDED_INFORMATION> describe)
    {
        long bytes = 0;
        foreach (ref readonly Change change in changes)
            bytes = Append(bytes, change, informationClass);
        if (bytes > length)
            return [];
        byte[] records = new byte[bytes];
        int at = 0;
        for (int i = 0; i < changes.Length; i++)
        {
            Change change = changes[i];
            int header = Header(informationClass), nameBytes = change.Name.Length * sizeof(char);
            int size = (int)Align(header + nameBytes, informationClass);
            uint next = i + 1 < changes.Length ? (uint)size : 0;
            if (informationClass == DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation)
            {
                FILE_NOTIFY_EXTENDED_INFORMATION record = describe(change);
                (record.NextEntryOffset, record.Action, record.FileNameLength) = (next, (uint)change.Kind, (uint)nameBytes);
                MemoryMarshal.AsBytes(new ReadOnlySpan<FILE_NOTIFY_EXTENDED_INFORMATION>(in record))[..header].CopyTo(records.AsSpan(at));
            }
            else
            {
                var record = new FileNotifyInformation
                {
                    NextEntryOffset = next,
                    Action = (uint)change.Kind,
                    FileNameLength = (uint)nameBytes,
                };
                MemoryMarshal.AsBytes(new ReadOnlySpan<FileNotifyInformation>(in record)).CopyTo(records.AsSpan(at));
            }

            MemoryMarshal.AsBytes(change.Name.AsSpan()).CopyTo(records.AsSpan(at + header));
            at += size;
        }

        return records;
    }

    private static int Header(DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass) =>
        informationClass == DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation
            ? FILE_NOTIFY_EXTENDED_INFORMATION.NameOffset
            : sizeof(FileNotifyInformation);

    private static long Align(long bytes, DIRECTORY_NOTIFY_INFORMATION_CLASS informationClass)
    {
        int alignment = informationClass == DIRECTORY_NOTIFY_INFORMATION_CLASS.DirectoryNotifyExtendedInformation
            ? sizeof(long)
            : sizeof(uint);
        return (bytes + alignment - 1) & -alignment;
    }
}
