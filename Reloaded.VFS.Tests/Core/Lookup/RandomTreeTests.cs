using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Core.Lookup;

public class RandomTreeTests
{
    /// <summary>Compares everything after each of thirty thousand changes in two thousand file systems.</summary>
    [Theory]
    [InlineData(0, 500, 15)]
    [InlineData(10_000, 500, 15)]
    [InlineData(20_000, 1000, 6)]
    [InlineData(30_000, 10, 200)]
    public void AnswersAsNestedDictionariesDo(int firstSeed, int count, int changes)
    {
        for (int seed = firstSeed; seed < firstSeed + count; seed++)
        {
            var random = new Random(seed);
            using var files = new VirtualFileSystem(RealPathForm.Windows);
            var model = new NaiveTreeModel(files, random);
            while (model.Changes < changes)
            {
                // Sometimes several changes at once.
                using (random.Next(4) == 0 ? files.BeginUpdate() : null)
                {
                    for (int i = random.Next(1, 3); i > 0; i--)
                        model.Change();
                }

                try
                {
                    Compare(model, model.Build(), files);
                }
                catch (Xunit.Sdk.XunitException e)
                {
                    Assert.Fail($"Seed {seed}, after {model.Changes} changes: {e.Message}");
                }
            }
        }
    }

    private static void Compare(NaiveTreeModel model, NaiveTree expected, VirtualFileSystem files)
    {
        Snapshot snapshot = files.Snapshot;
        int fileCount = 0;
        int folderCount = 0;
        foreach (NaiveTree.Node node in expected.All())
        {
            LookupResult found = snapshot.Lookup(model.AnyCase(node.Path));
            string parent = VirtualPath.GetParent(node.Path).ToString();
            Assert.Equal((node.Path, node.IsFolder ? LookupKind.Folder : LookupKind.File), (node.Path, found.Kind));
            Assert.Equal(node.IsFolder ? node.Path : parent, NaiveTree.Fold(files.GetPath(found.PathId).ToString()));
            Assert.Equal(node.Sources.Count == 0 ? "" : Nt(node.Sources[0].Target!), LookupTests.TextOf(found));
            Assert.Equal(node.Sources.Count == 0 ? 0 : node.Sources[0].Layer, found.Layer);
            if (node.IsFolder)
            {
                CompareFolder(model, node, files, snapshot, found.PathId);
                folderCount += node.InTarget ? 1 : 0;
            }
            else
            {
                fileCount++;
                Assert.Equal(LookupKind.Outside, snapshot.Lookup(model.AnyCase(node.Path) + @"\below").Kind);
                Assert.Equal(node.Sources[0].Target, Strip(files.GetProviders(node.Path)[0].Backing));
            }
        }

        Assert.Equal(expected.Clashes.Order(),
            files.Clashes.Select(c => (NaiveTree.Fold(c.Path), c.Winner, c.Loser, c.WinnerIsFolder)).Order());
        Assert.Equal((fileCount, folderCount), (files.Statistics.Files, files.Statistics.Folders));
        GC.KeepAlive(snapshot);
    }

    private static void CompareFolder(NaiveTreeModel model, NaiveTree.Node node, VirtualFileSystem files, Snapshot snapshot, int id)
    {
        Assert.True(files.TryGetPathId(model.AnyCase(node.Path), out int same));
        Assert.Equal(id, same);
        Assert.True(snapshot.TryGetFolder(id, out FolderView view));
        Assert.Equal(node.InTarget, view.IsInTarget);
        Assert.Equal(node.Name, view.Name.ToString());
        var sources = new List<string>();
        for (int i = 0; i < view.SourceCount; i++)
            sources.Add(Strip(view.GetSource(i).ToString()));
        Assert.Equal(node.Sources.Select(s => s.Target!), sources);

        NaiveTree.Node[] listed = [.. node.Children.Values.Where(c => c.Sources.Count > 0 && node.InTarget)];
        var names = new List<string>();
        foreach (EntryView entry in view)
        {
            NaiveTree.Node child = node.Children[NaiveTree.Fold(entry.Name.ToString())];
            names.Add(entry.Name.ToString());
            Assert.Equal(child.Name, entry.Name.ToString());
            Assert.Equal(child.IsFolder, entry.IsFolder);
            Assert.Equal(child.Sources[0].Layer, entry.Layer);
            Assert.Equal(child.Sources[0].Target!.TrimEnd('\\'), Strip(entry.BackingFolder.ToString() + entry.BackingName.ToString()));
            Assert.True(view.TryFind(model.AnyCase(child.Name), out EntryView again));
            Assert.True(again.Name.SequenceEqual(entry.Name));
        }

        Assert.Equal(listed.Select(c => c.Name).Order(), names.Order());
        Assert.Equal(names.Count, view.EntryCount);
        Assert.False(view.TryFind("not in it", out _));

        LookupResult miss = snapshot.Lookup(model.AnyCase(node.Path) + @"\not in it");
        Assert.Equal(node.InTarget ? (LookupKind.Miss, id) : (LookupKind.Outside, -1), (miss.Kind, miss.PathId));
        Assert.Equal(node.InTarget && node.Sources.Count > 0 ? node.Sources[0].Target : "", Strip(LookupTests.TextOf(miss)));
        Assert.Equal(LookupKind.Outside, snapshot.Lookup(model.AnyCase(node.Path) + @"\not in it\x").Kind);
    }

    private static string Nt(string target) => NtPath.HasPrefix(target) ? target : NtPath.Prefix + target;

    private static string Strip(string target) => target.StartsWith(NtPath.Prefix + "D", StringComparison.Ordinal)
        ? target[NtPath.PrefixLength..]
        : target;
}
