using System.Runtime.CompilerServices;
using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTreeManager;
using Reloaded.Universal.Redirector.Lib.Utility;
using Reloaded.VFS.Benchmarks.Inputs;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>
/// A tree as the peer's scan of a mod's folder hands it over: a group for each folder, with the names of what is in it, in letter case as
/// on the disk. The peer separates folders by the system's own character, so paths have that instead of a backslash,
/// and are otherwise the same.
/// </summary>
/// <param name="tree">The tree.</param>
/// <param name="withFolders">Whether a folder is an item of the one that it lies in, as it is in the peer's scan.</param>
/// <param name="rooted">Whether <c>C:\</c> is <c>/C/</c>, which this system takes for a full path, instead of <c>C:/</c>.</param>
internal sealed class PeerInput(FolderTree tree, bool withFolders, bool rooted = false)
{
    private static char Separator => Path.DirectorySeparatorChar;

    /// <summary>The folder that is laid over.</summary>
    public string Virtual { get; } = ToPeer(tree.VirtualFolder, rooted);

    /// <summary>The mod's folder.</summary>
    public string Source { get; } = ToPeer(tree.SourceFolder, rooted);

    /// <summary>The scan's groups.</summary>
    public DirectoryFilesGroup[] Groups { get; } = CreateGroups(tree, withFolders, rooted);

    /// <summary>A path in the form in which the peer takes it here: as long as it was.</summary>
    public static string ToPeer(string path, bool rooted = false) =>
        Separator == '\\' ? path : (rooted ? $"/{path[0]}/" : $"{path[0]}:/") + path[3..].Replace('\\', Separator);

    /// <summary>
    /// The peer's cached listing: upper-case names by upper-case folders, by its own code. Its constructor reads the disk through Windows,
    /// so it is passed over, and what it calls for each group of the scan is called.
    /// </summary>
    public FolderRedirection CreateListing()
    {
        var folder = (FolderRedirection)RuntimeHelpers.GetUninitializedObject(typeof(FolderRedirection));
        SourceFolderOf(folder) = Virtual.ToUpperInvariant();
        TargetFolderOf(folder) = Source.ToUpperInvariant();
        var map = new SpanOfCharDict<List<RedirectionTreeTarget>>(Groups.Length);
        foreach (DirectoryFilesGroup group in Groups)
            InitGroup(folder, group, map);
        MapOf(folder) = map;
        return folder;
    }

    /// <summary>
    /// The groups as the peer's own benchmark of its trees takes them: upper-case folders and names, made beforehand. From its cached
    /// listing (<see cref="CreateListing"/>) its manager makes the same trees,
    /// with names in large folders that don't belong there (docs/benchmarks.md).
    /// </summary>
    public (string Directory, FileInformation[] Items, string Target)[] CreateUpperCaseGroups() =>
        [.. Groups.Select(group => ((Virtual + group.Directory.FullPath[Source.Length..]).ToUpperInvariant(),
            group.Items.Select(item => new FileInformation(item.FileName.ToUpperInvariant(), item.IsDirectory)).ToArray(),
            group.Directory.FullPath.ToUpperInvariant()))];

    /// <summary>Fills the peer's first tree, folder by folder.</summary>
    public static void Fill(RedirectionTree<RedirectionTreeTarget> tree,
        (string Directory, FileInformation[] Items, string Target)[] groups)
    {
        foreach ((string directory, FileInformation[] items, string target) in groups)
            tree.AddFolderPaths(directory, items, target);
    }

    /// <summary>The peer as it runs: both trees built from the cached listing by its manager, which then lets go of the first.</summary>
    public static RedirectionTreeManager CreateManager(FolderRedirection listing)
    {
        var manager = new RedirectionTreeManager();
        manager.AddFolderRedirection(listing);
        manager.Optimise();
        return manager;
    }

    /// <summary>The first tree from the cached listing as its manager makes it, but of the listing's names alone.</summary>
    public static void Fill(RedirectionTree<RedirectionTreeTarget> tree, FolderRedirection listing)
    {
        using SpanOfCharDict<List<RedirectionTreeTarget>>.EntryEnumerator groups = listing.SubdirectoryToFilesMap.GetEntryEnumerator();
        while (groups.MoveNext())
        {
            var items = new FileInformation[groups.Current.Value.Count];
            for (int i = 0; i < items.Length; i++)
                items[i] = new FileInformation(groups.Current.Value[i].FileName, groups.Current.Value[i].IsDirectory);
            tree.AddFolderPaths(Path.Combine(listing.SourceFolder, groups.Current.Key!), items,
                Path.Combine(listing.TargetFolder, groups.Current.Key!));
        }
    }

    /// <summary>The peer ready for look-ups, of the listing's names alone.</summary>
    public static RedirectionTreeManager CreateCleanManager(FolderRedirection listing)
    {
        var manager = new RedirectionTreeManager();
        Fill(manager.RedirectionTree, listing);
        manager.Optimise();
        return manager;
    }

    /// <summary>Both trees anew from the cached listings, as after every change.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern void Rebuild(RedirectionTreeManager manager);

    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    private static extern void InitGroup(FolderRedirection folder, DirectoryFilesGroup group,
        SpanOfCharDict<List<RedirectionTreeTarget>> map);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<SourceFolder>k__BackingField")]
    private static extern ref string SourceFolderOf(FolderRedirection folder);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<TargetFolder>k__BackingField")]
    private static extern ref string TargetFolderOf(FolderRedirection folder);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<SubdirectoryToFilesMap>k__BackingField")]
    private static extern ref SpanOfCharDict<List<RedirectionTreeTarget>> MapOf(FolderRedirection folder);

    private static DirectoryFilesGroup[] CreateGroups(FolderTree tree, bool withFolders, bool rooted)
    {
        ILookup<int, string> subfolders = tree.Folders.Where(_ => withFolders).ToLookup(folder => folder.Parent, folder => folder.Name);
        string source = ToPeer(tree.SourceFolder, rooted);
        return [.. tree.Folders.Select((folder, i) => new DirectoryFilesGroup(
            new DirectoryInformation(folder.Path.Length == 0 ? source : $"{source}{Separator}{folder.Path.Replace('\\', Separator)}"),
            [.. subfolders[i].Select(name => new FileInformation(name, true)),
                .. folder.Files.Select(name => new FileInformation(name, false))]))];
    }
}
