namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>The style of the names in a part of a tree.</summary>
public enum NameStyle
{
    /// <summary>
    /// Components of Windows: <c>amd64_microsoft-windows-shell-setup_31bf3856ad364e35_10.0.19041.1_none_0f1e2d3c4b5a6978</c>.
    /// </summary>
    Component,

    /// <summary>Libraries, drivers and their resources by language.</summary>
    System,

    /// <summary>A game's content: textures, sounds and models, much of it numbered.</summary>
    Asset,
}

/// <summary>A part of a generated tree.</summary>
/// <param name="Path">The part's top folder.</param>
/// <param name="Folders">The part's share of the folders, relative to those of the other parts.</param>
/// <param name="Depth">The number of levels of folders below the part's top folder.</param>
/// <param name="Files">The weight of the part's folders in the distribution of files.</param>
/// <param name="TopFiles">The share of all files that lie directly in the part's top folder.</param>
/// <param name="Style">The style of the names.</param>
public sealed record TreePart(string Path, double Folders, int Depth, double Files, double TopFiles, NameStyle Style);

/// <summary>The figures of a generated tree. The same shape gives the same tree on every machine.</summary>
/// <param name="Name">The tree's name in tables.</param>
/// <param name="VirtualFolder">The virtual folder at which the tree is mounted.</param>
/// <param name="FolderCount">The number of folders, the top one included.</param>
/// <param name="FileCount">The number of files in all folders.</param>
/// <param name="Parts">The parts of the tree.</param>
public sealed record TreeShape(string Name, string VirtualFolder, int FolderCount, int FileCount, IReadOnlyList<TreePart> Parts)
{
    /// <summary>
    /// Gets a shape like C:\Windows: very many folders, most of them components with long names, and a few folders with thousands of files.
    /// </summary>
    public static TreeShape Windows { get; } = new("windows", @"C:\Windows", 40_796, 170_438,
    [
        new("WinSxS", 60, 1, 1, 0.001, NameStyle.Component),
        new(@"WinSxS\Manifests", 0, 0, 1, 0.12, NameStyle.Component),
        new("System32", 14, 5, 2, 0.03, NameStyle.System),
        new("SysWOW64", 6, 5, 2, 0.02, NameStyle.System),
        new("servicing", 3, 2, 1, 0.0, NameStyle.System),
        new(@"servicing\Packages", 0, 0, 1, 0.05, NameStyle.Component),
        new("assembly", 8, 4, 0.5, 0.0, NameStyle.System),
        new("Microsoft.NET", 4, 5, 1, 0.0, NameStyle.System),
        new("SystemApps", 3, 6, 2, 0.0, NameStyle.System),
        new("Fonts", 0, 0, 1, 0.005, NameStyle.System),
        new("INF", 1, 3, 1, 0.01, NameStyle.System),
        new("Logs", 1, 3, 1, 0.0, NameStyle.System),
    ]);

    /// <summary>Gets a shape like a Steam library: some twenty games, some of few large folders, some of many small ones.</summary>
    public static TreeShape Steam { get; } = new("steam", @"C:\Program Files (x86)\Steam\steamapps\common", 9_318, 172_896,
    [
        new("Northern Reach", 18, 6, 1, 0.0, NameStyle.Asset),
        new(@"Northern Reach\data\textures", 0, 0, 1, 0.06, NameStyle.Asset),
        new("Iron Harvester II", 14, 5, 1, 0.0, NameStyle.Asset),
        new("Skylark", 10, 7, 0.5, 0.0, NameStyle.Asset),
        new("Dungeons of the Old King - Definitive Edition", 9, 6, 1.5, 0.0, NameStyle.Asset),
        new(@"Dungeons of the Old King - Definitive Edition\sound\voice", 0, 0, 1, 0.08, NameStyle.Asset),
        new("Rally Legends 2003", 8, 4, 2, 0.0, NameStyle.Asset),
        new("Pocket Farm", 6, 4, 1, 0.0, NameStyle.Asset),
        new("The Long Descent", 6, 6, 1, 0.0, NameStyle.Asset),
        new("Colony 9", 5, 5, 1, 0.0, NameStyle.Asset),
        new(@"Colony 9\Colony9_Data\StreamingAssets", 0, 0, 1, 0.04, NameStyle.Asset),
        new("Sonic Racers", 4, 4, 1, 0.0, NameStyle.Asset),
        new("Proton 9.0", 5, 7, 2, 0.0, NameStyle.System),
        new("SteamLinuxRuntime_sniper", 6, 8, 2, 0.0, NameStyle.System),
        new("Steamworks Shared", 2, 4, 0.5, 0.0, NameStyle.System),
    ]);

    /// <summary>Gets a shape like a typical game's mods.</summary>
    public static TreeShape Game { get; } = new("game", @"C:\Games\Example Game", 30, 400,
    [
        new("data", 20, 3, 1, 0.05, NameStyle.Asset),
        new("dvdroot", 8, 2, 1, 0.1, NameStyle.Asset),
        new("bin", 1, 1, 0.3, 0.01, NameStyle.System),
    ]);

    /// <summary>Returns this shape with other numbers of folders and files, for tests and quick runs.</summary>
    public TreeShape Scale(int folders, int files) => this with { FolderCount = folders, FileCount = files };
}
