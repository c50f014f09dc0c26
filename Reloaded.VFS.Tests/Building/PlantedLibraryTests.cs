using System.Reflection;
using System.Runtime.InteropServices;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>
/// Tests that the published programs don't load DLLs with Windows' names from a game's folder or from beside the launcher instead of
/// Windows' own.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class PlantedLibraryTests : IDisposable
{
    // Loaded at run time by .NET's libraries in both images, and by the launcher itself (user32).
    private static readonly string[] Names = ["shell32.dll", "ntdll.dll", "user32.dll"];

    private readonly string _folder = RepositoryFolders.CreateTemporary();

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RealProcessFact]
    public void TheDllTakesNoneFromTheGamesFolder()
    {
        using var game = new LoaderGame();
        Plant(game.Folder);
        // Without its own place for reports and events, it asks for the user's folder, which shell32 knows.
        game.Add("loader.exe").Lines("loader.exe", ["describe", "reloaded_vfs.dll", "start"], Overrides);
        Assert.Equal([], Loaded(game.Folder));
        AssertThePlantedOnesWork(game);
    }

    [RealProcessFact]
    public void TheLauncherTakesNoneFromItsOwnFolder()
    {
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(PublishedArtifacts.WindowsLauncher)!))
            File.Copy(file, Path.Combine(_folder, Path.GetFileName(file)));
        Plant(_folder);
        using var game = new LoaderGame();
        game.Add("loader.exe");
        GameResult result = GameProcess.Run(Path.Combine(_folder, "rvfs.exe"),
            ["run", WinePrefix.ToWindows(Path.Combine(game.Folder, "loader.exe")), "describe", "reloaded_vfs.dll"],
            new GameOptions { Environment = Overrides });
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("\"started\": true", result.Text, StringComparison.Ordinal);
        Assert.Equal([], Loaded(_folder));
    }

    /// <summary>Tests the DLLs that this project's code loads at run time.</summary>
    [Theory]
    [InlineData("Reloaded.VFS.Interop")]
    [InlineData("Reloaded.VFS.Hooks")]
    [InlineData("rvfs")]
    public void OwnCodeLooksInTheSystemsFolderOnly(string assembly) =>
        Assert.Equal(DllImportSearchPath.System32,
            Assembly.Load(assembly).GetCustomAttribute<DefaultDllImportSearchPathsAttribute>()!.Paths);

    // Wine uses its own shell32 instead of any other, unless told otherwise.
    private static Dictionary<string, string?> Overrides => new() { ["WINEDLLOVERRIDES"] = "mscoree,mshtml=;shell32=n,b" };

    private static void Plant(string folder)
    {
        foreach (string name in Names)
            File.Copy(NativePrograms.Get("planted.dll"), Path.Combine(folder, name));
    }

    private static string[] Loaded(string folder) =>
        [.. Directory.GetFiles(folder, "*.loaded").Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    /// <summary>Checks that the test can detect a planted DLL: one of them, loaded by its path as by .NET's own rule.</summary>
    private static void AssertThePlantedOnesWork(LoaderGame game)
    {
        game.Add("loader.exe").Run("loader.exe", ["describe", WinePrefix.ToWindows(Path.Combine(game.Folder, "shell32.dll"))], Overrides);
        Assert.Equal(["shell32.dll.loaded"], Loaded(game.Folder));
    }
}
