using System.Text;
using System.Text.Json;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Mods.Configuration;

public sealed class ConfigurationWriterTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Letters are written as they are, and every character is read back. Half a surrogate pair is replaced.</summary>
    [Fact]
    public void TextsAreWrittenAsPeopleReadThem()
    {
        const string letters = "Ärger 日本 \U0001F600 it's <b>&+";
        Assert.Equal($"\"{letters}\"", Written(letters));
        Assert.Equal("\"\\u0001\\u000A\\u0085\\u2028\\\"\\\\\"", Written("\u0001\n\u0085\u2028\"\\"));
        string all = string.Concat(Enumerable.Range(0, char.MaxValue + 1).Select(code => (char)code).Where(c => !char.IsSurrogate(c))) + letters;
        using JsonDocument json = JsonDocument.Parse(Written(all));
        Assert.Equal(all, json.RootElement.GetString());
        Assert.Equal("\"a\\uFFFDb\\uFFFD\"", Written("a\uD83Db\uDE00"));
        Assert.Equal("\"\\uFFFD\"", Written("\uD83D"));
    }

    private static string Written(string text) => Encoding.UTF8.GetString(ReadableJson.Write(json => json.WriteStringValue(text)));

    [Fact]
    public void TheReaderReadsWhatWasWritten()
    {
        var written = new VfsConfiguration
        {
            Targets = [@"C:\games\g", @"\\server\share\ü"],
            Mods = @"D:\mods""".TrimEnd('"'),
            Include = ["readme*", ".git/**"],
            Names = NamePolicy.Real,
            Follow = ["*patch*.exe"],
            Leave = [],
            Log = _folder.At("a.log"),
            OnError = ErrorPolicy.Stop,
            Offline = true,
            Autostart = false,
            Report = _folder.At("r.json"),
        };
        string file = _folder.At("new folder/rvfs.json");
        ConfigurationWriter.WriteFile(written, file);
        ConfigurationResult read = ConfigurationReader.ReadFile(file);
        Assert.Empty(read.Diagnostics);
        Assert.Equal(written.Targets, read.Configuration.Targets);
        Assert.Equal(written.Include, read.Configuration.Include);
        Assert.Equal(written.Follow, read.Configuration.Follow);
        Assert.Equal(written.Leave, read.Configuration.Leave);
        Assert.Equal(written with { Targets = [], Include = [], Follow = null, Leave = null },
            read.Configuration with { Targets = [], Include = [], Follow = null, Leave = null });
        Assert.Equal([file], Directory.GetFiles(_folder.At("new folder")));
    }

    [Fact]
    public void EveryKeyIsWrittenAndRead()
    {
        string json = """
            {
              "targets": ["C:/g", "D:/h"], "mods": "C:/g/m", "set": "s", "order": "C:/g/order.txt", "include": ["readme*"],
              "map": [{ "from": "a/b", "to": "." }, { "from": "c", "to": "%DOCUMENTS%/d" }],
              "writes": "overwrite", "overwrite": "C:/g/o", "inPlace": ["*.ini"], "largestCopy": 7, "undo": true, "names": "real",
              "follow": ["*patch*.exe"], "leave": [], "log": "C:/g/l", "onError": "stop", "offline": true, "autostart": false,
              "report": "C:/g/r", "events": "C:/g/e"
            }
            """;
        ConfigurationResult first = ConfigurationReader.Parse(Encoding.UTF8.GetBytes(json), _folder.At("rvfs.json"));
        Assert.Empty(first.Diagnostics);
        byte[] written = ConfigurationWriter.ToJson(first.Configuration);
        ConfigurationResult second = ConfigurationReader.Parse(written, _folder.At("other/rvfs.json"));
        Assert.Empty(second.Diagnostics);
        Assert.Equal(Encoding.UTF8.GetString(written), Encoding.UTF8.GetString(ConfigurationWriter.ToJson(second.Configuration)));

        using JsonDocument given = JsonDocument.Parse(json), result = JsonDocument.Parse(written);
        Assert.Equal(given.RootElement.EnumerateObject().Select(key => key.Name),
            result.RootElement.EnumerateObject().Select(key => key.Name).Where(key => key != HandedOverKeys.Key));
    }

    [Theory]
    [InlineData("\"a\"")]
    [InlineData("\"\\u00fc\\ud83d\\ude00\"")]
    [InlineData("[]")]
    [InlineData("[\"a\", \"b\"]")]
    [InlineData("[\"a\", null]")]
    [InlineData("[\"a\",]")]
    [InlineData("[\"a\" /* b */]")]
    [InlineData("[[\"a\"]]")]
    [InlineData("[1]")]
    [InlineData("\"\\ud83d\"")]
    [InlineData("null")]
    [InlineData("true")]
    [InlineData("12")]
    [InlineData("12.0")]
    [InlineData("1e2")]
    [InlineData("2147483648")]
    [InlineData("{}")]
    public void AValueIsWhatTheSerialiserReads(string json)
    {
        Compare<string>(json);
        Compare<string[]>(json);
        Compare<bool>(json);
        Compare<int>(json);
    }

    [Fact]
    public void TheDefaultsSurvive()
    {
        string file = _folder.At("rvfs.json");
        ConfigurationWriter.WriteFile(new(), file);
        ConfigurationResult read = ConfigurationReader.ReadFile(file);
        Assert.Empty(read.Diagnostics);
        Assert.Empty(read.Configuration.Targets);
        Assert.Null(read.Configuration.Mods);
    }

    [Fact]
    public void APathThatJSONCannotHoldIsRefusedRatherThanChanged() =>
        Assert.ThrowsAny<ArgumentException>(() => ConfigurationWriter.ToJson(new() { Mods = "C:\\a\ud800" }));

    private static void Compare<T>(string json)
    {
        var options = new JsonSerializerOptions { AllowTrailingCommas = true, ReadCommentHandling = JsonCommentHandling.Skip };
        Assert.Equal(Outcome(() => JsonSerializer.Deserialize<T>(json, options)),
            Outcome(() => PlainJson.Read<T>(Encoding.UTF8.GetBytes(json))));

        static string Outcome(Func<T?> read)
        {
            try
            {
                return JsonSerializer.Serialize(read());
            }
            catch (JsonException e)
            {
                return $"{e.Path} {e.LineNumber}";
            }
        }
    }
}
