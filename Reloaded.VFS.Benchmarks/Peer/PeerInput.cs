using System.Runtime.CompilerServices;
using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Structures;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTree;
using Reloaded.Universal.Redirector.Lib.Structures.RedirectionTreeManager;
using Reloaded.Universal.Redirector.Lib.Utility;
using Reloaded.VFS.Benchmarks.Inputs;

namespace Reloaded.VFS.Benchmarks.Peer;

/// <summary>
/// A tree in the form of the peer's scan of a mod's folder: a group for each folder, with the names in it, in the letter case of the disk.
/// </summary>
/// <remarks>
/// The peer separates folders by the system's own character, so the paths have this character instead of a backslash, and are otherwise the
/// same.
/// </remarks>
/// <param name="tree">The tree.</param>
/// <param name="withFolders">True if a folder is also an item of its parent, as in the peer's scan.</param>
/// <param name="rooted">True if <c>C:\</c> becomes <c>/C/</c>, a full path on this system, instead of <c>C:/</c>.</param>
internal sealed class PeerInput(FolderTree tree, bool withFolders, bool rooted = false)
{
    private static char Separator => Path.DirectorySeparatorChar;

    /// <summary>Gets the virtual folder at which the tree is mounted.</summary>
    public string Virtual { get; } = ToPeer(tree.VirtualFolder, rooted);

    /// <summary>Gets the mod's folder.</summary>
    public string Source { get; } = ToPeer(tree.SourceFolder, rooted);

    /// <summary>Gets the scan's groups.</summary>
    public DirectoryFilesGroup[] Groups { get; } = CreateGroups(tree, withFolders, rooted);

    /// <summary>Converts a path to the peer's form on this system, with the same length.</summary>
    public static string ToPeer(string path, bool rooted = false) =>
        Separator == '\\' ? path : (rooted ? $"/{path[0]}/" : $"{path[0]}:/") + path[3..].Replace('\\', Separator);

    /// <summary>Creates the peer's cached listing by its own code: upper-case names by upper-case folders.</summary>
    /// <remarks>
    /// The peer's constructor reads the disk through Windows; this method bypasses the constructor and calls its method for each group of
    /// the scan.
    /// </remarks>
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
    /// Returns the groups as the peer's own benchmark of its trees uses them: upper-case folders and names, created beforehand.
    /// </summary>
    /// <remarks>
    /// From the cached listing (<see cref="CreateListing"/>) the peer's manager builds the same trees, but with extra names in large
    /// folders that don't belong there (README.md).
    /// </remarks>
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

    /// <summary>Creates the peer as it runs: its manager builds both trees from the cached listing, and then releases the first.</summary>
    public static RedirectionTreeManager CreateManager(FolderRedirection listing)
    {
        var manager = new RedirectionTreeManager();
        manager.AddFolderRedirection(listing);
        manager.Optimise();
        return manager;
    }

    /// <summary>Fills the first tree from the cached listing as the peer's manager does, but with the listing's names only.</summary>
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

    /// <summary>Creates the peer, ready for look-ups, with the listing's names only.</summary>
    public static RedirectionTreeManager CreateCleanManager(FolderRedirection listing)
    {
        var manager = new RedirectionTreeManager();
        Fill(manager.RedirectionTree, listing);
        manager.Optimise();
        return manager;
    }

    /// <summary>Rebuilds both trees from the cached listings, as after every change.</summary>
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
