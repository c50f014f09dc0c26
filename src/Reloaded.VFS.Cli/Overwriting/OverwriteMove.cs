using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Resolving;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Cli.Overwriting;

/// <summary>A step of a move, for one name.</summary>
/// <param name="Entry">The entry in the overwrite folder.</param>
/// <param name="To">The real path in the mod, in the letter case that it has there.</param>
internal sealed record OverwriteStep(OverwriteEntry Entry, string To);

/// <summary>The move of the overwrite folder's content into a mod.</summary>
/// <remarks>
/// A file is copied under a temporary name, put in place in one step, and only then deleted from its old place. So there is always a
/// complete file, and the next call finishes a move that a kill has interrupted.
/// </remarks>
internal sealed class OverwriteMove
{
    private readonly OverwritePart _part;
    private readonly MoveRules _rules;
    private readonly List<OverwriteStep> _steps = [], _done = [];
    private readonly List<(OverwriteEntry Entry, string Cause)> _kept = [];

    /// <summary>Plans the move. Nothing is changed.</summary>
    /// <param name="part">The content of the overwrite folder.</param>
    /// <param name="mod">The mod, whose folder may be missing.</param>
    /// <param name="configuration">The configuration, with its defaults and host paths.</param>
    /// <param name="resolver">The resolver, which knows what the game sees.</param>
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

        // A folder with no other content goes with what the mod already has.
        OverwriteEntry[] others = [
            .. _steps.Select(step => step.Entry).Where(entry => entry.Kind != OverwriteKind.Folder)
                .Concat(_kept.Select(kept => kept.Entry))];
        _steps.RemoveAll(step => _done.Exists(done => IsBelow(done.Entry.Path, step.Entry))
            && !Array.Exists(others, other => IsBelow(other.Path, step.Entry)));
    }

    /// <summary>Gets the entries that stay in the overwrite folder, and the reasons.</summary>
    public IReadOnlyList<(OverwriteEntry Entry, string Cause)> Kept => _kept;

    /// <summary>Gets the steps for the files and markers that are moved.</summary>
    public IReadOnlyList<OverwriteStep> Steps => _steps;

    /// <summary>Gets the number of files of the mod that are replaced.</summary>
    public int Replaced => _steps.Count(step => step.Entry.Kind == OverwriteKind.File && File.Exists(step.To));

    /// <summary>Moves the entries, after doing what <see cref="Complete"/> does.</summary>
    /// <exception cref="IOException">Something can't be moved. It, and what follows it, stays in its old place.</exception>
    /// <exception cref="UnauthorizedAccessException">Something may not be moved.</exception>
    public void Run()
    {
        Complete();
        ILookup<OverwriteKind, OverwriteStep> steps = _steps.ToLookup(step => step.Entry.Kind);
        // A marker that is still there after its file has gone would hide the file in the mod.
        foreach (OverwriteStep step in steps[OverwriteKind.Marker].Concat(steps[OverwriteKind.File]))
            MoveFile(step);
        foreach (OverwriteStep step in steps[OverwriteKind.Folder])
            Directory.CreateDirectory(step.To);
        foreach (OverwriteStep step in steps[OverwriteKind.Folder].Reverse())
        {
            if (Directory.Exists(step.Entry.Real) && !Directory.EnumerateFileSystemEntries(step.Entry.Real).Any())
                DiskRemoval.DeleteEmptyFolder(step.Entry.Real);
        }

        Directory.CreateDirectory(_part.Folder);
    }

    /// <summary>Deletes from the overwrite folder the files that the mod already has because a kill interrupted an earlier move.</summary>
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

    /// <summary>Determines whether the mod already has the same file because a kill has interrupted an earlier move.</summary>
    private static bool IsDone(OverwriteStep step) =>
        FileErrors.Ignore(() => step.Entry.Kind == OverwriteKind.File && HostPlaces.Find(step.Entry.Real) is { } left
            && HostPlaces.Find(step.To) is { } moved && !left.MayBe(moved)
            && FileComparison.IsSame(new FileInfo(step.Entry.Real), new FileInfo(step.To)), false);

    private static void MoveFile(OverwriteStep step)
    {
        string from = step.Entry.Real, temporary = step.To + DefaultExcludes.TemporaryEnding;
        Directory.CreateDirectory(Path.GetDirectoryName(step.To)!);
        var source = new FileInfo(from);
        // What a kill has left of a read-only file is one, too.
        if (File.Exists(temporary))
            DiskRemoval.DeleteFile(temporary);
        File.Copy(from, temporary);
        if (OperatingSystem.IsWindows())
        {
            File.SetCreationTimeUtc(temporary, source.CreationTimeUtc);
            DiskRemoval.MakeWritable(temporary);
        }

        // Windows flushes only by a handle that may write.
        FileAccess access = OperatingSystem.IsWindows() ? FileAccess.ReadWrite : FileAccess.Read;
        using (var copy = new FileStream(temporary, FileMode.Open, access, FileShare.ReadWrite, bufferSize: 0))
            RandomAccess.FlushToDisk(copy.SafeFileHandle);
        if (OperatingSystem.IsWindows())
            File.SetAttributes(temporary, source.Attributes);
        DiskRemoval.MakeWritable(step.To);
        DiskRemoval.Replace(temporary, step.To);
        DiskRemoval.DeleteFile(from);
    }

    private static bool IsBelow(string path, OverwriteEntry folder) =>
        folder.Kind == OverwriteKind.Folder && path.StartsWith(folder.Path + '\\', StringComparison.OrdinalIgnoreCase);
}

