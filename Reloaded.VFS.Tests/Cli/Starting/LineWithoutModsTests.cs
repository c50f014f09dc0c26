using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Starting;

/// <summary>
/// Tests of <c>"C:\...\rvfs.exe" run %command%</c> in Steam's launch options if the line contains no game that can have mods: it runs as it
/// is.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LineWithoutModsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public LineWithoutModsTests() => _folder.File("two words/rvfs/mods/one/data.txt", "modded");

    private string Folder => _folder.At("two words");

    public void Dispose() => _folder.Dispose();

    [RealProcessFact(Needs.Published)]
    public void ABatchFile()
    {
        string file = _folder.File("two words/start.bat", "@echo [%~1] [%~nx0]\r\n@exit /b 7\r\n");
        string[] line = ["run", WinePrefix.ToWindows(file), "an argument"];
        GameResult result = Run(true, line);
        Assert.True(result.ExitCode == 7, result.ToString());
        Assert.Equal("[an argument] [start.bat]", result.Text.Trim());
        AssertToldOnce(result, "start.bat' is a batch file; name the game's .exe that it starts");
        // Typed by hand it is a mistake, and --strict requires the mods.
        Assert.Equal(ExitCodes.CannotRun, Run(false, line).ExitCode);
        Assert.Equal(ExitCodes.CannotRun, Run(true, ["run", "--strict", .. line[1..]]).ExitCode);
    }

    [RealProcessFact(Needs.Published)]
    public void ALaunchersLink()
    {
        string scheme = $"rvfs-test-{Guid.NewGuid():N}", key = @"HKEY_CLASSES_ROOT\" + scheme, seen = _folder.At("seen");
        GameResult unknown = Run(true, "run", scheme + "://launchgame/1");
        Assert.True(unknown.ExitCode == ExitCodes.NotFound, unknown.ToString());
        Assert.Contains($"Windows couldn't open '{scheme}://launchgame/1'", unknown.Errors, StringComparison.Ordinal);
        try
        {
            Registry("add", key, "/v", "URL Protocol", "/d", "", "/f");
            Registry("add", key + @"\shell\open\command", "/ve", "/d", $"cmd.exe /c echo %1>{WinePrefix.ToWindows(seen)}&exit 7", "/f");
            GameResult result = Run(true, "run", scheme + "://launchgame/1");
            Assert.True(result.ExitCode == 7, result.ToString());
            Assert.Equal(scheme + "://launchgame/1", File.ReadAllText(seen).Trim());
            AssertToldOnce(result, $"'{scheme}://launchgame/1' is a link, not the game's program");
        }
        finally
        {
            Registry("delete", key, "/f");
        }
    }

    /// <summary>The system's result is the same as without mods.</summary>
    [RealProcessFact(Needs.Published)]
    [Trait("Bits", "64")]
    public void A32BitGame()
    {
        byte[] image = File.ReadAllBytes(NativePrograms.Get("launched.exe"));
        BitConverter.GetBytes((ushort)0x14C).CopyTo(image, BitConverter.ToInt32(image, 0x3C) + 4); // IMAGE_FILE_MACHINE_I386
        string game = WinePrefix.ToWindows(_folder.File("two words/old.exe", image));
        GameResult plain = Run(true, "run", "--no-mods", game, "exit", "5"), result = Run(true, "run", game, "exit", "5");
        Assert.Equal((plain.ExitCode, plain.Text), (result.ExitCode, result.Text));
        Assert.Contains("; it runs as it is, without mods.", result.Errors, StringComparison.Ordinal);
    }

    private static void AssertToldOnce(GameResult result, string cause)
    {
        string told = Assert.Single(result.Errors.Split('\n'), line => line.Contains("rvfs:", StringComparison.Ordinal));
        Assert.Contains(cause, told, StringComparison.Ordinal);
        Assert.EndsWith("it runs as it is, without mods.", told.TrimEnd('\r'), StringComparison.Ordinal);
    }

    private GameResult Run(bool bySteam, params string[] words) => GameProcess.Run(PublishedArtifacts.WindowsLauncher, words, new()
    {
        WorkingDirectory = Folder,
        Environment = new Dictionary<string, string?> { ["SteamAppId"] = bySteam ? "480" : null },
    });

    private static void Registry(params string[] arguments)
    {
        GameResult result = OperatingSystem.IsWindows()
            ? GameProcess.Run("reg.exe", arguments)
            : GameProcess.RunCommand([WinePrefix.Command!, "reg", .. arguments]);
        Assert.True(result.ExitCode == 0, result.ToString());
    }
}
