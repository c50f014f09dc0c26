using System.Collections.Concurrent;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>A folder that is filled with what the game sees, updated, and cleared of everything that rvfs has made in it.</summary>
/// <remarks>Files of the game and of mods only get second names. What programs have written stays.</remarks>
/// <param name="root">The folder, a path without links.</param>
/// <param name="earlier">The folders that an earlier call has made.</param>
internal sealed class Materialisation(string root, MaterialManifest manifest, EarlierFolders earlier)
{
    private readonly List<(string Path, string Cause)> _failed = [];
    private readonly HashSet<string> _blocked = new(NameComparer.Instance);
    // No change that is still to come has a whole second's time in the past.
    private readonly long _madeTime = (DateTime.UtcNow - earlier.Coarsest).Ticks / TimeSpan.TicksPerSecond * TimeSpan.TicksPerSecond;

    public int Made { get; private set; }

    /// <summary>Gets the number of files that were made as copies.</summary>
    public int Copied { get; private set; }

    public int Deleted { get; private set; }
    public int Kept { get; private set; }

    /// <summary>Gets the files and folders that couldn't be made or deleted, and the causes.</summary>
    public IReadOnlyList<(string Path, string Cause)> Failed => _failed;

    /// <summary>Updates the folder to what the game sees.</summary>
    /// <param name="view">The names that the game sees, each folder before its content.</param>
    /// <param name="survey">The survey of what programs have written into the folder; null if the folder was empty.</param>
    public void Bring(IEnumerable<PlannedFolder> view, MaterialSurvey? survey)
    {
        long began = DateTime.UtcNow.ToFileTimeUtc();
        if (survey is null)
        {
            manifest.RemembersFiles = false;
            manifest.Begin();
            Ahead.Read(MakeFolders(view), folder => MakeFiles(folder, folder.Files, isTidy: true));
        }
        else
        {
            HashSet<string> planned = new(StringComparer.Ordinal);
            List<PlannedFolder> folders = [], asPlanned = [];
            // What has to be done is mostly nothing, so folders are compared while further ones are listed.
            Ahead.Read(view, folder =>
            {
                planned.Add(folder.Path);
                if (folder.IsKnown)
                    Kept += manifest.Folders[folder.Path].Count;
                else if (survey.IsClean && IsAsPlanned(folder))
                    asPlanned.Add(folder);
                else
                    folders.Add(folder);
            }, threads: 1);
            // A line that can't be understood ends the call before anything is changed.
            foreach (string path in folders.Select(folder => folder.Path).Concat(manifest.Folders.Keys.Except(planned)))
                _ = manifest.Folders.GetValueOrDefault(path)?.Files;
            manifest.Begin();
            foreach (PlannedFolder folder in asPlanned)
            {
                Kept += folder.Files.Count;
                NotePlan(folder);
            }

            DeleteOutdated(folders, planned, survey);
            foreach (PlannedFolder folder in folders)
                Make(folder, survey);
        }

        manifest.Complete(began);
    }

    /// <summary>Deletes everything that rvfs has made, and records in the manifest what is left.</summary>
    public void Remove()
    {
        manifest.Begin();
        foreach (string path in DeepestFirst())
        {
            if (IsReal(path))
            {
                // What stays isn't noted any more, so a later call has to search for it.
                manifest.SetFolder(path, 0);
                foreach ((string name, MaterialFile file) in manifest.Folders[path].Files.ToArray())
                    Delete(path, name, file);
            }

            RemoveFolder(path);
        }
    }

    private IEnumerable<string> DeepestFirst() => manifest.Folders.Keys.ToArray().OrderDescending(StringComparer.Ordinal);

    /// <summary>Determines whether rvfs has made exactly the planned content of a folder, from the same sources.</summary>
    private bool IsAsPlanned(PlannedFolder folder)
    {
        if (!manifest.Folders.TryGetValue(folder.Path, out MaterialFolder? own) || own.Files.Count != folder.Files.Count)
            return false;
        return folder.Files.All(file => own.Files.TryGetValue(file.Name, out MaterialFile? there) && IsCurrent(file, there))
            && folder.Folders.All(name => manifest.Folders.ContainsKey(MaterialPaths.Join(folder.Path, name)));
    }

