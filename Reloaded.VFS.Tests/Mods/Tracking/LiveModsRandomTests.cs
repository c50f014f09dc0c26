namespace Reloaded.VFS.Tests.Mods.Tracking;

/// <summary>
/// Tests of random changes, reported in batches of random size; after each batch the file system must be as after a fresh start.
/// </summary>
public sealed class LiveModsRandomTests
{
    private static readonly string[] FolderNames = ["data", "Data", "tex", ".git", "a", "b"];
    private static readonly string[] FileNames = ["a", "A", "b.txt", "B.txt", "c.dds", "readme.md", "Thumbs.db", "data", "tex",
        "b.txt.rvfshide", "Tex.rvfshide", "data.RVFSHIDE", "A.rvfshide", "c.dds.mohidden"];

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, false)]
    [InlineData(3, true)]
    [InlineData(4, false)]
    [InlineData(5, true)]
    public void ItEndsAsAFreshStart(int seed, bool include)
    {
        var random = new Random(seed);
        using var mods = new LiveFixture(include ? ["readme*", ".git/**/a"] : null, "A/data/x.txt", "B/data/x.txt",
            "B/tex/y.dds", "C/z.txt");
        for (int batch = 0; batch < 250; batch++)
        {
            int size = random.Next(1, random.Next(10) == 0 ? 120 : 6);
            for (int i = 0; i < size; i++)
                Change(random, mods);
            if (random.Next(20) == 0)
                mods.Order([.. random.GetItems(["A", "B", "-C", "C", "D", "-A"], random.Next(5)).DistinctBy(n => n.TrimStart('-'))]);
            if (random.Next(10) == 0)
                mods.Prefer([.. random.GetItems(["A", "B", "C", "D"], random.Next(4)).Select(mod => $"{mod}: {Preferred(random)}")]);
            // Calls of the game that make one folder come first, and interrupt what is being applied.
            for (int i = random.Next(4); i > 0; i--)
            {
                int left = random.Next(4);
                if (random.Next(2) == 0)
                    mods.Live.Apply(() => true, () => left-- <= 0);
                mods.Rescan(string.Join('/', random.GetItems(FolderNames, random.Next(4))));
            }

            mods.Apply();
            string[] fresh = mods.Fresh(), seen = mods.Seen();
            Assert.True(fresh.SequenceEqual(seen),
                $"batch {batch}\nmissing:\n{string.Join('\n', fresh.Except(seen))}\ntoo much:\n{string.Join('\n', seen.Except(fresh))}");
        }
    }

    private static string Preferred(Random random) => string.Join('/', (string[])
        [.. random.GetItems(FolderNames, random.Next(3)), random.GetItems([.. FileNames, "*", "**", "*.txt"], 1)[0]]);

    private static void Change(Random random, LiveFixture mods)
    {
        string mod = random.GetItems(["A", "B", "C", "D"], 1)[0];
        string folder = string.Join('/', [mod, .. random.GetItems(FolderNames, random.Next(4))]);
        string path = $"{folder}/{random.GetItems(FileNames, 1)[0]}";
        switch (random.Next(7))
        {
            case 0 or 1 or 2:
                MakeFolders(mods, folder);
                if (Directory.Exists(mods.At(folder)) && !Directory.Exists(mods.At(path)))
                    mods.Write(path);
                break;
            case 3 when File.Exists(mods.At(path)):
                mods.Delete(path);
                break;
            case 4 when random.Next(4) == 0 && Directory.Exists(mods.At(folder)) && folder.Contains('/'):
                mods.Delete(folder);
                break;
            case 5:
                string to = $"{mod}/{random.GetItems(FolderNames, 1)[0]}";
                if (Directory.Exists(mods.At(folder)) && folder.Contains('/') && !Path.Exists(mods.At(to))
                    && !(to + "/").StartsWith(folder + "/", StringComparison.OrdinalIgnoreCase))
                    mods.Move(folder, to);
                break;
            case 6:
                if (File.Exists(mods.At(path)) && !Path.Exists(mods.At(path + "2")))
                    mods.Move(path, path + "2");
                break;
        }
    }

    // As a watcher sees it: the outermost new folder by the watch on its parent; its content only if that watch was fast enough.
    private static void MakeFolders(LiveFixture mods, string folder)
    {
        string[] names = folder.Split('/');
        for (int i = 1; i <= names.Length; i++)
        {
            string path = string.Join('/', names[..i]);
            if (File.Exists(mods.At(path)))
                return;
            if (!Directory.Exists(mods.At(path)))
                mods.MakeFolder(path);
        }
    }
}
