using System.Collections.Concurrent;

namespace Reloaded.VFS.Mods.Caching;

/// <summary>
/// The cached folders of a start: those of the mods folder in one file, and those of each archive's content in a file beside it. Thread-safe
/// until it is disposed of.
/// </summary>
internal sealed class CachedMods : IDisposable
{
    private readonly IFolderStamps _stamps;
    private readonly CachedFolders? _folders;
    private readonly bool _isUnmoved;
    private readonly ConcurrentBag<CachedFolders> _contents = [];

    /// <summary>
    /// Gets or sets the source of stamps that confirms in this process what rvfs has cached, or null to use nothing that is cached. Set it
    /// before mods are read.
    /// </summary>
    public static IFolderStamps? OwnStamps { get; set; }

    /// <summary>Opens what is cached of a mods folder, to be confirmed by this process. Null if nothing cached is used.</summary>
    /// <param name="modsFolder">The mods folder, a host path, or null for none.</param>
    public static CachedMods? Open(string? modsFolder) =>
        modsFolder is not null && OwnStamps is { } stamps ? new CachedMods(modsFolder, stamps) : null;

    /// <summary>Reads what is cached of a mods folder, a host path, and checks whether the folder is unchanged.</summary>
    public CachedMods(string modsFolder, IFolderStamps stamps)
    {
        _stamps = stamps;
        _folders = CacheFiles.Of(modsFolder) is { } file ? CachedFolders.Open(file, stamps) : null;
        _isUnmoved = _folders?.Confirm(0, modsFolder, isUnmoved: false) ?? false;
    }

    /// <summary>Gets the number of folders that were found to be unchanged.</summary>
    public int Confirmed => (_folders?.Confirmed ?? 0) + _contents.Sum(content => content.Confirmed);

    /// <summary>Gets the number of folders that were checked and found to have changed.</summary>
    public int Changed => (_folders?.Changed ?? 0) + _contents.Sum(content => content.Changed);

    /// <summary>Returns a folder in the mods folder, or null if nothing is cached of it.</summary>
    public CachedMod? Find(string name) => _folders?.FindMod(name, _isUnmoved);

    /// <summary>Returns the content of an archive by its folder in the cache, or null if nothing is cached of it.</summary>
    public CachedMod? FindContent(string folder)
    {
        if (CacheFiles.OfContent(folder) is not { } file || CachedFolders.Open(file, _stamps) is not { } content)
            return null;
        _contents.Add(content);
        return new CachedMod(content, 0, IsUnmoved: false);
    }

    public void Dispose()
    {
        _folders?.Dispose();
        foreach (CachedFolders content in _contents)
            content.Dispose();
    }
}

/// <summary>A mod's folder among the cached ones, by its number there, and whether its parent folder is unchanged. Immutable.</summary>
internal sealed record CachedMod(CachedFolders Folders, int Folder, bool IsUnmoved);

internal static class CacheFiles
{
    /// <summary>The variable that turns the cache off, with the value <c>off</c>.</summary>
    public const string Variable = "RVFS_KEEP";

    /// <summary>
    /// Returns the file of a mods folder, or null if the folder is a whole volume, which has no place beside it, or nothing is to be cached.
    /// </summary>
    /// <remarks>
    /// The path is <c>rvfs/folders.kept</c> for <c>rvfs/mods</c>, and <c>NAME.rvfs-folders.kept</c> beside any other folder.
    /// </remarks>
    public static string? Of(string modsFolder) =>
        IsOff ? null : BesideMods.FolderOf(modsFolder, "folders.kept");

    /// <summary>
    /// Returns the file of an archive's content, <c>KEY.kept</c> beside its folder in the cache, or null if nothing is to be cached.
    /// </summary>
    public static string? OfContent(string content) => IsOff ? null : content + ContentEnding;

    /// <summary>The suffix that makes the name of a content the name of the file with its folders.</summary>
    public const string ContentEnding = ".kept";

    private static bool IsOff => Environment.GetEnvironmentVariable(Variable) == "off";
}