    /// <summary>Deletes what the game no longer sees, or sees from another source.</summary>
    /// <param name="view">The folders that may have changed.</param>
    /// <param name="planned">The paths of all folders.</param>
    /// <param name="survey">The survey of what programs have written.</param>
    private void DeleteOutdated(List<PlannedFolder> view, HashSet<string> planned, MaterialSurvey survey)
    {
        foreach (PlannedFolder folder in view)
        {
            if (!manifest.Folders.TryGetValue(folder.Path, out MaterialFolder? own))
                continue;
            HashSet<string> current = new(folder.Files
                .Where(file => own.Files.TryGetValue(file.Name, out MaterialFile? there) && IsCurrent(file, there))
                .Select(file => file.Name), NameComparer.Instance);
            DeleteFiles(folder.Path, own.Files.Where(file => !current.Contains(file.Key)).ToArray(), survey);
        }

        foreach (string path in DeepestFirst().Where(path => !planned.Contains(path)).ToArray())
        {
            DeleteFiles(path, manifest.Folders[path].Files.ToArray(), survey);
            RemoveFolder(path);
        }
    }

    private void DeleteFiles(string path, KeyValuePair<string, MaterialFile>[] files, MaterialSurvey survey)
    {
        if (files.Length == 0)
            return;
        if (!IsReal(path))
        {
            // A program has put something else in the folder's place.
            foreach ((string name, _) in files)
                manifest.RemoveFile(path, name);
            return;
        }

        // From here on the folder hasn't its time any more, whether or not this call comes to its end.
        manifest.SetFolder(path, 0);
        foreach ((string name, MaterialFile file) in files)
            Delete(path, name, file);
        if (!survey.IsUntidy(path))
            Stamp(path);
    }