/// <summary>The rules for names of the overwrite folder that would have another effect in a mod.</summary>
/// <param name="mod">The mod, whose folder may be missing.</param>
/// <param name="configuration">The configuration, with its defaults and host paths.</param>
/// <param name="target">The target over which the overwrite folder's part lies.</param>
/// <param name="resolver">The resolver, which knows the content of the other targets, over which the mod lies, too.</param>
internal sealed class MoveRules(Mod mod, VfsConfiguration configuration, string target, ModResolver resolver)
{
    private readonly IncludePatterns _include = new(configuration.Include);
    private readonly PathPattern[] _exclude = [.. mod.Metadata.Exclude.Select(pattern => new PathPattern(pattern))];

    /// <summary>Returns the path of a name in the mod, in the letter case that it has there.</summary>
    /// <param name="path">The path below the target, with backslashes.</param>
    public string PlaceOf(string path) =>
        CaseInsensitivePath.FindLongest(Path.Combine(mod.Folder, path.Replace('\\', Path.DirectorySeparatorChar)));

    /// <summary>Returns why a name can't be moved into the mod, or null if it can.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="there">The paths of everything in the overwrite folder.</param>
    public string? WhyKept(OverwriteEntry entry, IReadOnlySet<string> there)
    {
        if (IsLeftOut(entry))
            return "a mod's file or folder of such a name isn't overlaid";
        if (FindCovered(entry) is { } other)
            return $"the mod would replace the file in '{other}', too";
        string place = PlaceOf(entry.Path);
        switch (entry.Kind)
        {
            case OverwriteKind.File:
                return Directory.Exists(place) ? "the mod has a folder of that name" : null;
            case OverwriteKind.Folder:
                if (File.Exists(place))
                    return "the mod has a file of that name";
                bool isMadeAnew = there.Contains(entry.Path + HideMarker.Ending) && Directory.Exists(place);
                return isMadeAnew ? "the game has deleted what the mod has in this folder" : null;
            default:
                string name = entry.Path[..^HideMarker.Ending.Length], hidden = PlaceOf(name);
                bool isReplaced = there.Contains(name) && File.Exists(hidden);
                return Path.Exists(hidden) && !isReplaced ? "the game has deleted this mod's own file" : null;
        }
    }

