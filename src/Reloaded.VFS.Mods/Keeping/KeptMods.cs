using System.Collections.Concurrent;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Mods.Keeping;

/// <summary>
/// What is kept of the mods of a start: the folders of the mods folder in one file, and those of each archive's content in a file beside
/// it. Thread-safe until it is disposed of.
/// </summary>
internal sealed class KeptMods : IDisposable
{
    private readonly IFolderStamps _stamps;
    private readonly KeptFolders? _folders;
    private readonly bool _isUnmoved;
    private readonly ConcurrentBag<KeptFolders> _contents = [];

    /// <summary>
    /// What confirms in this process what rvfs has kept; null where nothing that is kept is used. To be set before mods are read.
    /// </summary>
    public static IFolderStamps? OwnStamps { get; set; }

    /// <summary>What is kept of a mods folder, as this process confirms it; null where nothing that is kept is used.</summary>
    /// <param name="modsFolder">The mods folder, a host path; null for none.</param>
    public static KeptMods? Open(string? modsFolder) =>
        modsFolder is not null && OwnStamps is { } stamps ? new KeptMods(modsFolder, stamps) : null;

    /// <summary>Reads what is kept of a mods folder, and asks whether that is as it was.</summary>
    /// <param name="modsFolder">The mods folder, a host path.</param>
    /// <param name="stamps">What confirms it.</param>
    public KeptMods(string modsFolder, IFolderStamps stamps)
    {
        _stamps = stamps;
        _folders = KeptPlace.Of(modsFolder) is { } file ? KeptFolders.Open(file, stamps) : null;
        _isUnmoved = _folders?.Confirm(0, modsFolder, isUnmoved: false) ?? false;
    }

    /// <summary>How many folders were found to be as they were.</summary>
    public int Confirmed => (_folders?.Confirmed ?? 0) + _contents.Sum(content => content.Confirmed);

    /// <summary>How many were asked for that aren't.</summary>
    public int Changed => (_folders?.Changed ?? 0) + _contents.Sum(content => content.Changed);

    /// <summary>A folder in the mods folder; null where nothing is kept of it.</summary>
    /// <param name="name">Its name on disk.</param>
    public KeptMod? Find(string name) => _folders?.FindMod(name, _isUnmoved);

    /// <summary>The content of an archive; null where nothing is kept of it.</summary>
    /// <param name="folder">Its folder in the cache.</param>
    public KeptMod? FindContent(string folder)
    {
        if (KeptPlace.OfContent(folder) is not { } file || KeptFolders.Open(file, _stamps) is not { } content)
            return null;
        _contents.Add(content);
        return new KeptMod(content, 0, IsUnmoved: false);
    }

    /// <summary>Frees the memory.</summary>
    public void Dispose()
    {
        _folders?.Dispose();
        foreach (KeptFolders content in _contents)
            content.Dispose();
    }
}

/// <summary>A mod's folder among the kept ones. Immutable.</summary>
/// <param name="Folders">The kept folders.</param>
/// <param name="Folder">Its number.</param>
/// <param name="IsUnmoved">Whether the folder that it is in is as it was.</param>
internal sealed record KeptMod(KeptFolders Folders, int Folder, bool IsUnmoved);

/// <summary>Where the folders of a mods folder are kept.</summary>
internal static class KeptPlace
{
    /// <summary>What turns it off: <c>off</c>.</summary>
    public const string Variable = "RVFS_KEEP";

    /// <summary>
    /// The file: <c>rvfs/folders.kept</c> of <c>rvfs/mods</c>, <c>NAME.rvfs-folders.kept</c> beside another folder; null where the mods
    /// folder is a whole volume, which has no place beside it, and where nothing is to be kept.
    /// </summary>
    public static string? Of(string modsFolder) =>
        IsOff ? null : BesideMods.FolderOf(modsFolder, "folders.kept");

    /// <summary>The file of an archive's content: <c>KEY.kept</c> beside it; null where nothing is to be kept.</summary>
    /// <param name="content">The content's folder in the cache.</param>
    public static string? OfContent(string content) => IsOff ? null : content + ContentEnding;

    /// <summary>What stands behind the name of a content in the name of the file with its folders.</summary>
    public const string ContentEnding = ".kept";

    private static bool IsOff => Environment.GetEnvironmentVariable(Variable) == "off";
}
