using System.Globalization;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Benchmarks.Pictures;

/// <summary>
/// A picture of the two trees of one example side by side: the writers' RedirectionTree, with a node for each folder, and the readers'
/// LookupTree, with an entry for each name. The hashes are the real ones.
/// </summary>
public static class TreesPicture
{
    private const int RowHeight = 22, Right = 470, Top = 92;

    private const string Ours = "#0b6e4f", Grey = "#555555", Mark = "#e8f3ee";

    /// <summary>The virtual folders, the mods that have each (highest priority first), and the files with the mod that wins each.</summary>
    private static readonly (string Path, int Depth, string Sources, (string Name, string Mod)[] Files)[] Folders =
    [
        (@"C:\Game", 0, "B, A", [("game.cfg", "B")]),
        (@"C:\Game\data", 1, "B, A", [("items.bin", "A"), ("map.pak", "B")]),
        (@"C:\Game\data\tex", 2, "B, A", [("Hero.dds", "B"), ("sky.dds", "A"), ("wall.dds", "A")]),
        (@"C:\Game\sound", 1, "A", [("theme.ogg", "A")]),
    ];

    public static string Draw()
    {
        (string Name, string Folder, string Mod, ulong Key)[] entries =
        [
            .. Folders.SelectMany(folder => folder.Files, (folder, file) =>
                (file.Name, folder.Path, file.Mod, PathHash.HashFolded($@"{folder.Path}\{file.Name}"))),
        ];
        var svg = new Svg(1080, Top + (((entries.Length / 3) + 1) * ((LookupBucket.Lanes * RowHeight) + 12)) + 110,
            "RedirectionTree and LookupTree side by side");
        svg.Text(10, 24, "RedirectionTree: what writers build", bold: true);
        svg.Text(10, 42, "A node for each folder, with the mods that lie over it, the winner first.", color: Grey);
        svg.Text(10, 58, "Names of files stay in the mods' listings; nothing is copied.", color: Grey);
        svg.Text(Right, 24, "LookupTree: what readers ask", bold: true);
        svg.Text(Right, 42, "An entry of 16 bytes for each name, four in a cache line: one probe, whatever the depth.", color: Grey);
        svg.Text(Right, 58, "The key is made of the hashes of the folder's path and of the name. Folders have entries too, not shown.",
            color: Grey);
        DrawFolders(svg);
        DrawEntries(svg, entries);
        return svg.ToString();
    }

    private static void DrawFolders(Svg svg)
    {
        double y = Top;
        foreach ((string path, int depth, string sources, (string Name, string Mod)[] files) in Folders)
        {
            double x = 14 + (depth * 26);
            svg.Rectangle(x, y, 210, RowHeight - 4, Mark);
            svg.Text(x + 8, y + 13, depth == 0 ? path : path[(path.LastIndexOf('\\') + 1)..], bold: true);
            svg.Text(x + 202, y + 13, $"mods {sources}", "end", Ours);
            if (depth > 0)
                svg.Line(x - 13, y + 9, x, y + 9, Grey);
            y += RowHeight;
            foreach ((string name, string mod) in files)
            {
                svg.Text(x + 26, y + 13, name, color: Grey);
                svg.Text(x + 202, y + 13, $"in {mod}'s listing", "end", Grey);
                y += RowHeight;
            }
        }
    }

    private static void DrawEntries(Svg svg, (string Name, string Folder, string Mod, ulong Key)[] entries)
    {
        double[] columns = [Right + 8, Right + 110, Right + 250, Right + 430];
        string[] heads = ["tag", "name", "folder's path", "layer"];
        for (int i = 0; i < heads.Length; i++)
            svg.Text(columns[i], Top - 8, heads[i], color: Ours, bold: true);
        // The size that LookupTable uses for so few: three in four lanes used.
        int buckets = (entries.Length / 3) + 1;
        double y = Top;
        for (int bucket = 0; bucket < buckets; bucket++)
        {
            svg.Rectangle(Right, y - 2, 560, (LookupBucket.Lanes * RowHeight) + 2, Mark);
            var inside = entries.Where(entry => (int)(((ulong)(uint)entry.Key * (uint)buckets) >> 32) == bucket).ToArray();
            for (int lane = 0; lane < LookupBucket.Lanes; lane++, y += RowHeight)
            {
                if (lane >= inside.Length)
                {
                    svg.Text(columns[0], y + 13, "free", color: "#999999");
                    continue;
                }

                svg.Text(columns[0], y + 13, ((uint)inside[lane].Key).ToString("x8", CultureInfo.InvariantCulture));
                svg.Text(columns[1], y + 13, inside[lane].Name);
                svg.Text(columns[2], y + 13, inside[lane].Folder);
                svg.Text(columns[3], y + 13, $"mod {inside[lane].Mod}");
            }

            y += 12;
        }

        double below = y + 14;
        foreach (string line in (string[])
        [
            @"open C:\GAME\Data\TEX\hero.DDS",
            "1. fold and hash both parts of the path: up to 32 characters at a time, nothing is written",
            "2. one bucket of four tags: the entry",
            "3. compare name and folder's path, which are what the target is made of:",
            @"    mod B's folder + \data\tex\ + Hero.dds",
        ])
        {
            svg.Text(Right, below, line, color: line.StartsWith("open", StringComparison.Ordinal) ? Ours : "#222222",
                bold: line.StartsWith("open", StringComparison.Ordinal));
            below += 18;
        }
    }
}
