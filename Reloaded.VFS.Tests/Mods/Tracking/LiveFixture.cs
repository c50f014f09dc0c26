using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Tracking;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Core.Lookup;

namespace Reloaded.VFS.Tests.Mods.Tracking;

/// <summary>Mods on disk, a file system that contains them, and the test's changes to the disk, reported as by a watcher.</summary>
internal sealed class LiveFixture : IDisposable
{
    public const string Virtual = @"C:\games\g";

    private const string Ways = "mods.rvfs-folders";

    /// <summary>The beginning of the virtual paths of known folders.</summary>
    public const string Known = @"C:\users\me\";

    public LiveFixture(IReadOnlyList<string>? include = null, params string[] files)
        : this(WritePolicy.Game, include, files)
    {
    }

    public LiveFixture(WritePolicy writes, IReadOnlyList<string>? include, string[] files)
    {
        Folder.Folder("game");
        Folder.Folder("mods");
        foreach (string file in files)
            Folder.File("mods/" + file);
        Configuration = new VfsConfiguration
        {
            Targets = [Folder.At("game")],
            Mods = Folder.At("mods"),
            Include = include ?? [],
            Writes = writes,
            KnownFolders = known => Known + known,
        };
        ModSet set = ModSet.Load(Configuration, threads: 1);
        AppliedMods applied = set.ApplyTo(Files, ToVirtual);
        Live = new LiveMods(Files, set, applied);
    }

    public TemporaryFolder Folder { get; } = new();

    public VfsConfiguration Configuration { get; }

    public VirtualFileSystem Files { get; } = new(VFS.Paths.RealPathForm.Host);

    public LiveMods Live { get; }

    /// <summary>Returns a file's path from its path below the mods folder.</summary>
    public string At(string relative) => Folder.At("mods/" + relative);

    public LiveFixture Write(string file)
    {
        bool isNew = !File.Exists(At(file));
        Folder.File("mods/" + file);
        return Tell(file, isNew ? ChangeKind.Added : ChangeKind.Modified);
    }

    public LiveFixture Delete(string file)
    {
        if (Directory.Exists(At(file)))
            Directory.Delete(At(file), recursive: true);
        else
            File.Delete(At(file));
        return Tell(file, ChangeKind.Removed);
    }

    public LiveFixture Move(string from, string to)
    {
        Directory.Move(At(from), At(to));
        return Tell(from, ChangeKind.RenamedFrom).Tell(to, ChangeKind.RenamedTo);
    }

    public LiveFixture MakeFolder(string folder)
    {
        Directory.CreateDirectory(At(folder));
        return Tell(folder, ChangeKind.Added);
    }

    public LiveFixture Order(params string[] lines)
    {
        File.WriteAllLines(At("order.txt"), lines);
        Live.ModsFolderChanged("order.txt", ChangeKind.Modified);
        return this;
    }

    public void Prefer(params string[] lines)
    {
        File.WriteAllLines(At("prefer.txt"), lines);
        Live.ModsFolderChanged("prefer.txt", ChangeKind.Modified);
    }

    /// <summary>Reports a change as a watcher does if it watches the folder; does nothing if it doesn't know the mod.</summary>
    public LiveFixture Tell(string path, ChangeKind kind)
    {
        string[] names = path.Split('/');
        if (names.Length == 1)
            Live.ModsFolderChanged(names[0], kind);
        else if (Live.Roots.FirstOrDefault(r => r.Name == names[0]) is { } root)
            Live.Changed(root, names[1..^1], names[^1], kind);
        return this;
    }

    /// <summary>Applies changes until none is left.</summary>
    public LiveUpdate Apply()
    {
        LiveUpdate update = Live.Apply(() => true);
        for (int i = 0; Live.HasPending; i++)
        {
            Assert.True(i < 10, "applying changes doesn't come to an end");
            update = Live.Apply(() => true);
        }

        return update;
    }

