using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Hooks.Originals;
using Reloaded.VFS.Hooks.Overwriting;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// The setup of the overwrite folder at a start: creates it in a writable place, clears leftovers of an earlier run, and lays it over the
/// targets as the highest layer.
/// </summary>
internal static class OverwriteSetup
{
    private const int LongestTry = 1000, TryPause = 20; // milliseconds

    private static readonly string s_own = UniqueName.Next();

    /// <summary>Lays the folder. Returns null on failure: nothing may be redirected then.</summary>
    /// <param name="files">The file system, with its mods. Later layers are put below the overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="targets">The targets of the mods.</param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    /// <param name="added">Receives the folder's parts, one for each target.</param>
    /// <param name="refused">Called for files that are too large to be copied.</param>
    public static OverwriteFolder? Add(VirtualFileSystem files, VfsConfiguration configuration, IReadOnlyList<AppliedTarget> targets,
        List<Diagnostic> diagnostics, List<AddedFolder> added, Action<Diagnostic> refused)
    {
        using StartLock? startLock = Choose(configuration, diagnostics);
        if (startLock is null)
            return null;
        string folder = startLock.Overwrite, temporary = OverwritePlaces.TemporaryOf(folder);
        bool isAlone = startLock.IsAlone;
        if (isAlone)
        {
            PendingRename.CompleteAll(folder);
            Clear(temporary, OverwritePlaces.UseFileOf(folder), OverwritePlaces.StartLockFileOf(folder));
        }

        long largest = (long)configuration.LargestCopy << 20;
        RunJournal? journal = JournalSetup.Open(folder, isAlone, configuration, diagnostics, refused);
        if (isAlone)
            CoveredSetup.Clean(folder, configuration, (name, copy) => journal?.RecordDeleted(name, copy), diagnostics);
        var roots = new List<OverwriteRoot>();
        try
        {
            foreach (Part part in PartsOf(folder, configuration, targets))
            {
                Directory.CreateDirectory(part.Folder);
                AddedFolder layer = AddedFolder.AddOverwrite(files, part.Folder, part.Target);
                added.Add(layer);
                roots.Add(new OverwriteRoot(layer.Target, NtPath.From(part.Folder), layer.Layer, part.Name) { IsUsers = part.IsUsers });
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            diagnostics.Add(Diagnostic.Error($"the overwrite folder can't be read: {ErrorCause.Of(e)}; nothing is redirected",
                file: folder));
            return null;
        }

        var inPlace = new IncludePatterns(configuration.InPlace);
        return new OverwriteFolder(roots, NtPath.From(temporary),
            inPlace.IsEmpty ? null : path => inPlace.Matches(path.Replace('\\', '/')), largest,
            (path, bytes) => refused(Diagnostic.Error(
                $"the file can't be written: it has {(bytes + (1 << 20) - 1) >> 20} MB, "
                + $"and at most {configuration.LargestCopy} MB are copied",
                file: path,
                fix: "raise \"largestCopy\" in rvfs.json, or name the file in \"inPlace\" to have it written in place")),
            journal, CoveredSetup.Open(folder, configuration));
    }

    /// <summary>Returns the parts: one for each target, and one for each of the user's own folders that a map names.</summary>
    private static IEnumerable<Part> PartsOf(string folder, VfsConfiguration configuration, IReadOnlyList<AppliedTarget> targets)
    {
        foreach (OverwritePlace place in OverwritePlaces.Of(folder, configuration))
            yield return new Part(place.Target, place.Folder, place.Name);
        foreach (AppliedTarget target in targets.Where(target => !target.IsConfigured))
        {
            KnownFolder known = target.Known!.Value;
            yield return new Part(target.Folder, OverwritePlaces.KnownOf(folder, known), KnownFolders.NameOf(known), IsUsers: true);
        }
    }

    /// <summary>Locks the configured folder, or the first of the usual ones that is writable, for the start.</summary>
    private static StartLock? Choose(VfsConfiguration configuration, List<Diagnostic> diagnostics)
    {
        string first = OverwritePlaces.FolderOf(configuration);
        if (OverwriteOverlap.Find(configuration, ProcessPlaces.Find) is { } overlap)
        {
            diagnostics.Add(overlap);
            return null;
        }

        if (LockWritable(first, out string cause, out bool isFull) is { } usual)
            return usual;
        // The files of earlier runs are seen nevertheless. Each call that writes gets the status that the disk is full.
        if (isFull && Directory.Exists(first))
        {
            diagnostics.Add(Diagnostic.Warning($"the overwrite folder can't be written: {cause}; the game can't write either",
                file: first, fix: "make room on the volume"));
            return StartLock.Acquire(first);
        }

        string local = OverwritePlaces.LocalOf(configuration)!;
        // The game would see none of its saves, and would write new ones that no later start sees.
        if (OverwritePlaces.UsedOf(configuration) != local && HasContent(first))
        {
            diagnostics.Add(Diagnostic.Error($"the overwrite folder can't be written: {cause}; nothing is redirected, "
                + "because the game wouldn't see what it has written there",
                file: first, fix: "end the program that blocks it, or give your own user the right to write there"));
            return null;
        }

        if (LockWritable(local, out string other, out _) is { } instead)
        {
            diagnostics.Add(Diagnostic.Warning($"the overwrite folder can't be written: {cause}; what the game writes goes to '{local}'",
                file: first));
            return instead;
        }

        diagnostics.Add(Diagnostic.Error(
            $"the overwrite folder can't be written: {cause}; nor can '{local}': {other}; nothing is redirected", file: first));
        return null;
    }

    private static bool HasContent(string folder)
    {
        // The folder exists and may have contents.
        return FileErrors.Ignore(() => Directory.Exists(folder)
            && Directory.EnumerateFileSystemEntries(folder).Any(entry => !DefaultExcludes.IsTemporary(entry)), true);
    }

    /// <summary>Locks a writable folder. Returns null, with the cause, on failure.</summary>
    /// <remarks>
    /// Another program, such as a scanner, may have a file open for a moment, so temporary failures are retried for a second.
    /// </remarks>
    private static StartLock? LockWritable(string folder, out string cause, out bool isFull)
    {
        for (long until = Environment.TickCount64 + LongestTry; ; Thread.Sleep(TryPause))
        {
            if (TryLockWritable(folder, out Exception? failure) is { } taken)
            {
                (cause, isFull) = ("", false);
                return taken;
            }

            (cause, isFull) = (ErrorCause.Of(failure!), StartLock.IsDiskFull(failure!));
            if (isFull || Environment.TickCount64 >= until || !MayPass(failure!))
                return null;
        }
    }

    private static bool MayPass(Exception failure) => failure is IOException and not (DirectoryNotFoundException or PathTooLongException)
        && OverwriteWriter.StatusOf(failure) == NtStatus.STATUS_SHARING_VIOLATION;

    private static StartLock? TryLockWritable(string folder, out Exception? failure)
    {
        StartLock? startLock = null;
        try
        {
            Directory.CreateDirectory(folder);
            string temporary = OverwritePlaces.TemporaryOf(folder);
            Directory.CreateDirectory(temporary);
            // The lock comes first: any other holder clears the temporary folder, including the probe.
            startLock = StartLock.Acquire(folder);
            string probe = Path.Join(temporary, s_own), moved = Path.Join(folder, s_own + DefaultExcludes.TemporaryEnding);
            File.Create(probe).Dispose();
            DiskRemoval.Replace(probe, moved);
            DiskRemoval.DeleteFile(moved);
            failure = null;
            return startLock;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            startLock?.Leave();
            failure = e;
            return null;
        }
    }

    /// <summary>Removes files that were incomplete when an earlier run ended.</summary>
    private static void Clear(string temporary, params string[] except)
    {
        foreach (string left in Directory.EnumerateFileSystemEntries(temporary).Where(
            left => !except.Contains(left) && !PendingRename.Is(left) && !CoveredFiles.Is(left)).ToArray())
        {
            // Leftovers are never seen; the next start tries again.
            if (Directory.Exists(left))
                DiskRemoval.TryDeleteTree(left);
            else
                DiskRemoval.TryDeleteFile(left);
        }
    }

    /// <param name="Target">The virtual folder.</param>
    /// <param name="Folder">The real folder.</param>
    /// <param name="Name">The prefix of its names in a journal; empty if they have none.</param>
    /// <param name="IsUsers">True for a folder of the user's.</param>
    private sealed record Part(string Target, string Folder, string Name, bool IsUsers = false);
}

/// <summary>The setup, at a start, of the record of files that the overwrite folder covers.</summary>
/// <remarks>
/// Unchanged copies that a run has made are removed: the game sees the same without them, and a mod's update isn't hidden by them. An
/// update of a file covered by an older one is reported.
/// </remarks>
internal static class CoveredSetup
{
    /// <summary>
    /// Removes unchanged copies and entries of files that are no longer covered. No process uses the folder, and no hook redirects.
    /// </summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    /// <param name="keep">
    /// Called for each copy before it is removed, so that it can be restored: its name in the journal, and its path. The copy stays if the
    /// function throws.
    /// </param>
    /// <param name="diagnostics">Receives diagnostics.</param>
    public static void Clean(string overwrite, VfsConfiguration configuration, Action<string, string> keep, List<Diagnostic> diagnostics)
    {
        IReadOnlyList<CoveredFile> files = CoveredFiles.Read(overwrite);
        if (files.Count == 0)
            return;
        var places = new CoveredPlaces(overwrite, configuration, ProcessPlaces.Find);
        List<CoveredFile> covered = [];
        foreach (CoveredFile file in files)
        {
            if (!places.IsCovered(file) || (places.IsUnchanged(file) && TryRemove(places, file, keep)))
                continue;
            covered.Add(file);
        }

        // The next start tries again.
        FileErrors.Ignore(() => CoveredFiles.Write(overwrite, covered));

        diagnostics.AddRange(OutdatedFiles.Describe(covered.Where(file => places.IsOutdated(file))));
    }

    /// <summary>Opens this process's log.</summary>
    /// <param name="overwrite">The overwrite folder.</param>
    /// <param name="configuration">The configuration, with its defaults.</param>
    public static CoveredLog Open(string overwrite, VfsConfiguration configuration) => new(CoveredFiles.NewLog(overwrite),
        [.. CoveredPlaces.SourcesOf(configuration)
            .Select(root => new JournaledRoot(root.Name, NtPath.WithoutBackslash(NtPath.From(root.Folder)).ToString()))]);

    private static bool TryRemove(CoveredPlaces places, in CoveredFile file, Action<string, string> keep)
    {
        try
        {
            string copy = places.PlaceOf(file);
            keep(file.Place, copy);
            return DiskRemoval.DeleteCopy(copy, places.SourceOf(file),
                static path => ProcessPlaces.Find(path) is { } found ? (found.Volume, found.Number) : default((ulong, ulong)?));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The copy stays and is seen.
            return false;
        }
    }
}
