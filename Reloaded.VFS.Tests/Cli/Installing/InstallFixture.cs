using System.Globalization;
using System.Security.Cryptography;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Cli.Installing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Installing;

/// <summary>A game's folder, and a system's folder with small DLLs of the names that a proxy can have.</summary>
internal sealed class InstallFixture : IDisposable
{
    public InstallFixture()
    {
        byte[] template = File.ReadAllBytes(PublishedArtifacts.Proxy);
        foreach (string name in ProxyNames.All)
            Folder.File("system/" + name, ProxyImage.Make(template, name, [new DllExport(3, ["Ask"], 1, false), new(5, [], 1, false)]));
        Folder.File("published/rvfs_proxy.dll", template);
        // Nothing loads the file here.
        Folder.File("published/reloaded_vfs.dll", Dll);
        Folder.Folder("game");
    }

    /// <summary>Gets the content that stands in for reloaded_vfs.dll.</summary>
    public static byte[] Dll { get; } = [.. Enumerable.Range(0, 10_000).Select(i => (byte)i)];

    public TemporaryFolder Folder { get; } = new();

    public string GameFolder => Folder.At("game");

    public string Game => Folder.At("game/game.exe");

    public GamePrefix Prefix => new(Folder.At("system"), null, null);

    /// <summary>Creates the program.</summary>
    public InstallFixture Program(string[] imports, params string[] delayed)
    {
        Folder.File("game/game.exe", TestImage.Make(["kernel32.dll", .. imports], delayed));
        return this;
    }

    /// <summary>Installs the DLL beside the program.</summary>
    public (Placement Placement, string Output) Install()
    {
        StringWriter output = new();
        (Placement placement, _) = new Installation(Folder.At("published"), output).Install(Game, Prefix);
        return (placement, output.ToString());
    }

    /// <summary>Uninstalls the DLL.</summary>
    public (bool IsGone, string Output) Uninstall()
    {
        StringWriter output = new();
        return (new Removal(output).Uninstall(Game), output.ToString());
    }

    /// <summary>Returns every entry of the game's folder: kind, link, content and time of last write.</summary>
    public IReadOnlyDictionary<string, string> State() => StateOf(GameFolder);

    /// <summary>Returns every entry of a folder, in the form of <see cref="State"/>.</summary>
    public static IReadOnlyDictionary<string, string> StateOf(string folder)
    {
        Dictionary<string, string> state = [];
        foreach (FileSystemInfo entry in new DirectoryInfo(folder).EnumerateFileSystemInfos("*", new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = 0,
        }))
        {
            state[Path.GetRelativePath(folder, entry.FullName)] = entry.LinkTarget is { } target ? "link to " + target
                : entry is FileInfo file
                    ? Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(file.FullName)))
                        + file.LastWriteTimeUtc.ToString("O", CultureInfo.InvariantCulture)
                    : "folder";
        }

        return state;
    }

    public void Dispose() => Folder.Dispose();
}
