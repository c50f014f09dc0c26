using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>The working folder of a new process if only mods have it.</summary>
/// <remarks>
/// The system opens that folder in the new process before the VFS is loaded. So the process begins in a mod's real folder, and changes to
/// the virtual one before the program's first instruction.
/// </remarks>
internal static unsafe class WorkingFolder
{
    // The limit of SetCurrentDirectory (Microsoft Learn): MAX_PATH with the final backslash and the zero.
    private const int Longest = 258;

    /// <summary>
    /// Returns the real folder in which a new process has to begin; null if its given folder is on disk, or neither the game nor a mod has
    /// it.
    /// </summary>
    /// <param name="directory">The folder in the call; null for the caller's own.</param>
    /// <param name="host">The host, which knows the mods, if the new process sees them and this one doesn't; otherwise null.</param>
    public static string? RealPath(MergedView view, string? directory, IChildProcesses? host)
    {
        string path = directory is null ? Environment.CurrentDirectory : ProgramSearch.FullPath(directory);
        string? real = host is null ? InView(view, ProgramSearch.CanonicalOf(path)) : host.FindWithMods(path, isFolder: true);
        return real?.Length <= Longest ? real : null;
    }

    private static string? InView(MergedView view, string path)
    {
        SeenEntry seen = SeenPath.Of(view, path, SeenOptions.All);
        return seen is { IsAbsent: false, Kind: LookupKind.Folder, Backing: { } target }
            && !RealFiles.IsFolder(NtPath.FromCanonical(seen.Path))
            ? NtPath.ToWin32(NtPath.ToOpen(target))
            : null;
    }

    /// <summary>
    /// Changes from a mod's real folder to the virtual one. Call it once, before the program's first instruction, while redirecting is
    /// enabled.
    /// </summary>
    public static void Correct(MergedView view)
    {
        if (!ReverseLookup.TryFindPartOf(view, ProgramSearch.CanonicalOf(Environment.CurrentDirectory), out int folderId))
            return;
        string path = NtPath.CanonicalToWin32(view.Files.GetPath(folderId));
        // The system opens the folder as the program would: through the hooks.
        nint* mark = GateTable.Native.GetThreadState();
        nint before = *mark;
        *mark = (nint)ThreadMark.None;
        _ = Kernel32.SetCurrentDirectoryW(path);
        *mark = before;
    }
}
