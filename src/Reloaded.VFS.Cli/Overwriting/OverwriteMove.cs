using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>A name that is moved.</summary>
/// <param name="Entry">What lies in the overwrite folder.</param>
/// <param name="To">The real path in the mod, in the letter case that it has there.</param>
internal sealed record OverwriteStep(OverwriteEntry Entry, string To);

/// <summary>
/// Moves what lies in the overwrite folder into a mod. A file is copied under a temporary name, put in place in one step, and only then
/// deleted where it was: at no moment is there less than one whole file, and what a kill leaves undone the next call does.
/// </summary>
internal sealed class OverwriteMove
{
    private readonly OverwritePart _part;
    private readonly MoveRules _rules;
    private readonly List<OverwriteStep> _steps = [], _done = [];
    private readonly List<(OverwriteEntry Entry, string Cause)> _kept = [];

    /// <summary>Works out what is moved; nothing is changed.</summary>
    /// <param name="part">What lies in the overwrite folder.</param>
    /// <param name="mod">The mod; its folder may be missing.</param>
    /// <param name="configuration">With its defaults; host paths.</param>
    /// <param name="resolver">Knows what the game sees.</param>
    public OverwriteMove(OverwritePart part, Mod mod, VfsConfiguration configuration, ModResolver resolver)
    {
        _part = part;
        _rules = new MoveRules(mod, configuration, part.Target, resolver);
        HashSet<string> there = new(part.Entries.Select(entry => entry.Path), NameComparer.Instance);
        foreach (OverwriteEntry entry in part.Entries)
        {
            if (_kept.FirstOrDefault(kept => IsBelow(entry.Path, kept.Entry)) is { Entry: not null } above)
                _kept.Add((entry, above.Cause));
            else if (_rules.WhyKept(entry, there) is { } cause)
                _kept.Add((entry, cause));
            else
                Add(new OverwriteStep(entry, _rules.PlaceOf(entry.Path)));
        }

        // A folder in which nothing else lies goes with what the mod has already.
        OverwriteEntry[] others = [
            .. _steps.Select(step => step.Entry).Where(entry => entry.Kind != OverwriteKind.Folder)
                .Concat(_kept.Select(kept => kept.Entry))];
        _steps.RemoveAll(step => _done.Exists(done => IsBelow(done.Entry.Path, step.Entry))
            && !Array.Exists(others, other => IsBelow(other.Path, step.Entry)));
    }

    /// <summary>What stays in the overwrite folder, and why.</summary>
    public IReadOnlyList<(OverwriteEntry Entry, string Cause)> Kept => _kept;

    /// <summary>The files that are moved, and the markers.</summary>
    public IReadOnlyList<OverwriteStep> Steps => _steps;

    /// <summary>How many files of the mod are replaced.</summary>
    public int Replaced => _steps.Count(step => step.Entry.Kind == OverwriteKind.File && File.Exists(step.To));

    /// <summary>Moves it, and does what <see cref="Complete"/> does.</summary>
    /// <exception cref="IOException">Something can't be moved; it, and what comes behind it, lies where it was.</exception>
    /// <exception cref="UnauthorizedAccessException">Something may not be moved.</exception>
    public void Run()
    {
        Complete();
        // A marker that is still there when its file has gone would hide the file in the mod.
        foreach (OverwriteStep step in _steps.Where(step => step.Entry.Kind == OverwriteKind.Marker))
            MoveFile(step);
        foreach (OverwriteStep step in _steps.Where(step => step.Entry.Kind == OverwriteKind.File))
            MoveFile(step);
        foreach (OverwriteStep step in _steps.Where(step => step.Entry.Kind == OverwriteKind.Folder))
            Directory.CreateDirectory(step.To);
        foreach (OverwriteStep step in _steps.Where(step => step.Entry.Kind == OverwriteKind.Folder).Reverse())
        {
            if (Directory.Exists(step.Entry.Real) && !Directory.EnumerateFileSystemEntries(step.Entry.Real).Any())
                DiskRemoval.DeleteEmptyFolder(step.Entry.Real);
        }

        Directory.CreateDirectory(_part.Folder);
    }

    /// <summary>Ends the move of files that the mod has already: a kill came before they were deleted where they were.</summary>
    /// <inheritdoc cref="Run"/>
    public void Complete()
    {
        foreach (OverwriteStep step in _done)
        {
            var left = new FileInfo(step.Entry.Real);
            if (!IsDone(step) || !DiskRemoval.DeleteCopy<FileId>(left.FullName, step.To, FileId.Of))
                continue;
            for (DirectoryInfo around = left.Directory!; around.FullName.Length > _part.Folder.Length; around = around.Parent!)
            {
                if (around.EnumerateFileSystemInfos().Any())
                    break;
                DiskRemoval.DeleteEmptyFolder(around.FullName);
            }
        }
    }

    private void Add(OverwriteStep step) => (IsDone(step) ? _done : _steps).Add(step);

    /// <summary>Whether the mod has the very same file: a kill came before it was deleted where it was.</summary>
    private static bool IsDone(OverwriteStep step)
    {
        try
        {
            return step.Entry.Kind == OverwriteKind.File && HostPlaces.Find(step.Entry.Real) is { } left
                && HostPlaces.Find(step.To) is { } moved && !left.MayBe(moved)
                && FileComparison.IsSame(new FileInfo(step.Entry.Real), new FileInfo(step.To));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static void MoveFile(OverwriteStep step)
    {
        string from = step.Entry.Real, temporary = step.To + DefaultExcludes.TemporaryEnding;
        Directory.CreateDirectory(Path.GetDirectoryName(step.To)!);
        var source = new FileInfo(from);
        File.Copy(from, temporary, overwrite: true);
        if (OperatingSystem.IsWindows())
            File.SetCreationTimeUtc(temporary, source.CreationTimeUtc);
        using (var copy = new FileStream(temporary, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0))
            RandomAccess.FlushToDisk(copy.SafeFileHandle);
        DiskRemoval.Replace(temporary, step.To);
        DiskRemoval.DeleteFile(from);
    }

    private static bool IsBelow(string path, OverwriteEntry folder) =>
        folder.Kind == OverwriteKind.Folder && path.StartsWith(folder.Path + '\\', StringComparison.OrdinalIgnoreCase);
}
