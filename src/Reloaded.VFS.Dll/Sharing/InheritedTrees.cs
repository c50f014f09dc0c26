using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Dll.Sharing;

/// <summary>The trees of the process that has started this one. Immutable.</summary>
/// <param name="Section">A handle of their section, to be passed on.</param>
/// <param name="Known">The time at which the trees were known to be those on disk, UTC.</param>
internal sealed record InheritedTrees(SharedTrees Trees, nint Section, DateTime Known)
{
    // A process may be created long before it is let run.
    private static readonly TimeSpan s_longestCreation = TimeSpan.FromSeconds(2);

    private const nint ThisProcess = -1;

    /// <summary>Opens what another process has passed. Returns null if it can't be used.</summary>
    public static unsafe InheritedTrees? Open(EntryTrees passed)
    {
        long created, exited, kernel, user;
        if (Kernel32.GetProcessTimes(ThisProcess, &created, &exited, &kernel, &user) == 0)
            return null;
        DateTime creation = DateTime.FromFileTimeUtc(created);
        if (DateTime.UtcNow - creation <= s_longestCreation && SharedSection.Map(passed.Section) is { } section
            && SharedTrees.Open(section, ImageIdentity.Value) is { } trees)
            return new InheritedTrees(trees, passed.Section, creation - passed.Age);
        _ = Kernel32.CloseHandle(passed.Section);
        return null;
    }
}
