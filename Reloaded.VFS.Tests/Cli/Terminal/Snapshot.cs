using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Terminal;

/// <summary>Text that was read by a person, in a file of the tree. <c>RVFS_SNAPSHOTS=write</c> writes the files anew, to be read again.</summary>
internal static class Snapshot
{
    /// <summary>Compares a text with its file.</summary>
    public static void Check(string name, string text) =>
        CheckFile(Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Cli", "Terminal", "Snapshots", name), text);

    /// <summary>Compares a text with a file.</summary>
    public static void CheckFile(string file, string text)
    {
        if (Environment.GetEnvironmentVariable("RVFS_SNAPSHOTS") == "write")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        Assert.True(File.Exists(file), $"'{file}' isn't there: RVFS_SNAPSHOTS=write writes it");
        Assert.Equal(File.ReadAllText(file).ReplaceLineEndings("\n"), text);
    }
}
