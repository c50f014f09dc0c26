using System.Text.Json;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour;

/// <summary>
/// Tests of an overwrite folder that can't be written: writes go to the user's local data, or, if that can't be written either, nothing is
/// redirected.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class OverwriteFallbackTests
{
    private const string Commands = "create | Data\\a.txt | saved\nread | Data\\a.txt\nread | Data\\b.txt";

    [RealProcessFact]
    public void TheLocalDataTakeWhatTheGameWritesAndTheReportSaysSo()
    {
        using MergedFolder folder = WritingTests.Build();
        string local = "";
        try
        {
            using (UntouchedFiles.Overwrite(folder))
            {
                // A file takes the folder's place, so that no user can write below it.
                File.WriteAllText(UntouchedFiles.FolderOf(folder), "");
                Assert.Contains("text=saved", OverwriteRuns.Run(folder, Commands), StringComparison.Ordinal);
                local = LocalFolder(folder);
                Assert.Equal("saved", File.ReadAllText(Path.Combine(local, "Data", "a.txt")));
                string listed = OverwriteRuns.Launch(folder, "overwrite").Said;
                Assert.StartsWith(local, listed, StringComparison.OrdinalIgnoreCase);
                Assert.Contains(@"changed  Data\a.txt  5 bytes  over mod", listed, StringComparison.Ordinal);
                Assert.Contains("(overwrite)", OverwriteRuns.Launch(folder, "which", "Data/a.txt").Said, StringComparison.Ordinal);
                (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes");
                Assert.True(code == 0 && !Directory.EnumerateFileSystemEntries(local).Any(), said);
                OverwriteRuns.Run(folder, Commands);
                Assert.Contains("text=saved", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);

                Directory.Delete(local, recursive: true);
                File.WriteAllText(local, "");
                Assert.Contains("text=game b", OverwriteRuns.Run(folder, @"read | Data\b.txt"), StringComparison.Ordinal);
                Assert.Contains("text=game a", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
                Assert.Contains("nothing is redirected", OverwriteRuns.Reports(folder), StringComparison.Ordinal);
            }
        }
        finally
        {
            File.Delete(local);
            if (Directory.Exists(local))
                Directory.Delete(local, recursive: true);
            foreach (string beside in (string[])[local + ".rvfs-tmp", local + ".rvfs-undo"])
            {
                if (Directory.Exists(beside))
                    Directory.Delete(beside, recursive: true);
            }
        }
    }

    /// <summary>Each set has its own folder in the local data, too: no set sees, or takes back, what another one has written.</summary>
    [RealProcessFact]
    public void EachSetHasItsOwn()
    {
        using MergedFolder folder = WritingTests.Build();
        List<string> places = [];
        try
        {
            using UntouchedFiles game = UntouchedFiles.Overwrite(folder);
            foreach (string set in (string[])["one", "Two"])
            {
                Assert.Equal(0, OverwriteRuns.Launch(folder, "set", set, "--new").Code);
                File.WriteAllText(Path.Combine(folder.Game, "rvfs", "sets", set, "overwrite"), "");
                Use(set);
                Assert.DoesNotContain("saved", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
                OverwriteRuns.Run(folder, $@"create | Data\a.txt | saved {set}");
                places.Add(LocalFolder(folder));
            }

            (int code, string said) = OverwriteRuns.Launch(folder, "undo", "--yes", "--set", "one");
            Assert.True(code == 0, said);
            Assert.Contains(@"Data\a.txt", OverwriteRuns.Launch(folder, "overwrite", "--set", "Two").Said, StringComparison.Ordinal);
            Assert.Contains("saved Two", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
            Use("one");
            Assert.Contains("text=mod a", OverwriteRuns.Run(folder, @"read | Data\a.txt"), StringComparison.Ordinal);
            _ = game.FindChange(); // the sets are new
        }
        finally
        {
            foreach (string beside in places.SelectMany(place => (string[])[place, place + ".rvfs-tmp", place + ".rvfs-undo"]))
            {
                if (Directory.Exists(beside))
                    Directory.Delete(beside, recursive: true);
            }
        }

        void Use(string set) => File.WriteAllText(Path.Combine(folder.Game, "rvfs", "rvfs.json"),
            $$"""{ "writes": "overwrite", "set": "{{set}}" }""");
    }

    /// <summary>Returns the folder that the warning names.</summary>
    private static string LocalFolder(MergedFolder folder)
    {
        string report = File.ReadAllText(Directory.GetFiles(Path.Combine(folder.Game, "rvfs", "logs"), "*.json").Order().Last());
        JsonElement told = Assert.Single(JsonDocument.Parse(report).RootElement.GetProperty("diagnostics").EnumerateArray());
        Assert.Equal("warning", told.GetProperty("severity").GetString());
        string cause = told.GetProperty("cause").GetString()!;
        Assert.StartsWith("the overwrite folder can't be written: ", cause, StringComparison.Ordinal);
        string windows = cause.Split('\'')[^2];
        Assert.Contains(@"\reloaded-vfs\overwrite\", windows, StringComparison.Ordinal);
        return WinePrefix.IsNeeded
            ? Path.Combine(WinePrefix.Folder, "drive_c", windows["C:\\".Length..].Replace('\\', '/'))
            : windows;
    }
}
