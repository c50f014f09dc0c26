using System.Collections.Concurrent;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Copies that this process has made in the overwrite folder, as long as handles that may change them are open: the last close of such a
/// handle may remove its copy. The gate lets <c>NtClose</c> in for these handles alone. Also the last copies that have gone so.
/// Thread-safe; no lock is taken for a close: each list is replaced whole.
/// </summary>
/// <param name="handles">The handles that are open.</param>
internal sealed class MadeCopies(HandleTable handles)
{
    /// <summary>The largest file of which it is found out at a close whether anything has changed, in bytes: 64 MB.</summary>
    public const long Largest = 64 << 20;

    /// <summary>How many copies of a file may go so while the process lives: one that is opened all the time keeps the last.</summary>
    public const int MostTimes = 10;

    private const int MostGone = 64, MostUnchecked = 64;

    /// <summary>The process's. Set before the first hook goes in, and kept until the process ends.</summary>
    public static MadeCopies Current = null!;

    private readonly ConcurrentDictionary<string, int> _times = new(NameComparer.Instance);
    private readonly WholeList<Mark> _marks = new();
    private readonly WholeList<MadeCopy> _coming = new();
    private readonly WholeList<MadeCopy> _gone = new();

    /// <summary>A copy is about to be made: it is known before any call can come upon it.</summary>
    /// <param name="path">The canonical path under which the game sees it.</param>
    /// <param name="place">The copy, in target form.</param>
    /// <param name="source">The real file that it is made of, in target form.</param>
    /// <returns>To be disposed of once the handle is noted, or there is none.</returns>
    public Coming Begin(string path, string place, string source)
    {
        var copy = new MadeCopy(path, place, source, FolderId: -1, default);
        _coming.Add(copy);
        return new Coming(this, copy);
    }

    /// <summary>A copy was made. Null where it isn't to go with its last handle: too large, read-only, or made too often.</summary>
    /// <param name="path">The canonical path under which the game sees it.</param>
    /// <param name="place">The copy, in target form.</param>
    /// <param name="source">The real file that it was made of, in target form.</param>
    /// <param name="folderId">The stable id of the folder that it is seen in.</param>
    /// <param name="stamp">What the system told of it when it was made.</param>
    public MadeCopy? Made(string path, string place, string source, int folderId, in RealFileStamp stamp) =>
        stamp.Size <= Largest && (stamp.Attributes & FileAttributes.ReadOnly) == 0
            && _times.AddOrUpdate(path, 1, (_, times) => times + 1) <= MostTimes
            ? new MadeCopy(path, place, source, folderId, stamp)
            : null;

    /// <summary>Notes a handle, just opened, of a copy. False where its closing won't be seen; nothing is noted then.</summary>
    public bool TryMark(nint handle, MadeCopy copy)
    {
        uint generation = handles.SetCopy(handle, copy.FolderId);
        if (generation == 0)
            return false;
        var mark = new Mark(handle, generation, copy);
        _marks.Replace(before => [.. OpenOf(before), mark]);
        return true;
    }

    /// <summary>A copy of which such a handle is open; null where there is none.</summary>
    /// <param name="path">The canonical path under which the game sees it.</param>
    public MadeCopy? FindOpen(string path)
    {
        foreach (Mark mark in _marks.Items)
        {
            if (CaseFolding.Equals(mark.Copy.Path, path))
                return mark.Copy;
        }

        return null;
    }

    /// <summary>A handle is closed.</summary>
    /// <param name="generation">Of its entry.</param>
    /// <param name="last">
    /// Gets the copy where this was the last duplicate of the handle: on one of the threads that close them. The copy counts as open until
    /// it returns.
    /// </param>
    public void EndClose(uint generation, Action<MadeCopy> last)
    {
        // Each of two threads that close the last two handles looks when its own entry is empty already, on every processor:
        // one of them at least sees none.
        Interlocked.MemoryBarrier();
        if (handles.IsInUse(generation) || Array.Find(_marks.Items, mark => mark.Generation == generation) is not { } closed
            || !closed.TryClaim())
            return;
        try
        {
            last(closed.Copy);
        }
        finally
        {
            _marks.TryRemove(closed);
        }
    }

    /// <summary>Notes a copy that goes: to the game nothing has changed.</summary>
    public void AddGone(MadeCopy copy) =>
        _gone.Replace(before => [.. before.Where(gone => !IsAt(gone, copy.Path)).TakeLast(MostGone - 1), copy]);

    /// <summary>One of the last copies that have gone; null where it is none, or something lies there again.</summary>
    /// <param name="path">The canonical path under which the game saw it.</param>
    public MadeCopy? FindGone(string path) => Array.Find(_gone.Items, gone => IsAt(gone, path));

    /// <summary>
    /// A copy that is being made, or is open, or was the last one, of which nothing has changed as far as the system tells; else null.
    /// </summary>
    /// <param name="path">The canonical path under which the game sees it.</param>
    public MadeCopy? FindUnchanged(string path)
    {
        if (Array.Find(_coming.Items, copy => IsAt(copy, path)) is { } coming)
            return coming;
        if (FindOpen(path) is { } open && open.IsAsMade())
            return open;
        // Another program may have put its own file in its place.
        return FindGone(path) is { } gone && !gone.IsChanged() ? gone : null;
    }

    /// <summary>Something lies in the overwrite folder again.</summary>
    /// <param name="path">The canonical path under which the game sees it.</param>
    public void ForgetGone(string path)
    {
        if (FindGone(path) is not null)
            _gone.Replace(before => [.. before.Where(gone => !IsAt(gone, path))]);
    }

    private static bool IsAt(MadeCopy copy, string path) => CaseFolding.Equals(copy.Path, path);

    /// <summary>
    /// Marks without those of handles that were closed past the hooks. Few needn't be looked through: a thread that is just closing a
    /// handle would lose its mark.
    /// </summary>
    private IEnumerable<Mark> OpenOf(Mark[] marks) => marks.Length < MostUnchecked
        ? marks
        : marks.Where(mark => handles.Get(mark.Handle).Generation == mark.Generation || handles.IsInUse(mark.Generation));

    /// <summary>A copy that is being made; none where it is the default.</summary>
    public readonly struct Coming(MadeCopies? copies, MadeCopy? copy) : IDisposable
    {
        /// <inheritdoc/>
        public void Dispose() => copies?._coming.TryRemove(copy!);
    }

    private sealed class Mark(nint handle, uint generation, MadeCopy copy)
    {
        private int _isClaimed;

        public nint Handle => handle;

        public uint Generation => generation;

        public MadeCopy Copy => copy;

        /// <summary>Whether the calling thread is the one that sees to the end of the handle.</summary>
        public bool TryClaim() => Interlocked.Exchange(ref _isClaimed, 1) == 0;
    }
}
