using System.Globalization;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Game;

namespace Reloaded.VFS.Tests.Dll.Children;

/// <summary>
/// Tests of programs that are started in unusual ways (Native/processes/children.c): sandboxed and debugged ones are left alone, suspended
/// ones are resumed only by the program that suspended them, and in all others the VFS is the first thing that the main thread runs.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class ChildKindsTests : IDisposable
{
    private const string WithMods = "in=1 a=mod added=0 thread=same temp=0";
    private const string LeftAlone = "in=0 a=game added=0 thread=same temp=0";

    private readonly TemporaryFolder _folder = new();

    public ChildKindsTests()
    {
        _folder.File("g/Data/a.txt", "game");
        _folder.File("g/rvfs/mods/m/Data/a.txt", "mod");
        if (NativePrograms.Compiler is null)
            return;
        File.Copy(NativePrograms.Get("children.exe"), _folder.At("g/game.exe"));
        File.Copy(NativePrograms.Get("added.dll"), _folder.At("g/added.dll"));
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>A child whose %TEMP% is in a target finds nothing of the VFS there.</summary>
    [RealProcessFact]
    public void AChildRunsTheVfsFirstOnItsMainThread() => Assert.Equal([WithMods], Run("plain", "show"));

    /// <summary>
    /// The folder may also be deep in a mod, be written with slashes, or be the caller's own. What the program creates by a relative name
    /// goes to the game's folder.
    /// </summary>
    [RealProcessTheory]
    [InlineData(@"only mods\Deep", @"only mods\Deep", "b.txt")]
    [InlineData("ONLY MODS/", "only mods", "Deep")]
    [InlineData("Data", "Data", "a.txt")]
    public void AWorkingFolderThatOnlyModsHaveIsAChildsToo(string given, string seen, string there)
    {
        _folder.File("g/rvfs/mods/m/only mods/Deep/b.txt", "mod");
        // The second time, the game's own folder exists, and the name is the one that was given.
        Assert.Equal([$"in {seen}: {there}", $"in {given.TrimEnd('/')}: {there} made0.txt"], Run("in", given));
        Assert.True(File.Exists(_folder.At($"g/{seen.Replace('\\', '/')}/made1.txt")));
        Assert.Empty(Directory.GetFiles(_folder.At("g/rvfs/mods"), "made*", SearchOption.AllDirectories));
    }

    [RealProcessTheory]
    [InlineData("its token is restricted", "token")]
    [InlineData("no DLLs but Microsoft's", "policy", "0x100000000000")]
    [InlineData("--type=", "plain", "show", "--type=renderer")]
    [InlineData("its creator debugs it", "debug")]
    public void AProcessOfASandboxOrOfADebuggerIsLeftAlone(string cause, params string[] arguments)
    {
        Assert.Equal([LeftAlone], Run(arguments));
        string report = Directory.GetFiles(_folder.At("g/rvfs/logs"), "start-*.json").Select(File.ReadAllText)
            .Single(text => text.Contains("left alone", StringComparison.Ordinal));
        Assert.Contains(
            System.Text.Json.JsonEncodedText.Encode(cause, System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping)
                .ToString(), report, StringComparison.Ordinal);
    }

    /// <summary>
    /// The tool isn't the program that starts it, is in its own folder, and has a property that makes a child one to be left alone.
    /// </summary>
    [RealProcessTheory]
    [InlineData("tool/game.exe", "anti-cheat software (Easy Anti-Cheat)")]
    [InlineData("tool/CrashReporter.exe", "its name matches '*crashreport*.exe'")]
    public void AProgramThatTheVfsMustNotBeInIsLeftAloneBeforeAnythingIsDoneToIt(string program, string cause)
    {
        _folder.Folder("g/tool");
        File.Copy(NativePrograms.Get("children.exe"), _folder.At("g/" + program));
        if (cause.StartsWith("anti", StringComparison.Ordinal))
            _folder.Folder("g/tool/EasyAntiCheat");
        AssertNothingIsDoneTo(program, cause);
    }

    /// <summary>A 32-bit program has its mods with few addresses, too.</summary>
    [RealProcessFact]
    [Trait("Bits", "64")]
    public void AProgramWithFewAddressesIsLeftAloneBeforeAnythingIsDoneToIt()
    {
        _folder.Folder("g/tool");
        FewAddresses.Make(NativePrograms.Get("children.exe"), _folder.At("g/tool/tool.exe"));
        AssertNothingIsDoneTo("tool/tool.exe", "LARGE_ADDRESS_AWARE");
    }

    private void AssertNothingIsDoneTo(string program, string cause)
    {
        // What was written into it exists before it runs.
        Assert.Equal(["kept in it: 0"], Run("other", program.Replace('/', '\\')));
        Assert.Contains(Directory.GetFiles(_folder.At("g/rvfs/logs"), "start-*.json").Select(File.ReadAllText),
            text => text.Contains("left alone", StringComparison.Ordinal) && text.Contains(
                System.Text.Json.JsonEncodedText.Encode(cause, System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping)
                    .ToString(), StringComparison.Ordinal));
    }

    [RealProcessTheory]
    [InlineData("policy", "0x1000")]
    [InlineData("plain", "show", "--note=a --type=renderer")]
    public void WhatOnlyLooksLikeThatIsntLeftAlone(params string[] arguments) => Assert.Equal([WithMods], Run(arguments));

    /// <summary>
    /// As Detours does (DetourUpdateProcessWithDll): the DLL is loaded, and so is the VFS, even if that DLL makes the thread run APCs in
    /// its DllMain.
    /// </summary>
    [RealProcessFact]
    public void AnImportThatIsAddedToASuspendedProcessIsLoaded()
    {
        Assert.Equal([WithMods.Replace("added=0", "added=1", StringComparison.Ordinal)], Run("import", "added.dll"));
        Assert.Equal([WithMods.Replace("added=0", "added=1", StringComparison.Ordinal)],
            RunIn(new() { ["ADDED_WAITS"] = "1" }, "import", "added.dll"));
    }

    [RealProcessFact]
    public void SuspendedProcessesThatNeverRunLeaveNothing() => Assert.Equal(["in %TEMP%: 0"], Run("suspended"));

    /// <summary>RVFS_TEST_CHILDREN sets the number of children, for example 200; the default is 24.</summary>
    [RealProcessFact]
    [Trait("Processors", "All")]
    public void ManyAreStartedEightAtOnce()
    {
        string count = Environment.GetEnvironmentVariable("RVFS_TEST_CHILDREN") is { Length: > 0 } given ? given : "24";
        // On a busy machine a process takes seconds to start.
        TimeSpan timeout = TimeSpan.FromSeconds(60 + (2 * int.Parse(count, CultureInfo.InvariantCulture)));
        Assert.Equal(["done, in %TEMP%: 0"], RunIn([], timeout, "many", count, "8"));
    }

    /// <summary>The DLL's file disappears while the game runs, which Windows doesn't allow.</summary>
    [LinuxFact(Needs.Published)]
    public void AChildIntoWhichTheDllCantBeLoadedIsReportedAndRunsUnlessThatIsRuledOut()
    {
        (string[] lines, string errors) = RunWithoutDll();
        Assert.Equal([LeftAlone], lines);
        Assert.Contains("runs without mods: the DLL couldn't be loaded into it", errors, StringComparison.Ordinal);
        Assert.Contains("(error 126)", errors, StringComparison.Ordinal);

        _folder.File("g/rvfs/rvfs.json", """{ "onError": "stop" }""");
        (lines, errors) = RunWithoutDll();
        Assert.Equal(["it ended with 124"], lines);
        Assert.True(errors.Contains("game.exe wasn't let run: ", StringComparison.Ordinal), errors);
    }

    /// <summary>
    /// A program that runs without mods is reported while the game still runs, because by its end the player may have lost hours.
    /// </summary>
    [LinuxFact(Needs.Published)]
    public void AChildWithoutModsIsNamedAtOnce()
    {
        string go = _folder.At("go"), errors = _folder.At("errors");
        Task<(string[] Lines, string)> run = Task.Run(() => RunWithoutDll("linger", errors));
        bool isSaid = SpinWait.SpinUntil(() => run.IsCompleted || (File.Exists(errors)
            && File.ReadAllText(errors).Contains("runs without mods: the DLL couldn't be loaded into it", StringComparison.Ordinal)),
            TimeSpan.FromSeconds(20) * GameProcess.Patience);
        isSaid &= !run.IsCompleted;
        File.Delete(go);
        Assert.Equal([LeftAlone], run.GetAwaiter().GetResult().Lines);
        Assert.True(isSaid, "it was said when the game had ended");
        // It is reported once only.
        Assert.Equal(2, File.ReadAllText(errors).Split("couldn't be loaded into it").Length);
    }

    /// <summary>
    /// Virus scanners treat code that one process writes into another as an attack. Each executable page therefore belongs to a module:
    /// before the child runs, with a thread of its creator in it, and once it runs. The VFS's own code comes with the VFS.
    /// </summary>
    [RealProcessFact]
    public void NoCodeIsPutIntoAChild()
    {
        string[] without = Lines(GameProcess.Run(_folder.At("g/game.exe"), ["code"]));
        Assert.Equal(["code in it: 0", "with a thread: 0", "once it runs: 0"], without);
        Assert.Equal([.. without[..2], "the VFS is in it"], Run("code"));
    }

    /// <summary>All APCs of a child that can't load the DLL have run, and there is no other code either.</summary>
    [LinuxFact(Needs.Published)]
    public void NoCodeIsPutIntoAChildIntoWhichTheDllCantBeLoaded()
    {
        (string[] lines, string errors) = RunWithoutDll("code");
        Assert.Equal(["code in it: 0", "with a thread: 0", "once it runs: 0"], lines);
        Assert.True(errors.Contains("(error 126)", StringComparison.Ordinal), errors);
    }

    private (string[] Lines, string Errors) RunWithoutDll(string command = "wait", string? errorsFile = null)
    {
        string go = _folder.At("go");
        CopiedLauncher copy = new CopiedLauncher(_folder.Folder("rvfs-copy")).AddLibrary();
        File.Delete(go);
        string[] words = [copy.Launcher, "run", _folder.At("g/game.exe"), command, WinePrefix.ToWindows(go)];
        Task<GameResult> game = Task.Run(() => GameProcess.RunCommand(
            errorsFile is null ? words : ["sh", "-c", "exec \"$@\" 2>\"$0\"", errorsFile, .. words]));
        // The report says that the VFS runs in the game.
        string logs = _folder.At("g/rvfs/logs");
        int before = Directory.Exists(logs) ? Directory.GetFiles(logs, "start-*.json").Length : 0;
        while (!game.IsCompleted && !(Directory.Exists(logs) && Directory.GetFiles(logs, "start-*.json").Length > before))
            Thread.Sleep(50);
        File.Delete(copy.Library);
        File.WriteAllText(go, "");
        GameResult result = game.GetAwaiter().GetResult();
        return (Lines(result), result.Errors);
    }

    private string[] Run(params string[] arguments) => RunIn([], arguments);

    private string[] RunIn(Dictionary<string, string?> environment, params string[] arguments) =>
        RunIn(environment, new GameOptions().Timeout, arguments);

    private string[] RunIn(Dictionary<string, string?> environment, TimeSpan timeout, params string[] arguments)
    {
        GameResult result = GameProcess.Run(_folder.At("g/game.exe"), arguments,
            new GameOptions { Vfs = true, Environment = environment, Timeout = timeout });
        Assert.True(result.ExitCode == 7, result.ToString());
        return Lines(result);
    }

    private static string[] Lines(GameResult result) => result.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
}
