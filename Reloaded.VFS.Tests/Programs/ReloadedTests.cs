using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>
/// Tests of the mod for Reloaded-II (src/Reloaded.VFS.ReloadedII) in a game with a .NET runtime and a loader that follows Reloaded-II's
/// rules (Programs/ReloadedHost), with other mods that use it (Programs/ReloadedClient). All are compiled against the real interfaces if
/// RVFS_RELOADED_INTERFACES names a folder with them, otherwise against stand-ins.
/// </summary>
[Collection(RealProcesses.Name)]
[Trait("Processors", "All")]
[Trait("Bits", "64")]
public sealed class ReloadedTests : IDisposable
{
    private const string Redirector = ReloadedMod.Id;

    private static readonly Dictionary<string, string?> Environment = new()
    {
        // As in TwoRuntimesTests: Wine's loader needs mscoree.dll.
        ["WINEDLLOVERRIDES"] = "mshtml=",
        // Wine 8 fails to release a page that .NET has mapped twice: with or without the VFS, the process ends with an internal error of
        // the runtime when a method created by reflection emit is collected.
        ["DOTNET_EnableWriteXorExecute"] = "0",
    };

    private readonly TemporaryFolder _folder = new();
    private readonly List<(string Command, string Answer)> _script = [];

    public ReloadedTests()
    {
        string host = DotNetPrograms.Get("ReloadedHost"), client = DotNetPrograms.GetLibrary("ReloadedClient");
        Copy(Path.GetDirectoryName(host)!, _folder.Folder("game"));
        if (OperatingSystem.IsLinux())
            ReloadedMod.PutTogether(_folder.At("mods/redirector"));
        else
        {
            Copy(ReloadedMod.Published, _folder.Folder("mods/redirector"));
            File.Copy(PublishedArtifacts.Library, _folder.At("mods/redirector/reloaded_vfs.dll"));
        }

        foreach (string name in (string[])["a", "b", "stranger"])
        {
            Copy(Path.GetDirectoryName(client)!, _folder.Folder($"mods/{name}"));
            // Types are shared only with mods that name the redirector.
            Configure(name, "reloadedclient.dll", name == "stranger" ? "" : Redirector);
        }

        Configure("files", "", "");
        Configure("more", "", "");
        _folder.File("game/data/one.txt", "game");
        _folder.File("game/data/two.txt", "game");
        _folder.File("game/alone.txt", "game");
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>The loader supplies its own interfaces, and the mods supply the redirector's.</summary>
    [RealProcessFact]
    public void TheInterfacesAreTheOnesOfThisRun()
    {
        const string loader = "Reloaded.Mod.Interfaces.dll", redirector = "Reloaded.Universal.Redirector.Interfaces.dll";
        string standIns = Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs");
        Assert.Equal(Wanted("ReloadedModInterfaces", loader), File.ReadAllBytes(_folder.At("game/" + loader)));
        Assert.False(File.Exists(_folder.At("game/" + redirector)));
        foreach (string mod in (string[])["redirector", "a"])
        {
            Assert.Equal(Wanted("ReloadedRedirectorInterfaces", redirector), File.ReadAllBytes(_folder.At($"mods/{mod}/{redirector}")));
            Assert.False(File.Exists(_folder.At($"mods/{mod}/{loader}")));
        }

        byte[] Wanted(string project, string file) => File.ReadAllBytes(
            System.Environment.GetEnvironmentVariable("RVFS_RELOADED_INTERFACES") is { Length: > 0 } real
                ? Path.Combine(real, file)
                : DotNetPrograms.Publish(Path.Combine(standIns, project), project, file: file));
    }

    [RealProcessFact]
    public void EachActiveModsRedirectorFolderIsLaidAndTheLaterOneWins()
    {
        _folder.File("mods/files/Redirector/data/one.txt", "files");
        _folder.File("mods/files/Redirector/data/two.txt", "files");
        _folder.File("mods/files/Redirector/new/three.txt", "files");
        _folder.File("mods/more/redirector/data/one.txt", "more");
        _folder.File("mods/a/Redirector/data/two.txt", "a");
        // Loaded before the redirector, and after it.
        Expect(@"load|mods\files", "done");
        Expect(@"read|data\one.txt", "game");
        Expect(@"load|mods\redirector", "done");
        Expect(@"read|data\one.txt", "files");
        Expect(@"list|data", "one.txt two.txt");
        Expect(@"list|new", "three.txt");
        Expect(@"load|mods\more", "done");
        Expect(@"read|data\one.txt", "more");
        Expect(@"load|mods\a", "done");
        Expect(@"read|data\two.txt", "a");
        Expect(@"unload|more", "collected");
        Expect(@"read|data\one.txt", "files");
        Expect(@"unload|a", "collected");
        Expect(@"read|data\two.txt", "files");
        // A mod that is loaded again comes last.
        Expect(@"load|mods\more", "done");
        Expect(@"unload|files", "collected");
        Expect(@"read|data\one.txt", "more");
        Expect(@"read|data\two.txt", "game");
        Expect(@"read|new\three.txt", "absent");
        Expect("log", "");
        Run();
    }

    [RealProcessFact]
    public void SuspendedAndUnloadedItRedirectsNothing()
    {
        _folder.File("mods/files/Redirector/data/one.txt", "files");
        Expect(@"load|mods\redirector", "done");
        Expect(@"load|mods\files", "done");
        Expect(@"load|mods\a", "done");
        Expect(@"read|data\one.txt", "files");
        Expect($"suspend|{Redirector}", "done");
        Expect(@"read|data\one.txt", "game");
        // A request made meanwhile is applied with the rest.
        Expect(@"tell|a|Enable", "done");
        Expect(@"read|data\one.txt", "game");
        Expect($"resume|{Redirector}", "done");
        Expect(@"read|data\one.txt", "files");
        Expect(@"tell|a|Disable", "done");
        Expect(@"read|data\one.txt", "game");
        Expect($"resume|{Redirector}", "done");
        Expect(@"read|data\one.txt", "game");
        Expect(@"tell|a|Enable", "done");
        Expect(@"read|data\one.txt", "files");
        Expect(@"tell|a|listen", "done");
        // The mod never removed its event handlers.
        Expect(@"unload|a", "collected");
        Expect($"unload|{Redirector}", "collected");
        Expect(@"read|data\one.txt", "game");
        Expect(@"load|mods\redirector", "done");
        Expect(@"read|data\one.txt", "files");
        Expect("log", "");
        Run();
    }

    [RealProcessFact]
    public void TheControllersMembersDoWhatTheyAreDocumentedToDo()
    {
        _folder.File("here/data/one.txt", "here");
        _folder.File("here/data/two.txt", "here");
        _folder.File("there/one.txt", "there");
        _folder.File("single/file.txt", "single");
        _folder.File("single/other.txt", "other");
        Expect(@"load|mods\redirector", "done");
        Expect(@"load|mods\a", "done");
        Expect(@"load|mods\b", "done");
        Expect(@"load|mods\stranger", "done");
        Expect("tell|stranger|find", "no redirector");
        // A folder over the game's.
        Expect(@"tell|a|AddRedirectFolder|@\here", "done");
        Expect(@"read|data\one.txt", "here");
        // A single file lies above every folder, whichever was added first.
        Expect(@"tell|b|AddRedirect|@\game\data\one.txt|@\single\file.txt", "done");
        Expect(@"read|data\one.txt", "single");
        Expect(@"tell|a|AddRedirectFolder|@\there|/data", "done");
        Expect(@"read|data\one.txt", "single");
        Expect(@"tell|b|AddRedirect|@\game\DATA\one.txt|@/single/other.txt", "done");
        Expect(@"read|data\one.txt", "other");
        Expect(@"tell|a|RemoveRedirect|@\game\data\ONE.txt", "done");
        Expect(@"read|data\one.txt", "there");
        // Another spelling of a folder that has been added; it is gone once removed.
        Expect(@"tell|b|AddRedirectFolder|@\THERE\|\data\", "done");
        Expect(@"tell|a|RemoveRedirectFolder|@\there|\data", "done");
        Expect(@"read|data\one.txt", "here");
        // One folder in two places; without a place, it is removed from both.
        Expect(@"tell|a|AddRedirectFolder|@\there|\deep\er", "done");
        Expect(@"tell|a|AddRedirectFolder|@\there", "done");
        Expect(@"read|deep\er\one.txt", "there");
        Expect(@"read|one.txt", "there");
        Expect(@"tell|b|RemoveRedirectFolder|@\there", "done");
        Expect(@"read|deep\er\one.txt", "absent");
        Expect(@"read|one.txt", "absent");
        // A file outside the game's folder.
        Expect(@"tell|a|AddRedirect|@\elsewhere\x.txt|@\single\file.txt", "done");
        Expect(@"read|@\elsewhere\x.txt", "single");
        // A mod's redirections outlive it, until another mod removes them.
        Expect("unload|a", "collected");
        Expect(@"read|data\two.txt", "here");
        Expect(@"tell|b|RemoveRedirectFolder|@\here", "done");
        Expect(@"read|data\two.txt", "game");
        Expect("log", "");
        // Faults of mods are only logged.
        Expect(@"tell|b|AddRedirectFolder|@\nowhere", "done");
        Expect(@"tell|b|AddRedirect|@\game\data\one.txt|@\nowhere.txt", "done");
        Expect("tell|b|AddRedirect||", "done");
        Expect("tell|b|RemoveRedirectFolder|@\\nowhere", "done");
        Expect(@"read|data\one.txt", "game");
        string log = Run("log")[^1];
        foreach (string part in (string[])[@"\nowhere isn't redirected: There is no folder", @"\one.txt isn't redirected: There is no file",
            "'' is no path"])
            Assert.Contains(part, log, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ModsAreToldOfOpenedFilesAndOfWhatTheyBecame()
    {
        _folder.File("mods/files/Redirector/data/one.txt", "files");
        Expect(@"load|mods\redirector", "done");
        Expect(@"load|mods\files", "done");
        Expect(@"load|mods\a", "done");
        Expect("tell|a|listen", "done");
        Expect("wait|500", "done");
        Expect(@"read|data\one.txt", "files");
        Expect(@"read|data\two.txt", "game");
        Expect("wait|500", "done");
        Expect("tell|a|told", @"@\game\data\one.txt | @\game\data\one.txt -> @\mods\files\Redirector\data\one.txt | @\game\data\two.txt");
        Expect("tell|a|deaf", "done");
        Expect("wait|500", "done");
        Expect(@"read|data\one.txt", "files");
        // The same from the start, with a mod that fails in between.
        Expect("tell|a|fail", "done");
        Expect("tell|a|listen", "done");
        Expect("wait|500", "done");
        Expect(@"read|data\two.txt", "game");
        Expect("wait|500", "done");
        Expect("tell|a|told", "");
        Assert.Contains(@"\two.txt failed: a mod's fault", Run("log")[^1], StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void ModsComeAndGoWhileTheGameReads()
    {
        _folder.File("mods/b/Redirector/data/one.txt", "b");
        Expect(@"load|mods\redirector", "done");
        Expect(@"storm|mods\b|data\one.txt|b|game", "enough, 0 wrong, 0 leaked");
        Expect("log", "");
        Run();
    }

    /// <summary>Without its DLL, or beside anti-cheat software, the game and the other mods run, and the log says why.</summary>
    [RealProcessFact]
    public void WhereTheVfsCantStartTheGameAndItsModsRun()
    {
        _folder.File("mods/files/Redirector/data/one.txt", "files");
        _folder.File("game/EasyAntiCheat/EasyAntiCheat_EOS_Setup.exe", "");
        Expect(@"load|mods\files", "done");
        Expect(@"load|mods\redirector", "done");
        Expect(@"load|mods\a", "done");
        Expect(@"read|data\one.txt", "game");
        Expect(@"tell|a|AddRedirectFolder|@\mods", "done");
        Expect("tell|a|Disable", "done");
        Expect("tell|a|Enable", "done");
        Expect("tell|a|listen", "done");
        Expect(@"read|data\one.txt", "game");
        Expect($"unload|{Redirector}", "collected");
        Assert.Contains("anti-cheat", Run("log")[^1], StringComparison.Ordinal);

        File.Delete(_folder.At("mods/redirector/reloaded_vfs.dll"));
        Assert.Contains("reloaded_vfs.dll", Run("log")[^1], StringComparison.Ordinal);
    }

    /// <summary>The mod has no DLL for them.</summary>
    [RealProcessFact(Needs.Bits32)]
    public void In32BitGamesTheLogSaysThatItRedirectsNothing()
    {
        Directory.Delete(_folder.At("game"), recursive: true);
        Copy(Path.GetDirectoryName(DotNetPrograms.Get32("ReloadedHost"))!, _folder.Folder("game"));
        _folder.File("game/data/one.txt", "game");
        _folder.File("mods/files/Redirector/data/one.txt", "files");
        Expect(@"load|mods\files", "done");
        Expect(@"load|mods\redirector", "done");
        Expect(@"load|mods\a", "done");
        Expect("tell|a|Enable", "done");
        Expect(@"read|data\one.txt", "game");
        Expect($"unload|{Redirector}", "collected");
        Assert.Contains(
            "the game runs without redirected files: this mod has no DLL for 32-bit games; 'rvfs run' gives such a game its mods.",
            Run("log", is32Bit: true)[^1], StringComparison.Ordinal);
    }

    /// <summary>The game was started by rvfs run: the mods of both are seen, and after the redirector's end those of rvfs.</summary>
    [RealProcessFact]
    public void BesideRvfsRunItAddsToWhatIsThere()
    {
        _folder.File("game/rvfs/mods/m/data/one.txt", "rvfs");
        _folder.File("game/rvfs/mods/m/data/two.txt", "rvfs");
        _folder.File("mods/files/Redirector/data/one.txt", "files");
        Expect(@"read|data\one.txt", "rvfs");
        Expect(@"load|mods\redirector", "done");
        Expect(@"load|mods\files", "done");
        Expect(@"read|data\one.txt", "files");
        Expect(@"read|data\two.txt", "rvfs");
        Expect($"unload|{Redirector}", "collected");
        Expect(@"read|data\one.txt", "rvfs");
        Expect("log", "");
        Run(vfs: true);
    }

    private void Expect(string command, string answer) =>
        _script.Add((At(command).Replace('|', '\t'), At(answer)));

    private string At(string text) => text.Replace("@", WinePrefix.ToWindows(_folder.Root).TrimEnd('\\'), StringComparison.Ordinal)
        .Replace(@"|mods\", '|' + WinePrefix.ToWindows(_folder.At("mods")) + '\\', StringComparison.Ordinal);

    private string[] Run(string? also = null, bool vfs = false, bool is32Bit = false)
    {
        string script = _folder.At("script.txt");
        File.WriteAllLines(script, [.. _script.Select(line => line.Command), .. also is null ? (string[])[] : [also]]);
        GameResult result = GameProcess.Run(_folder.At("game/reloadedhost.exe"), [WinePrefix.ToWindows(script)],
            new GameOptions { Vfs = vfs, Is32Bit = is32Bit, Environment = Environment });
        Assert.True(result.ExitCode == 0, result.ToString());
        string[] lines = result.Text.Replace("\r", "", StringComparison.Ordinal).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(string.Join('\n', _script.Select(line => $"{line.Command.Replace('\t', ' ')} = {line.Answer}")),
            string.Join('\n', lines.Take(_script.Count)));
        return lines;
    }

    private void Configure(string id, string dll, string dependency) => _folder.File($"mods/{id}/ModConfig.json",
        $$"""{ "ModId": "{{id}}", "ModDll": "{{dll}}", "ModDependencies": [{{(dependency.Length > 0 ? $"\"{dependency}\"" : "")}}] }""");

    private static void Copy(string from, string to)
    {
        foreach (string path in Directory.GetFiles(from))
            File.Copy(path, Path.Combine(to, Path.GetFileName(path)));
    }
}
