using Reloaded.VFS.Hooks.Listing.Merging;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Tests.Layout;

namespace Reloaded.VFS.Tests.Hooks.Listing.Merging;

/// <summary>
/// Folders in memory that behave like <c>NtQueryDirectoryFile</c>: the first query fixes the pattern; there is a cursor, wildcards match
/// long and short names, and errors occur. Counts its queries.
/// </summary>
internal sealed class MemoryVolume
{
    private readonly Dictionary<string, Folder> _folders = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<nint, OpenFolder> _handles = [];
    private nint _nextHandle = 4;

    public bool RestartReplacesPattern { get; init; } = true;

    /// <summary>Gets a value indicating whether a restart reads the folder again, which it doesn't under Wine 8.</summary>
    public bool RestartReadsAgain { get; init; } = true;

    public bool OverflowAdvances { get; init; } = true;

    public Func<string, bool> Hidden { get; init; } = _ => false;

    /// <summary>Gets or sets an action that runs before every query, for tests that change something in between.</summary>
    public Action? BeforeQuery { get; set; }

    /// <summary>Gets or sets the stamp of all folders; 0 if there is none to rely on.</summary>
    public long Stamp { get; set; }

    public KeptNames? Kept { get; set; }

    public int Opens { get; private set; }

    public int Reopens { get; private set; }

    public int Queries { get; private set; }

    public long RecordsRead { get; private set; }

    public int OpenHandles => _handles.Count;

    /// <summary>Adds a folder, listed by folded name, or in the order in which its files are given (FAT).</summary>
    public void AddFolder(string path, IEnumerable<MemoryFile> files, bool sorted = true,
        Func<FILE_INFORMATION_CLASS, bool>? supports = null)
    {
        List<MemoryFile> list = [.. files];
        if (sorted)
            list.Sort((a, b) => string.CompareOrdinal(a.Name.ToUpperInvariant(), b.Name.ToUpperInvariant()));
        list.Insert(0, new MemoryFile("..", true, 0, 7, 2));
        list.Insert(0, new MemoryFile(".", true, 0, 6, 1));
        _folders[path] = new Folder(list, supports ?? (_ => true));
    }

    public List<MemoryFile> Files(string path) => _folders[path].Files;

    public bool Supports(string path, FILE_INFORMATION_CLASS informationClass) => _folders[path].Supports(informationClass);

    public NtStatus Open(string path, out nint handle)
    {
        lock (_folders)
        {
            handle = 0;
            Opens++;
            if (!_folders.TryGetValue(path, out Folder? folder))
                return NtStatus.STATUS_OBJECT_PATH_NOT_FOUND;
            handle = _nextHandle += 4;
            _handles.Add(handle, new OpenFolder(folder));
            return NtStatus.STATUS_SUCCESS;
        }
    }

    public NtStatus Reopen(nint handle, out nint own)
    {
        lock (_folders)
        {
            Reopens++;
            own = _nextHandle += 4;
            _handles.Add(own, new OpenFolder(_handles[handle].Folder));
            return NtStatus.STATUS_SUCCESS;
        }
    }

    public void Close(nint handle)
    {
        lock (_folders)
            Assert.True(_handles.Remove(handle));
    }

    public unsafe NtStatus Query(
        nint handle, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags, string? pattern,
        out uint written)
    {
        BeforeQuery?.Invoke();
        lock (_folders)
        {
            Queries++;
            written = 0;
            OpenFolder open = _handles[handle];
            int size = NaiveRecords.SizeOf(informationClass);
            if (size == 0 || !open.Folder.Supports(informationClass))
                return NtStatus.STATUS_INVALID_INFO_CLASS;
            if (length < size)
                return NtStatus.STATUS_INFO_LENGTH_MISMATCH;
            bool first = open.Pattern is null;
            bool restart = (flags & QueryFlags.SL_RESTART_SCAN) != 0;
            if (first || (restart && RestartReplacesPattern && !string.IsNullOrEmpty(pattern)))
                open.Pattern = string.IsNullOrEmpty(pattern) ? "*" : pattern;
            if (first || restart)
                open.Cursor = 0;
            if (first || (restart && RestartReadsAgain))
            {
                open.Matching = [
                    .. open.Folder.Files.Where(f => NaivePattern.Matches(open.Pattern!, f.Name)
                        || (f.ShortName.Length > 0 && NaivePattern.Matches(open.Pattern!, f.ShortName)))];
            }

            int before = open.Cursor;
            NtStatus status = NaiveRecords.Serve(open.Matching, ref open.Cursor, informationClass, new Span<byte>(buffer, (int)length),
                (flags & QueryFlags.SL_RETURN_SINGLE_ENTRY) != 0, OverflowAdvances, out int bytes);
            RecordsRead += open.Cursor - before;
            written = (uint)bytes;
            return status == NtStatus.STATUS_NO_MORE_FILES && first ? NtStatus.STATUS_NO_SUCH_FILE : status;
        }
    }

    private sealed record Folder(List<MemoryFile> Files, Func<FILE_INFORMATION_CLASS, bool> Supports);

    private sealed class OpenFolder(Folder folder)
    {
        public readonly Folder Folder = folder;
        public string? Pattern;
        public List<MemoryFile> Matching = [];
        public int Cursor;
    }
}

/// <summary>The volume's interface for the code under test.</summary>
internal readonly unsafe struct MemorySource(MemoryVolume volume) : IDirectorySource
{
    public ListingBehaviour Behaviour => new(volume.RestartReplacesPattern, volume.OverflowAdvances);

    public NtStatus Open(scoped ReadOnlySpan<char> folder, out nint handle) => volume.Open(folder.ToString(), out handle);

    public NtStatus Reopen(nint folder, out nint handle) => volume.Reopen(folder, out handle);

    public NtStatus Query(nint folder, FILE_INFORMATION_CLASS informationClass, byte* buffer, uint length, QueryFlags flags, char* pattern,
        int patternLength, out uint written)
    {
        Assert.Equal(0, (nint)buffer % 8);
        return volume.Query(folder, informationClass, buffer, length, flags, pattern is null ? null : new string(pattern, 0, patternLength),
            out written);
    }

    public void Close(nint folder) => volume.Close(folder);

    public long GetStamp(nint folder) => volume.Stamp;

    public KeptNames? FindKept() => volume.Kept;

    public void Keep(KeptNames names) => volume.Kept = names;

    public bool IsHidden(scoped ReadOnlySpan<char> name) => volume.Hidden(name.ToString());

    public bool IsCovered(scoped ReadOnlySpan<char> name) => false;
}
