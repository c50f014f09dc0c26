namespace Reloaded.VFS.Benchmarks.Inputs;

/// <summary>How names of a part of a tree look.</summary>
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
/// <param name="Path">Its topmost folder.</param>
/// <param name="Folders">Its share of the folders, in relation to the other parts'.</param>
/// <param name="Depth">How many levels of folders it has below its topmost one.</param>
/// <param name="Files">Weight of its folders where the files are shared out.</param>
/// <param name="TopFiles">Share of all files that lie in its topmost folder itself.</param>
/// <param name="Style">How names look.</param>
public sealed record TreePart(string Path, double Folders, int Depth, double Files, double TopFiles, NameStyle Style);

/// <summary>The figures that a generated tree has. The same shape gives the same tree on every machine.</summary>
/// <param name="Name">What tables call it.</param>
/// <param name="VirtualFolder">Where it is laid over.</param>
/// <param name="FolderCount">Folders, the topmost one included.</param>
/// <param name="FileCount">Files in all folders.</param>
/// <param name="Parts">What it is made of.</param>
public sealed record TreeShape(string Name, string VirtualFolder, int FolderCount, int FileCount, IReadOnlyList<TreePart> Parts)
{
    /// <summary>
    /// As C:\Windows: a great many folders, most of them components with long names, and a few folders with thousands of files.
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

    /// <summary>As a Steam library: some twenty games, some of few large folders, some of many small ones.</summary>
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

    /// <summary>What mods of a typical game are.</summary>
    public static TreeShape Game { get; } = new("game", @"C:\Games\Example Game", 30, 400,
    [
        new("data", 20, 3, 1, 0.05, NameStyle.Asset),
        new("dvdroot", 8, 2, 1, 0.1, NameStyle.Asset),
        new("bin", 1, 1, 0.3, 0.01, NameStyle.System),
    ]);

    /// <summary>A tree of these parts with other numbers of folders and files: for tests and quick looks.</summary>
    public TreeShape Scale(int folders, int files) => this with { FolderCount = folders, FileCount = files };
}