    /// <summary>Returns another target in which the mod would change what the game sees, or null for none.</summary>
    private string? FindCovered(OverwriteEntry entry)
    {
        if (entry.Kind == OverwriteKind.Folder)
            return null;
        string name = entry.Kind == OverwriteKind.Marker ? entry.Path[..^HideMarker.Ending.Length] : entry.Path;
        return configuration.Targets.FirstOrDefault(other =>
            other != target && resolver.Which(Path.Join(other, name.Replace('\\', Path.DirectorySeparatorChar))) is not null);
    }

    /// <summary>Determines whether the mod would leave out the name: by default, by its mod.json, or by an ending.</summary>
    private bool IsLeftOut(OverwriteEntry entry)
    {
        string[] names = entry.Path.Split('\\');
        bool isFolder = entry.Kind == OverwriteKind.Folder;
        bool isExcluded = DefaultExcludes.IsExcluded(names[^1], isFolder, atRoot: names.Length == 1);
        return (isExcluded && !_include.Matches(entry.Path.Replace('\\', '/'))) || HideMarker.IsOwnHidden(names[^1])
            || Array.Exists(_exclude, pattern => pattern.Matches(entry.Path));
    }
}

/// <summary>The mod that receives what a game or a tool has written.</summary>
internal static class ReceivingMod
{
    /// <summary>Finds the mod, whose folder may be missing.</summary>
    /// <exception cref="CliException">The mod is an archive or has a map, or no mod can have the name.</exception>
    public static Mod Find(VfsConfiguration configuration, string name)
    {
        LoadOrder order = LoadOrder.Of(configuration);
        if (order.Mods.FirstOrDefault(mod => NameComparer.Instance.Equals(mod.Name, name)) is { } found)
            return found.Archive is not null
                ? throw new CliException($"The mod '{found.Name}' is an archive.", "Name a mod that is a folder.")
                : Mapless(configuration, found);
        if (ModName.WhyNoMod(name) is { } cause)
            throw new CliException($"A mod can't have the name '{ModName.Show(name)}': {cause}.");
        return Mapless(configuration, new Mod(name, Path.Combine(configuration.Mods!, name), ModState.New));
    }

    /// <summary>Creates the mod if it is missing, last in the order, where it wins like the overwrite folder.</summary>
    public static void Ensure(Mod mod, VfsConfiguration configuration)
    {
        if (Directory.Exists(mod.Folder))
            return;
        Directory.CreateDirectory(mod.Folder);
        var order = new OrderChange(configuration);
        order.Move(order.Find(mod.Name), int.MaxValue);
        order.Save();
    }

    /// <summary>Warns of files that no longer win, because the mod lies lower than the overwrite folder.</summary>
    public static void WarnOfWinners(OverwriteMove move, OverwritePart part, Mod mod, VfsConfiguration configuration)
    {
        using var resolver = new ModResolver(ModSet.Load(configuration));
        string[] lost = [
            .. move.Steps.Where(step => step.Entry.Kind == OverwriteKind.File)
                .Select(step => step.Entry.Path)
                .Where(path => resolver.Which(Path.Join(part.Target, path.Replace('\\', Path.DirectorySeparatorChar)))?.Winner.Mod
                    is var winner && !NameComparer.Instance.Equals(winner, mod.Name)),
        ];
        if (lost.Length > 0)
            Messages.Warn($"the game doesn't see '{lost[0]}' of '{mod.Name}'"
                + (lost.Length == 1 ? "." : $", nor {lost.Length - 1} more."),
                $"A higher mod has it, or the mod is off: rvfs which {lost[0]}, rvfs mods move \"{mod.Name}\" --last.");
    }

    /// <summary>Returns the mod, or refuses a mod with a map, of which not everything lies over the targets.</summary>
    private static Mod Mapless(VfsConfiguration configuration, Mod mod) => ModMap.Of(configuration, mod) is null
        ? mod
        : throw new CliException($"The mod '{mod.Name}' has a map: what that doesn't name is laid over nothing.",
            "Name a mod without a map.");
}
