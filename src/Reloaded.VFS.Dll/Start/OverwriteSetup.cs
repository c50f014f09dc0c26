using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Hooks.Journaling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// The overwrite folder at a start: made where it can be written, cleared of what an earlier run left behind, and laid over the targets as
/// the highest layer.
/// </summary>
internal static class OverwriteSetup
{
    /// <summary>Lays the folder. Null where that can't be done: then nothing may be redirected.</summary>
    /// <param name="files">The file system, with its mods; nothing else is laid over them later but below this.</param>
    /// <param name="configuration">With its defaults filled in.</param>
    /// <param name="targets">What the mods lie over.</param>
    /// <param name="diagnostics">Gets what there is to tell.</param>
    /// <param name="added">Gets the folder's parts, one a target.</param>
    /// <param name="refused">Hears of files that are too large to be copied.</param>
    /// <param name="seesAll">Whether the file system has all mods: what a copy was copied from is known only then.</param>
    public static OverwriteFolder? Add(VirtualFileSystem files, VfsConfiguration configuration, IReadOnlyList<AppliedTarget> targets,
        List<Diagnostic> diagnostics, List<AddedFolder> added, Action<Diagnostic> refused, bool seesAll)
    {
        using StartLock? startLock = Choose(configuration, diagnostics);
        if (startLock is null)
            return null;
        string folder = startLock.Overwrite, temporary = OverwritePlaces.TemporaryOf(folder);
        bool isAlone = startLock.IsAlone;
        if (isAlone)
        {
            PendingRename.Settle(folder);
            Clear(temporary, OverwritePlaces.UseFileOf(folder), OverwritePlaces.StartLockFileOf(folder));
        }

        long largest = (long)configuration.LargestCopy << 20;
        RunJournal? journal = JournalSetup.Open(folder, isAlone, configuration, diagnostics, refused);
        var roots = new List<OverwriteRoot>();
        try
        {
            foreach (Part part in PartsOf(folder, configuration, targets))
            {
                Directory.CreateDirectory(part.Folder);
                if (isAlone && seesAll)
                    UnchangedCopies.Remove(files, part.Folder, VirtualPath.Canonicalize(part.Target), part.IsUsers,
                        copy => journal?.KeepDeleted(Path.Join(part.Name, Path.GetRelativePath(part.Folder, copy)), copy));
                AddedFolder layer = AddedFolder.AddOverwrite(files, part.Folder, part.Target);
                added.Add(layer);
                roots.Add(new OverwriteRoot(layer.Target, NtPath.From(part.Folder), layer.Layer, part.Name) { IsUsers = part.IsUsers });
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            diagnostics.Add(Diagnostic.Error($"the overwrite folder can't be read: {ErrorCause.Of(e)}; nothing is redirected") with
            {
                File = folder,
            });
            return null;
        }

        var inPlace = new IncludePatterns(configuration.InPlace);
        return new OverwriteFolder(roots, NtPath.From(temporary),
            inPlace.IsEmpty ? null : path => inPlace.Matches(path.Replace('\\', '/')), largest,
            (path, bytes) => refused(Diagnostic.Error(
                $"the file can't be written: it has {(bytes + (1 << 20) - 1) >> 20} MB, "
                + $"and at most {configuration.LargestCopy} MB are copied") with
            {
                File = path,
                Fix = "set \"largestCopy\" in rvfs.json, or name the file in \"inPlace\": then it is written where it is",
            }), journal);
    }

    /// <summary>The parts: of each target, and of each of the user's own folders that a map names.</summary>
    private static IEnumerable<Part> PartsOf(string folder, VfsConfiguration configuration, IReadOnlyList<AppliedTarget> targets)
    {
        foreach (OverwritePlace place in OverwritePlaces.Of(folder, configuration.Targets))
            yield return new Part(place.Target, place.Folder, place.Name);
        foreach (AppliedTarget target in targets.Where(target => !target.IsConfigured))
        {
            KnownFolder known = target.Known!.Value;
            yield return new Part(target.Folder, OverwritePlaces.KnownOf(folder, known), KnownFolders.NameOf(known), IsUsers: true);
        }
    }

    /// <summary>The start's lock of the folder: the configured one, or the first of the usual ones that can be written.</summary>
    private static StartLock? Choose(VfsConfiguration configuration, List<Diagnostic> diagnostics)
    {
        string first = OverwritePlaces.FolderOf(configuration);
        if (configuration.Mods is { } mods && VirtualPath.IsSameOrBelow(VirtualPath.Canonicalize(first), VirtualPath.Canonicalize(mods)))
        {
            const string inMods = "the overwrite folder lies in the mods folder, where it would be a mod; nothing is redirected";
            diagnostics.Add(Diagnostic.Error(inMods) with
            {
                File = first,
                Key = "overwrite",
                Fix = "name a folder beside the mods folder",
            });
            return null;
        }

        if (TakeWritable(first, out string cause, out bool isFull) is { } usual)
            return usual;
        // What an earlier run has written is seen all the same: each call that writes is told that the disk is full.
        if (isFull && Directory.Exists(first))
        {
            diagnostics.Add(Diagnostic.Warning($"the overwrite folder can't be written: {cause}; the game can't write either") with
            {
                File = first,
                Fix = "make room on the volume",
            });
            return StartLock.Acquire(first);
        }

        string local = OverwritePlaces.LocalOf(configuration)!;
        if (TakeWritable(local, out string other, out _) is { } instead)
        {
            diagnostics.Add(Diagnostic.Warning(
                $"the overwrite folder can't be written: {cause}; what the game writes goes to '{local}'") with
            {
                File = first,
            });
            return instead;
        }

        diagnostics.Add(Diagnostic.Error(
            $"the overwrite folder can't be written: {cause}; nor can '{local}': {other}; nothing is redirected") with
        {
            File = first,
        });
        return null;
    }

    /// <summary>Locks a folder that can be written. Null, with the cause, where it can't.</summary>
    private static StartLock? TakeWritable(string folder, out string cause, out bool isFull)
    {
        StartLock? startLock = null;
        try
        {
            Directory.CreateDirectory(folder);
            string temporary = OverwritePlaces.TemporaryOf(folder);
            Directory.CreateDirectory(temporary);
            // The lock comes first: whoever else has it clears the temporary folder, with the file that is tried here.
            startLock = StartLock.Acquire(folder);
            string probe = Path.Join(temporary, $"{Environment.ProcessId}-0");
            File.Create(probe).Dispose();
            DiskRemoval.Replace(probe, Path.Join(folder, $"{Environment.ProcessId}{DefaultExcludes.TemporaryEnding}"));
            DiskRemoval.DeleteFile(Path.Join(folder, $"{Environment.ProcessId}{DefaultExcludes.TemporaryEnding}"));
            (cause, isFull) = ("", false);
            return startLock;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            startLock?.Leave();
            (cause, isFull) = (ErrorCause.Of(e), StartLock.IsDiskFull(e));
            return null;
        }
    }

    /// <summary>Removes what wasn't whole when an earlier run ended.</summary>
    private static void Clear(string temporary, params string[] except)
    {
        foreach (string left in Directory.EnumerateFileSystemEntries(temporary).Where(
            left => !except.Contains(left) && !PendingRename.Is(left)).ToArray())
        {
            // What stays is never seen; the next start tries again.
            if (Directory.Exists(left))
                DiskRemoval.TryDeleteTree(left);
            else
                DiskRemoval.TryDeleteFile(left);
        }
    }

    /// <param name="Target">What it lies over.</param>
    /// <param name="Folder">The real folder.</param>
    /// <param name="Name">What its names begin with in a journal; empty where they stand there alone.</param>
    /// <param name="IsUsers">Whether it lies over a folder of the user's.</param>
    private sealed record Part(string Target, string Folder, string Name, bool IsUsers = false);
}
