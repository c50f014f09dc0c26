using System.IO.Compression;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Archives;

/// <summary>A game to which <c>rvfs add</c> adds mods.</summary>
public abstract class AddFixture : IDisposable
{
    private protected AddFixture()
    {
        Folder.File("g/game.exe");
        Folder.File("g/data/wall.dds", "game");
        Folder.Folder("g/rvfs/mods");
    }

    private protected TemporaryFolder Folder { get; } = new();

    public void Dispose()
    {
        Folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected string Mod(string name) => Folder.At("g/rvfs/mods/" + name);

    private protected static (int, string) Outcome((int Code, string Output, string Errors) ran) => (ran.Code, ran.Errors);

    private protected static string[] Names(string folder) =>
        [.. Directory.GetFileSystemEntries(folder, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(folder, path))
            .Where(path => path != "rvfs-added.txt").Order(StringComparer.Ordinal)];

    /// <summary>The files of a mod, each with its content.</summary>
    private protected string[] Files(string mod) =>
        [.. Names(Mod(mod)).Where(path => File.Exists(Path.Combine(Mod(mod), path)))
            .Select(path => $"{path.Replace('\\', '/')} = {File.ReadAllText(Path.Combine(Mod(mod), path))}")];

    private protected string Order => File.ReadAllText(Folder.At("g/rvfs/mods/order.txt"));

    /// <summary>Packs files by .NET's own zip.</summary>
    private protected string Zip(string name, params (string Path, string Content)[] files)
    {
        string archive = Folder.At(name);
        Directory.CreateDirectory(Path.GetDirectoryName(archive)!);
        File.Delete(archive);
        using ZipArchive zip = ZipFile.Open(archive, ZipArchiveMode.Create);
        foreach ((string path, string content) in files)
        {
            using StreamWriter writer = new(zip.CreateEntry(path).Open());
            writer.Write(content);
        }

        return archive;
    }

    private protected void AssertRefused(byte[] archive, string message, string name = "m.zip") =>
        AssertRefused(Folder.File(name, archive), message);

    /// <summary>Checks that there is one message, and that nothing of the archive was unpacked anywhere.</summary>
    private protected void AssertRefused(string archive, string message, params string[] options)
    {
        string[] before = ArchiveFiles.Tree(Folder.At("g"));
        (int code, string output, string errors) = Add(archive, options);
        Assert.Equal((125, ""), (code, output));
        Assert.Contains(archive, errors, StringComparison.Ordinal);
        Assert.Contains(message, errors, StringComparison.Ordinal);
        Assert.Equal(before, ArchiveFiles.Tree(Folder.At("g")));
        Assert.False(File.Exists(Folder.At("evil.txt")) || File.Exists("/tmp/rvfs-evil.txt"));
    }

    private protected (int Code, string Output, string Errors) Add(string file, params string[] options) =>
        AskedCommand.Run(["add", "--target", Folder.At("g"), .. options, file]);
}
