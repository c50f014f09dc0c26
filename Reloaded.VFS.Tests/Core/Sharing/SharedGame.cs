using System.Globalization;
using Reloaded.VFS.Layers;
using Reloaded.VFS.Listings;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Sharing;

namespace Reloaded.VFS.Tests.Core.Sharing;

/// <summary>A game with mods in several processes, without a disk: each process has a file system of its own.</summary>
internal sealed class SharedGame
{
    public const ulong Identity = 77;

    public const string Target = @"C:\Games\Ein Spiel";

    private const string Options = "options";

    private readonly string[][] _mods;
    private readonly int? _hides;

    /// <summary>Creates a game with random mods, whose names meet in any letter case and at one or two bytes a character.</summary>
    /// <param name="seed">The seed.</param>
    /// <param name="mods">The number of mods.</param>
    /// <param name="files">The number of files of a mod.</param>
    /// <param name="hides">True if the mods hide names, paths and patterns of one another and of the game.</param>
    public SharedGame(int seed, int mods, int files, bool hides = false)
    {
        _hides = hides ? seed : null;
        var random = new Random(seed);
        string[] names = ["Data", "data", "Text\u00FCren", "\u0416\u0443\u043A", "a", "b.txt", "B.TXT", "a rather long name of a file.dds", "sub",
            "Sub"];
        _mods = new string[mods][];
        for (int mod = 0; mod < mods; mod++)
        {
            _mods[mod] = [.. Enumerable.Range(0, files).Select(i => string.Join('\\',
                Enumerable.Range(0, random.Next(4)).Select(_ => names[random.Next(names.Length)] + (random.Next(8) == 0 ? "x" : ""))
                    .Append(random.Next(3) == 0
                        ? names[random.Next(names.Length)]
                        : $"file {random.Next(files)}{(i % 9 == 0 ? "\u0416" : "")}"))).Distinct()];
        }
    }

    /// <summary>Gets the files of each mod, with backslashes.</summary>
    public IReadOnlyList<string[]> Mods => _mods;

    public static string RootOf(int mod) => $@"D:\mods\mod {mod}";

    /// <summary>Returns the file system of a process that has listed the mods itself.</summary>
    public VirtualFileSystem Scan()
    {
        var files = new VirtualFileSystem(RealPathForm.Windows);
        Lay(files, List);
        return files;
    }

    /// <summary>Returns the file system of a process that was given the trees of another one.</summary>
    /// <param name="trees">The trees.</param>
    /// <param name="taken">True if the tree was taken as it is, and not built.</param>
    public VirtualFileSystem Inherit(SharedTrees trees, out bool taken)
    {
        var files = new VirtualFileSystem(RealPathForm.Windows);
        Assert.True(files.Expect(trees));
        Lay(files, mod => trees.Find(RootOf(mod), Options, (ulong)mod) ?? List(mod));
        taken = files.GetLayers().Count > 0 && trees.IsTaken;
        return files;
    }

    /// <summary>Writes the trees of a process to memory; null if it shares nothing.</summary>
    public static HeldMemory? Share(VirtualFileSystem files)
    {
        HeldMemory? memory = null;
        return Write(files, length => memory = HeldMemory.Create(length)) is null ? null : memory;
    }

    /// <summary>Writes the trees of a process.</summary>
    public static WrittenTrees? Write(VirtualFileSystem files, Func<long, SharedMemory?> allocate) => files.Share(
        listing => new SharedSource(listing, Options, ulong.Parse(listing.Root!.Split(' ')[^1], CultureInfo.InvariantCulture)), [],
        Identity, allocate);

    /// <summary>Writes the trees of a process whose mods each process lists itself.</summary>
    public static HeldMemory ShareUnknown(VirtualFileSystem files)
    {
        HeldMemory? memory = null;
        Assert.NotNull(files.Share(_ => null, [], Identity, length => memory = HeldMemory.Create(length)));
        return memory!;
    }

    public FolderListing List(int mod) => List(mod, _mods[mod], _hides is { } seed ? new Random(seed * 100 + mod) : null);

    public static FolderListing List(int mod, IEnumerable<string> files, Random? hides = null)
    {
        using var builder = new FolderListingBuilder(RootOf(mod));
        var folders = new Dictionary<string, int> { [""] = 0 };
        foreach (string file in files)
        {
            int split = file.LastIndexOf('\\');
            builder.AddFile(FolderOf(split < 0 ? "" : file[..split]), file.AsSpan(split + 1));
        }

        for (int i = hides is null ? 0 : 12; i > 0; i--)
        {
            string name = $"file {hides!.Next(40)}", folder = folders.Keys.Order(StringComparer.Ordinal).ElementAt(hides.Next(folders.Count));
            switch (hides.Next(5))
            {
                case 0:
                    builder.Hide([(folder.Length == 0 ? "" : folder + '\\') + name, @"none\" + name], []);
                    break;
                case 1:
                    builder.Hide([], [new PathPattern($"**/{name[..^1]}*")]);
                    break;
                case 2:
                    builder.LeaveOut(folders[folder], name);
                    builder.SetHasExcludes();
                    break;
                default:
                    builder.AddHidden(folders[folder], hides.Next(3) == 0 ? "sub" : name);
                    break;
            }
        }

        return builder.Build();

        int FolderOf(string path)
        {
            if (folders.TryGetValue(path, out int known))
                return known;
            int split = path.LastIndexOf('\\');
            return folders[path] = builder.AddFolder(FolderOf(split < 0 ? "" : path[..split]), path.AsSpan(split + 1));
        }
    }

    /// <summary>Returns everything that a process sees: names, kinds, real files, layers and path ids.</summary>
    public static List<string> Everything(VirtualFileSystem files)
    {
        Snapshot snapshot = files.Snapshot;
        var seen = new List<string>();
        for (int id = 0; id < snapshot.FolderCount; id++)
        {
            if (!snapshot.TryGetFolder(id, out FolderView folder))
                continue;
            string path = folder.Path.ToString();
            seen.Add($"{id} {path} as {folder.Name} in target {folder.IsInTarget}, entries {folder.EntryCount}");
            for (int i = 0; i < folder.SourceCount; i++)
                seen.Add($"{path} over {folder.GetSource(i)} of {folder.GetSourceLayer(i)}");
            foreach (EntryView entry in folder)
            {
                LookupResult found = snapshot.Lookup($@"{path}\{entry.Name}".ToUpperInvariant());
                var backing = new char[found.BackingLength];
                found.CopyBacking(backing);
                seen.Add($@"{path}\{entry.Name}: {found.Kind} {new string(backing)} of {found.Layer} in {found.PathId}; "
                    + $"{entry.IsFolder} {entry.BackingFolder}{entry.BackingName} of {entry.Layer}");
            }

            seen.Add($"{path} {snapshot.Lookup(path + @"\none").Kind}");
            if (snapshot.Hidden is { } hidden)
                seen.Add($"{path} hides {string.Join('|', hidden.NamesIn(id).Order(StringComparer.Ordinal))} {hidden.RankOf(id)} "
                    + $@"{hidden.FindHider(path + @"\file 7")} {hidden.LeavesOut(id, "file 3")}");
        }

        GC.KeepAlive(snapshot);
        seen.Sort(StringComparer.Ordinal);
        return seen;
    }

    private void Lay(VirtualFileSystem files, Func<int, FolderListing> list)
    {
        using IDisposable update = files.BeginUpdate();
        files.AddTarget(Target);
        for (int mod = 0; mod < _mods.Length; mod++)
            files.AddFolder(list(mod), Target, new LayerOptions { Name = $"mod {mod}" });
    }
}
