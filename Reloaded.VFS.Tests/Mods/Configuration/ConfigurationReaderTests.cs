using System.Text;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

public sealed class ConfigurationReaderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private ConfigurationResult Read(string json) => ConfigurationReader.ReadFile(_folder.File("rvfs/rvfs.json", json));

    private Diagnostic Single(string json)
    {
        Diagnostic diagnostic = Assert.Single(Read(json).Diagnostics);
        Assert.Equal(_folder.At("rvfs/rvfs.json"), diagnostic.File);
        return diagnostic;
    }

    [Fact]
    public void ReadsEveryKeyWithCommentsAndTrailingCommas()
    {
        ConfigurationResult result = Read("""
            // what a modder may write
            {
              "targets": ["..", "../data",],
              "mods": "my mods", /* beside this file */
              "include": ["readme*", "**/desktop.ini"],
              "writes": "game",
              "names": "real",
              "follow": ["*patch*.exe"],
              "leave": ["steam.exe", "Crash?.exe"],
              "log": "logs/rvfs.log",
              "onError": "stop",
              "offline": true,
              "report": "last.json",
              "autostart": false,
              "undo": true,
            }
            """);
        Assert.Empty(result.Diagnostics);
        VfsConfiguration read = result.Configuration;
        Assert.Equal([_folder.Root, _folder.At("data")], read.Targets);
        Assert.Equal(_folder.At("rvfs/my mods"), read.Mods);
        Assert.Equal(["readme*", "**/desktop.ini"], read.Include);
        Assert.Equal(WritePolicy.Game, read.Writes);
        Assert.Equal(NamePolicy.Real, read.Names);
        Assert.Equal(["*patch*.exe"], read.Follow);
        Assert.Equal(["steam.exe", "Crash?.exe"], read.Leave);
        Assert.Equal(_folder.At("rvfs/logs/rvfs.log"), read.Log);
        Assert.Equal(ErrorPolicy.Stop, read.OnError);
        Assert.True(read.Offline);
        Assert.False(read.Autostart);
        Assert.True(read.Undo);
        Assert.Equal(_folder.At("rvfs/last.json"), read.Report);
    }

    [Fact]
    public void LeavesWhatIsNotGivenToTheDefaults()
    {
        VfsConfiguration read = Read("{}").Configuration;
        Assert.Empty(read.Targets);
        Assert.Null(read.Mods);
        VfsConfiguration full = read.WithDefaults(_folder.Root);
        Assert.Equal([_folder.Root], full.Targets);
        Assert.Equal(_folder.At("rvfs/mods"), full.Mods);
        Assert.Equal(ErrorPolicy.Run, full.OnError);
        Assert.False(full.Offline);
        Assert.True(full.Autostart);
        Assert.False(full.Undo);
    }

    [Theory]
    [InlineData("{\n  \"mod\": \"x\"\n}", 2, "mod", "did you mean mods?")]
    [InlineData("{\n\n \"Targets\": [] }", 3, "Targets", "did you mean targets?")]
    [InlineData("{ \"onerror\": \"run\" }", 1, "onerror", "did you mean onError?")]
    [InlineData("{ \"colour\": 3 }", 1, "colour",
        "remove it; the keys are targets, mods, set, order, include, map, writes, overwrite, inPlace, largestCopy, undo, names, follow, "
            + "leave, log, onError, offline, autostart, report, events")]
    [InlineData("{ \"\\ud800\": 3 }", 1, "\\ud800",
        "remove it; the keys are targets, mods, set, order, include, map, writes, overwrite, inPlace, largestCopy, undo, names, follow, "
            + "leave, log, onError, offline, autostart, report, events")]
    public void NamesAnUnknownKey(string json, int line, string key, string fix)
    {
        Diagnostic diagnostic = Single(json);
        Assert.Equal((Severity.Error, line, key, fix), (diagnostic.Severity, diagnostic.Line ?? 0, diagnostic.Key!, diagnostic.Fix!));
        Assert.Equal("unknown key", diagnostic.Cause);
    }

    [Theory]
    [InlineData("{\n\"mods\": 3 }", 2, "mods", "must be a text in quotes, not a number")]
    [InlineData("{\n\"mods\":\n { \"a\": 1 } }", 3, "mods", "must be a text in quotes, not an object in braces")]
    [InlineData("{\"offline\": \"yes\"}", 1, "offline", "must be true or false, not a text in quotes")]
    [InlineData("{\"offline\": null}", 1, "offline", "must be true or false, not null")]
    [InlineData("{\"targets\": \"C:/g\"}", 1, "targets", "must be a list of texts: [\"C:/games/g\"], not a text in quotes")]
    [InlineData("{\"targets\": [\n\"C:/g\",\n 7] }", 3, "targets[1]", "must be a text in quotes")]
    [InlineData("{\"targets\": [\n\"C:/g\",\n null] }", 3, "targets[1]", "must be a text in quotes, not null")]
    [InlineData("{\"targets\": [] }", 1, "targets", "the list is empty")]
    [InlineData("{\"targets\": [\n\n \"a*b\"] }", 3, "targets[0]", "the path has a '*', which no Windows path can have")]
    [InlineData("{\"mods\": \"\" }", 1, "mods", "the path is empty")]
    [InlineData("{\"mods\": \"C:mods\" }", 1, "mods", "the path has a drive without a folder")]
    [InlineData("{\"mods\": \"a\\u0000b\" }", 1, "mods", "the path has a control character (U+0000) at position 2")]
    [InlineData("{\"mods\": \"a\\ud800b\" }", 1, "mods", "has half a surrogate pair (\\uD800 to \\uDFFF), which isn't text")]
    [InlineData("{\"writes\": \"games\" }", 1, "writes", "must be \"game\" or \"overwrite\", not \"games\"")]
    [InlineData("{\"largestCopy\": -1 }", 1, "largestCopy", "must not be less than 0")]
    [InlineData("{\"largestCopy\": \"1\" }", 1, "largestCopy", "must be a whole number of megabytes, not a text in quotes")]
    [InlineData("{\"inPlace\": [\"../x\"] }", 1, "inPlace[0]", "a pattern is a path inside a mod, and can't contain '.' or '..'")]
    [InlineData("{\"onError\": \"Run\" }", 1, "onError", "must be \"run\" or \"stop\", not \"Run\"")]
    [InlineData("{\"include\": [\"../x\"] }", 1, "include[0]", "a pattern is a path inside a mod, and can't contain '.' or '..'")]
    [InlineData("{\"include\": [\"x\", \"/\"] }", 1, "include[1]", "the pattern is empty")]
    [InlineData("{\"include\": [\"data/**.txt\"] }", 1, "include[0]", "not a valid pattern: ** stands between slashes only (data/**/*.txt)")]
    [InlineData("[]", 1, null, "must be an object in braces: { \"mods\": \"...\" }")]
    [InlineData("", 1, null, "the file is empty")]
    [InlineData(" \r\n", 1, null, "the file is empty")]
    public void NamesABadValue(string json, int line, string? key, string cause)
    {
        Diagnostic diagnostic = Single(json);
        Assert.Equal((Severity.Error, line, key, cause), (diagnostic.Severity, diagnostic.Line ?? 0, diagnostic.Key, diagnostic.Cause));
    }

    [Fact]
    public void KeepsEveryGoodKeyBesideTheBadOnes()
    {
        ConfigurationResult result = Read("""
            {
              "mods": 1,
              "offline": true,
              "wrties": "game",
              "onError": "stop"
            }
            """);
        Assert.Equal([2, 4], result.Diagnostics.Select(d => d.Line));
        Assert.True(result.HasErrors);
        Assert.True(result.Configuration.Offline);
        Assert.Equal(ErrorPolicy.Stop, result.Configuration.OnError);
    }

    [Fact]
    public void NamesTheLineOfASyntaxErrorAndKeepsWhatCameBefore()
    {
        ConfigurationResult result = Read("{\n  \"offline\": true,\n  \"mods\": \"C:\\games\\mods\"\n}");
        Diagnostic diagnostic = Assert.Single(result.Diagnostics);
        Assert.Equal(3, diagnostic.Line);
        Assert.Contains(@"C:\\games\\mods", diagnostic.Fix);
        Assert.True(result.Configuration.Offline);
        Assert.Equal(2, Single("{ \"offline\": true\n  \"mods\": \"x\" }").Line);
        Assert.Equal(1, Single("{} {}").Line);
        Assert.Equal(2, Single("{\n").Line);
    }

    [Fact]
    public void SaysThatAKeyIsGivenTwiceAndTakesTheLast()
    {
        ConfigurationResult result = Read("{\n\"offline\": true,\n\"offline\": false }");
        Diagnostic diagnostic = Assert.Single(result.Diagnostics);
        Assert.Equal((Severity.Warning, 3), (diagnostic.Severity, diagnostic.Line ?? 0));
        Assert.Contains("line 2", diagnostic.Cause);
        Assert.False(result.Configuration.Offline);
    }

    [Fact]
    public void UnderstandsTheEncodingsOfNotepad()
    {
        const string Json = "{ \"mods\": \"Möds\" }";
        foreach (Encoding encoding in new Encoding[] { new UTF8Encoding(true), Encoding.Unicode, Encoding.BigEndianUnicode,
            new UnicodeEncoding(false, false), new UnicodeEncoding(true, false) })
        {
            string file = _folder.File("rvfs.json", [.. encoding.GetPreamble(), .. encoding.GetBytes(Json)]);
            ConfigurationResult result = ConfigurationReader.ReadFile(file);
            Assert.Empty(result.Diagnostics);
            Assert.Equal(_folder.At("Möds"), result.Configuration.Mods);
        }

        Diagnostic latin = Assert.Single(
            ConfigurationReader.ReadFile(_folder.File("rvfs.json", Encoding.Latin1.GetBytes("{\n\n" + Json[1..]))).Diagnostics);
        Assert.Equal((3, "save the file as UTF-8"), (latin.Line ?? 0, latin.Fix));
    }

    [Fact]
    public void AFileThatIsMissingOrAFolderIsAnError()
    {
        Assert.Equal("the configuration doesn't exist",
            Assert.Single(ConfigurationReader.ReadFile(_folder.At("no.json")).Diagnostics).Cause);
        Assert.Contains("can't be read", Assert.Single(ConfigurationReader.ReadFile(_folder.Folder("dir.json")).Diagnostics).Cause);
    }

    [Fact]
    public void PathsOfWindowsStayAndNothingIsExpanded()
    {
        VfsConfiguration read = Read("""{ "targets": ["C:\\games\\g\\", "C:/"], "mods": "%APPDATA%/mods" }""").Configuration;
        Assert.Equal([@"C:\games\g", OperatingSystem.IsWindows() ? @"C:\" : "C:/"], read.Targets);
        Assert.Equal(_folder.At("rvfs/%APPDATA%/mods"), read.Mods);
        Assert.Equal("targets[1]", Assert.Single(Read("""{ "targets": ["C:\\g", "c:\\G\\"] }""").Diagnostics).Key);
    }

    [Fact]
    public void RandomBytesNeverThrowAndEveryErrorNamesItsLine()
    {
        var random = new Random(20260131);
        string valid =
            """{ "targets": ["C:\\g", "x"], /* c */ "mods": "m", "include": ["a*"],"""
            + """ "writes": "game", "onError": "run", "offline": false, }""";
        for (int round = 0; round < 20_000; round++)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(valid);
            if (round % 4 == 0)
            {
                bytes = new byte[random.Next(64)];
                random.NextBytes(bytes);
            }

            for (int i = random.Next(4); i > 0 && bytes.Length > 0; i--)
                bytes[random.Next(bytes.Length)] = round % 3 == 0 ? (byte)random.Next(256) : (byte)"{}[],:\"\\/*\n0nt "[random.Next(15)];
            ConfigurationResult result = ConfigurationReader.Parse(bytes, Path.Combine(_folder.Root, "rvfs.json"));
            Assert.NotNull(result.Configuration);
            Assert.All(result.Diagnostics, d => Assert.InRange(d.Line ?? 0, 1, 200));
            Assert.All(result.Diagnostics, d => Assert.NotEmpty(d.ToString()));
        }
    }
}
