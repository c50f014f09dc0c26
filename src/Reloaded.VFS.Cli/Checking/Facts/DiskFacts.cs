using System.IO.Enumeration;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>The real disk. Thread-safe.</summary>
internal sealed class DiskFacts : IFileFacts
{
    private static readonly EnumerationOptions s_all = new()
    {
        RecurseSubdirectories = true,
        IgnoreInaccessible = true,
        AttributesToSkip = 0,
    };

    /// <inheritdoc/>
    public IEnumerable<FoundEntry> Walk(string folder)
    {
        using Walker? walker = TryOpen(folder);
        while (walker?.MoveNext() == true)
            yield return walker.Current;
    }

    /// <inheritdoc/>
    public string? WhyUnwritable(string folder)
    {
        try
        {
            using (DiskRemoval.OpenPassing(Path.Combine(folder, $".rvfs-{Guid.NewGuid():N}"), FileMode.CreateNew, FileShare.None))
                return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ErrorCause.Of(e);
        }
    }

    /// <inheritdoc/>
    public uint? TryMapImage(string path) => OperatingSystem.IsWindows() ? ImageMapping.Try(path) : null;

    private static Walker? TryOpen(string folder) =>
        FileErrors.Ignore(() => new Walker(folder), null);

    // Other objects have a reparse point, too (a cloud's placeholders, the system's compressed files), but no link target.
    private static bool IsLink(ref FileSystemEntry entry) =>
        (entry.Attributes & FileAttributes.ReparsePoint) != 0 && TargetOf(entry.ToFullPath()) is not null;

    private static string? TargetOf(string path) =>
        FileErrors.Ignore(() => new FileInfo(path).LinkTarget, null);

    /// <summary>An enumerator that skips unreadable folders, whose path may be longer than the system accepts.</summary>
    private sealed class Walker(string folder) : FileSystemEnumerator<FoundEntry>(folder, s_all)
    {
        protected override bool ContinueOnError(int error) => true;

        protected override bool ShouldRecurseIntoEntry(ref FileSystemEntry entry) => !IsLink(ref entry);

        protected override FoundEntry TransformEntry(ref FileSystemEntry entry)
        {
            string path = entry.ToFullPath();
            return new(path, entry.IsDirectory, entry.Attributes, IsLink(ref entry) ? TargetOf(path) : null);
        }
    }
}