    /// <summary>Lists a virtual folder's real folders again, whatever else was reported.</summary>
    public LiveUpdate Rescan(string folder) =>
        Live.Rescan(folder.Length == 0 ? Virtual : $@"{Virtual}\{folder.Replace('/', '\\')}", () => true);

    /// <summary>Returns what readers see now: a line for each name, with the file that it leads to.</summary>
    public string[] Seen() => Dump(Files, Folder.At("mods"));

    /// <summary>Returns what readers would see after a fresh start.</summary>
    public string[] Fresh()
    {
        using var files = new VirtualFileSystem(VFS.Paths.RealPathForm.Host);
        ModSet.Load(Configuration, threads: 1).ApplyTo(files, ToVirtual);
        foreach (string ways in Directory.Exists(Folder.At(Ways)) ? Directory.GetDirectories(Folder.At(Ways)) : [])
        {
            string name = Path.GetFileName(ways);
            string target = name == "target" ? Virtual : Known + Enum.Parse<VFS.Mods.Names.KnownFolder>(name, ignoreCase: true);
            int? below = files.GetLayers() is [{ } lowest, ..] ? lowest.Handle : null;
            files.AddFolder(MapParents.List(ways, []), target, new VFS.Layers.LayerOptions { Below = below });
        }

        return Dump(files, Folder.At("mods"));
    }

    /// <summary>Checks that readers see, in listings and by look-ups, what a fresh start would show.</summary>
    public void AssertAsFresh() => Assert.Equal(Fresh(), Seen());

    /// <summary>Writes a mod's <c>mod.json</c>.</summary>
    public LiveFixture Say(string mod, string json)
    {
        bool isNew = !File.Exists(At($"{mod}/mod.json"));
        Folder.File($"mods/{mod}/mod.json", json);
        return Tell($"{mod}/mod.json", isNew ? ChangeKind.Added : ChangeKind.Modified);
    }

    private static string ToVirtual(string path) => path.StartsWith(Known, StringComparison.Ordinal) ? path : Virtual;

    public void Dispose()
    {
        Files.Dispose();
        Folder.Dispose();
    }

    private static unsafe string[] Dump(VirtualFileSystem files, string mods)
    {
        Snapshot snapshot = files.Snapshot;
        var lines = new List<string>();
        foreach (int parent in snapshot.Hidden?.Parents ?? [])
        {
            lines.AddRange(snapshot.Hidden!.NamesIn(parent)
                .Select(name => $"hidden {files.GetPath(parent)}\\{name}".ToUpperInvariant()).Distinct());
        }

        string[] known = [.. Enum.GetValues<VFS.Mods.Names.KnownFolder>().Select(folder => Known + folder)
            .Where(folder => snapshot.Lookup(folder).Kind == LookupKind.Folder)];
        var pending = new Stack<string>([Virtual, .. known]);
        while (pending.TryPop(out string? path))
        {
            LookupResult folder = snapshot.Lookup(path);
            Assert.Equal(LookupKind.Folder, folder.Kind);
            Assert.True(snapshot.TryGetFolder(folder.PathId, out FolderView view));
            for (int i = 0; i < view.SourceCount; i++)
                lines.Add($"{path.ToUpperInvariant()}\\ {i} {Path.GetRelativePath(mods, view.GetSource(i).ToString())}");
            foreach (EntryView entry in view)
            {
                string name = $"{path}\\{entry.Name}";
                string target = Path.GetRelativePath(mods, $"{entry.BackingFolder}{entry.BackingName}");
                lines.Add($"{path.ToUpperInvariant()}\\{entry.Name} {(entry.IsFolder ? "folder" : target)}");
                if (entry.IsFolder)
                {
                    pending.Push(name);
                    continue;
                }

                LookupResult found = snapshot.Lookup(name);
                Assert.Equal(LookupKind.File, found.Kind);
                Assert.Equal(target, Path.GetRelativePath(mods, LookupTests.TextOf(found)));
            }
        }

        GC.KeepAlive(snapshot);
        lines.Sort(StringComparer.Ordinal);
        return [.. lines];
    }
}
