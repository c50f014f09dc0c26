using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>The DLLs that a program imports and that mods supply or hide. Asks the disk, past the hooks.</summary>
/// <remarks>Windows' loader maps a program's imports before the VFS is in the process, so it would load other files.</remarks>
public static class ChildImports
{
    /// <summary>Returns the DLLs for a program that sees what this process sees.</summary>
    /// <param name="program">The program's path.</param>
    internal static IReadOnlyList<string> Find(MergedView view, string program) =>
        Path.GetDirectoryName(program) is { } folder && MayDiffer(view, program, folder)
            ? Find(program, path => See(view, path))
            : [];

    /// <summary>Returns a program's DLLs.</summary>
    /// <param name="program">The program's path.</param>
    /// <param name="see">
    /// Returns what the program sees at a path: the real file, and whether it differs from the one on disk under the path; null if nothing
    /// exists there.
    /// </param>
    public static IReadOnlyList<string> Find(string program, Func<string, SeenDll?> see)
    {
        if (!Path.IsPathFullyQualified(program) || Path.GetDirectoryName(program) is not { } folder
            || see(program) is not { File: { } file } own)
            return [];
        return ImportWalk.FindElsewhere(file, name =>
        {
            SeenDll? dll = see(Path.Combine(folder, name));
            // The loader searches beside the program's real file, where the game's own DLLs aren't.
            return dll is { File: not null } && own.IsElsewhere ? dll with { IsElsewhere = true } : dll;
        });
    }

    private static SeenDll? See(MergedView view, string path)
    {
        string canonical = ProgramSearch.CanonicalOf(path);
        SeenEntry seen = SeenPath.Of(view, canonical, SeenOptions.All);
        if (seen.IsModFile)
            return new SeenDll(NtPath.ToWin32(seen.Backing), IsElsewhere: true);
        if (!File.Exists(path))
            return null;
        // A mod can't hide the VFS's own files: the loader may load them.
        return !seen.IsAbsent ? new SeenDll(path, IsElsewhere: false) : new SeenDll(null, !view.Hidden.Cover(canonical, out _));
    }

    /// <summary>Determines whether any import can be a mod's. For most programs none can, so their tables aren't read.</summary>
    private static bool MayDiffer(MergedView view, string program, string folder)
    {
        Snapshot snapshot = view.Files.Snapshot;
        if (snapshot.Hidden is not null || view.Whiteouts.Any)
            return true;
        SeenEntry seen = SeenPath.Of(view, ProgramSearch.CanonicalOf(folder), SeenOptions.All, snapshot);
        bool may = seen.Kind == LookupKind.Folder && snapshot.TryGetFolder(seen.PathId, out FolderView names)
            && HasDllOr(names, Path.GetFileName(program));
        GC.KeepAlive(snapshot);
        return may;
    }

    private static bool HasDllOr(FolderView folder, string program)
    {
        foreach (EntryView entry in folder)
        {
            if (!entry.IsFolder && (entry.Name.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
                || entry.Name.Equals(program, StringComparison.OrdinalIgnoreCase)))
                return true;
        }

        return false;
    }
}