    /// <summary>Deletes a file if it is unchanged since rvfs made it.</summary>
    private void Delete(string path, string name, MaterialFile file)
    {
        string real = Path.Join(MaterialPaths.RealOf(root, path), name);
        NameState now = NameState.Of(real);
        try
        {
            if (now.Is(file.Made) || file.IsLinkedTo(now))
            {
                DiskRemoval.DeleteFile(real);
                Deleted++;
            }

            manifest.RemoveFile(path, name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(MaterialPaths.Join(path, name), ErrorCause.Of(e));
        }
    }

    private void RemoveFolder(string path)
    {
        string real = MaterialPaths.RealOf(root, path);
        try
        {
            bool isThere = NameState.Of(real).Kind == NameKind.Folder && IsReal(path);
            bool isEmpty = isThere && path.Length > 0 && !Directory.EnumerateFileSystemEntries(real).Any();
            if (isEmpty)
                DiskRemoval.DeleteEmptyFolder(real);
            // A folder with something in it stays, and is still rvfs's: once that has gone it goes, too.
            if (isEmpty || !isThere)
                manifest.RemoveFolder(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(path, ErrorCause.Of(e));
        }
    }

    /// <summary>Determines whether a path leads through no link that a program has made.</summary>
    private bool IsReal(string path)
    {
        string real = MaterialPaths.RealOf(root, path);
        return path.Length == 0 || (HostPlaces.Find(real) is { } place && NameComparer.Instance.Equals(place.Real, real));
    }

    /// <summary>Makes the folders in each folder, before files are put into any of them.</summary>
    private IEnumerable<PlannedFolder> MakeFolders(IEnumerable<PlannedFolder> view)
    {
        bool isFirst = true;
        foreach (PlannedFolder folder in view)
        {
            lock (manifest)
            {
                if (isFirst)
                    manifest.SetFolder(folder.Path, 0);
                isFirst = false;
                foreach (string name in folder.Folders)
                    manifest.SetFolder(MaterialPaths.Join(folder.Path, name), 0);
                manifest.Flush();
            }

            string real = MaterialPaths.RealOf(root, folder.Path);
            foreach (string name in folder.Folders)
                Directory.CreateDirectory(Path.Join(real, name));
            yield return folder;
        }
    }

    private void Make(PlannedFolder folder, MaterialSurvey survey)
    {
        string real = MaterialPaths.RealOf(root, folder.Path);
        NameKind kind = NameState.Of(real).Kind;
        if (_blocked.Contains(folder.Path) || kind is NameKind.File or NameKind.Other)
        {
            Block(folder);
            return;
        }

        manifest.Folders.TryGetValue(folder.Path, out MaterialFolder? own);
        PlannedFile[] wanted = [.. folder.Files.Where(file => IsWanted(folder.Path, file, own, survey))];
        Kept += folder.Files.Count - wanted.Length;
        bool isAsBefore = kind == NameKind.Folder && own is not null && wanted.Length == 0
            && folder.Folders.All(name => MaterialPaths.Join(folder.Path, name) is var path && manifest.Folders.ContainsKey(path)
                && !survey.IsChanged(path));
        if (isAsBefore)
        {
            if (!survey.IsUntidy(folder.Path))
                NotePlan(folder);
            return;
        }

        bool isTidy = !survey.IsUntidy(folder.Path) || survey.Written.All(name => !IsIn(name, folder.Path));
        manifest.SetFolder(folder.Path, 0);
        manifest.Flush();
        try
        {
            if (kind == NameKind.None)
                Directory.CreateDirectory(real);
            foreach (string name in folder.Folders)
                isTidy &= TryMakeFolder(MaterialPaths.Join(folder.Path, name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(folder.Path, ErrorCause.Of(e));
            Block(folder);
            return;
        }

        MakeFiles(folder, wanted, isTidy);
    }

    /// <summary>Notes the sources of a folder's content, which is complete.</summary>
    private void NotePlan(PlannedFolder folder)
    {
        if (folder.Plan is not { } plan || !manifest.Folders.TryGetValue(folder.Path, out MaterialFolder? own) || own.Plan == plan)
            return;
        // What a link leads to may change without its folder.
        if (!own.Files.Values.Any(file => file.IsBehindLink))
            manifest.SetPlan(folder.Path, plan);
    }

    /// <summary>Puts files into a folder, and gives the folder its time if nothing else is in it. May be called by several threads.</summary>
    private void MakeFiles(PlannedFolder planned, IReadOnlyList<PlannedFile> files, bool isTidy)
    {
        string path = planned.Path;
        string real = MaterialPaths.RealOf(root, path);
        try
        {
            using LinkFolder folder = new(real);
            List<(PlannedFile File, MaterialFile Own)> links = Divide(folder, files, out List<PlannedFile> copies);
            lock (manifest)
            {
                foreach ((PlannedFile file, MaterialFile own) in links)
                    manifest.AddFile(path, file.Name, own);
                manifest.Flush();
            }

            foreach ((PlannedFile file, _) in links)
            {
                if (!folder.TryLink(file.Source, file.Name))
                    copies.Add(file);
            }

            lock (manifest)
            {
                Made += files.Count - copies.Count;
                foreach (PlannedFile file in copies)
                    isTidy &= Copy(path, real, file);
                if (isTidy)
                    Stamp(path);
                // Files of the first call aren't remembered.
                if (isTidy && !links.Exists(link => link.Own.IsBehindLink))
                    NotePlan(planned);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            lock (manifest)
                Fail(path, ErrorCause.Of(e));
        }
    }

    /// <summary>Determines whether a file is to be made: it isn't there, and nothing that a program has written is in its place.</summary>
    private static bool IsWanted(string folder, PlannedFile file, MaterialFolder? own, MaterialSurvey survey)
    {
        string path = MaterialPaths.Join(folder, file.Name);
        return !survey.IsOccupied(path) && (own?.Files.ContainsKey(file.Name) != true || survey.IsChanged(path));
    }

    private static bool IsIn(WrittenName name, string folder) =>
        name.Kind != NameKind.None && NameComparer.Instance.Equals(MaterialPaths.ParentOf(name.Path), folder);

    private void Fail(string path, string cause) => _failed.Add((path, cause));

    private void Block(PlannedFolder folder)
    {
        foreach (string name in folder.Folders)
            _blocked.Add(MaterialPaths.Join(folder.Path, name));
    }

    /// <summary>Makes a folder before the folder around it gets its time, which a later change would spoil.</summary>
    private bool TryMakeFolder(string path)
    {
        string real = MaterialPaths.RealOf(root, path);
        NameKind kind = NameState.Of(real).Kind;
        if (kind == NameKind.Folder)
            return true;
        if (kind != NameKind.None)
            return false;
        manifest.SetFolder(path, 0);
        manifest.Flush();
        Directory.CreateDirectory(real);
        return true;
    }

    /// <summary>Returns the files that become links, with their current states, and the files that have to be copied.</summary>
    private static List<(PlannedFile File, MaterialFile Own)> Divide(LinkFolder folder, IReadOnlyList<PlannedFile> files,
        out List<PlannedFile> copies)
    {
        var links = new List<(PlannedFile, MaterialFile)>(files.Count);
        copies = [];
        foreach (PlannedFile file in files)
        {
            NameState source = file.IsCopy ? default : folder.StateOf(file.Source);
            bool isLink = source.Kind == NameKind.Other;
            source = isLink ? NameState.Behind(file.Source) : source;
            if (source.Kind == NameKind.File)
                links.Add((file, Own(file, source, source, isCopy: false) with { IsBehindLink = isLink }));
            else
                copies.Add(file);
        }

        return links;
    }

    private static MaterialFile Own(PlannedFile file, in NameState made, in NameState source, bool isCopy)
    {
        int end = file.Source.LastIndexOf(Path.DirectorySeparatorChar);
        return new MaterialFile(isCopy, made, source, file.Source[..end], file.Source[(end + 1)..]);
    }

    /// <summary>Copies a file under a temporary name, and renames it once it is complete.</summary>
    /// <returns>True if the copy was made.</returns>
    private bool Copy(string path, string realFolder, PlannedFile file)
    {
        string temporary = MaterialManifest.TemporaryOf(root), name = Path.Join(realFolder, file.Name);
        try
        {
            if (NameState.Of(name).Kind != NameKind.None)
            {
                Fail(MaterialPaths.Join(path, file.Name), "a program has written a file of that name: it stays");
                manifest.RemoveFile(path, file.Name);
                return false;
            }

            // What a killed call has left.
            DiskRemoval.DeleteFile(temporary);
            NameState source = NameState.Behind(file.Source);
            // Links are followed, so the copy is never one. The system shares the content where the file system can.
            File.Copy(file.Source, temporary);
            manifest.AddFile(path, file.Name, Own(file, NameState.Of(temporary), source, isCopy: true));
            manifest.Flush();
            DiskRemoval.Rename(temporary, name);
            (Made, Copied) = (Made + 1, Copied + 1);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(MaterialPaths.Join(path, file.Name), ErrorCause.Of(e));
            manifest.RemoveFile(path, file.Name);
            DiskRemoval.TryDeleteFile(temporary);
            return false;
        }
    }

    /// <summary>Determines whether a file in the folder agrees with the plan and with its source.</summary>
    private bool IsCurrent(PlannedFile file, MaterialFile there)
    {
        int end = file.Source.LastIndexOf(Path.DirectorySeparatorChar);
        ReadOnlySpan<char> folder = file.Source.AsSpan(0, end), name = file.Source.AsSpan(end + 1);
        if ((file.IsCopy && !there.IsCopy) || there.Name != file.Name || !name.SequenceEqual(there.SourceName)
            || !folder.SequenceEqual(there.SourceFolder))
            return false;
        if (!there.IsCopy && !there.IsBehindLink && earlier.IsOld(there.SourceFolder)
            && earlier.NumberOf(there.SourceFolder) == manifest.SourceNumberOf(there.SourceFolder))
            return true;
        NameState source = NameState.Behind(file.Source);
        return there.IsCopy ? source == there.Source : source.Number == there.Source.Number && source.Kind == NameKind.File;
    }

    /// <summary>Sets the time of a folder by which a later call recognises that nothing in it has changed.</summary>
    private void Stamp(string path)
    {
        string real = MaterialPaths.RealOf(root, path);
        DateTime time = new(_madeTime, DateTimeKind.Utc);
        Directory.SetLastWriteTimeUtc(real, time);
        manifest.SetFolder(path, time.ToFileTimeUtc());
    }
}

/// <summary>A sequence that is read on one thread while others use what has been read.</summary>
internal static class Ahead
{
    private const int Most = 256;

    /// <summary>Passes each item to an action on several threads. If the action or the sequence throws, all threads end.</summary>
    public static void Read<T>(IEnumerable<T> items, Action<T> use, int threads = 2)
    {
        using var waiting = new BlockingCollection<T>(Most);
        using var ended = new CancellationTokenSource();
        Task.WhenAll(Enumerable.Range(0, threads).Select(_ => Task.Run(Use)).Append(Task.Run(Fill))).GetAwaiter().GetResult();

        void Fill() => Guard(() =>
        {
            foreach (T item in items)
                waiting.Add(item, ended.Token);
            waiting.CompleteAdding();
        });

        void Use() => Guard(() =>
        {
            foreach (T item in waiting.GetConsumingEnumerable(ended.Token))
                use(item);
        });

        void Guard(Action action)
        {
            try
            {
                action();
            }
            catch (OperationCanceledException) when (ended.IsCancellationRequested)
            {
                // Another thread's exception is the one to report.
            }
            catch
            {
                ended.Cancel();
                throw;
            }
        }
    }
}
