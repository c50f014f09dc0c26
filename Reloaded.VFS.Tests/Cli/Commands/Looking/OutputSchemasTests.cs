using System.CommandLine;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Game;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Metadata;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Testing;
using Reloaded.VFS.Tests.Cli.Questions;
using Reloaded.VFS.Tests.Cli.Terminal;
using JsonObject = System.Text.Json.Nodes.JsonObject;

namespace Reloaded.VFS.Tests.Cli.Commands.Looking;

/// <summary>
/// What <c>--json</c> prints keeps to the schema in <c>docs/schemas</c>, which is made of the answer's type, and has the number of its
/// format.
/// </summary>
[Collection(nameof(QuestionsTests))]
public sealed class OutputSchemasTests : IDisposable
{
    private static readonly Dictionary<string, Type> s_answers = new()
    {
        ["ls"] = typeof(ListOutput),
        ["which"] = typeof(WhichOutput),
        ["conflicts"] = typeof(ConflictsOutput),
        ["mods"] = typeof(ModsOutput),
        ["games"] = typeof(GamesOutput),
        ["order"] = typeof(OrderOutput),
        ["remove"] = typeof(RemovedModsOutput),
        ["prefer"] = typeof(PreferencesOutput),
        ["set"] = typeof(SetsOutput),
        ["overwrite"] = typeof(OverwriteOutput),
        ["deleted"] = typeof(DeletedOutput),
        ["undo"] = typeof(UndoOutput),
        ["doctor"] = typeof(DoctorOutput),
        ["selftest"] = typeof(SelfTestOutput),
        ["monitor"] = typeof(MonitorOutput),
        ["materialise"] = typeof(MaterialOutput),
        ["last"] = typeof(StartReport),
    };

    private readonly TemporaryFolder _folder = new();
    private readonly UserFolders _user;

    public OutputSchemasTests() => _user = new UserFolders(_folder);

    public void Dispose()
    {
        _user.Dispose();
        _folder.Dispose();
    }

    public static TheoryData<string> Names() => [.. s_answers.Keys];

    /// <summary>RVFS_SNAPSHOTS=write writes the schemas anew.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void TheSchemaIsThatOfTheAnswer(string command) => Snapshot.CheckFile(FileOf(command), Make(command));

    [Fact]
    public void EveryCommandThatPrintsJsonHasASchema() => Assert.Equal(s_answers.Keys.Order(StringComparer.Ordinal),
        Application.CreateRoot([], dropped: false).Subcommands
            .Where(command => command.Options.Any(option => option.Name == "--json") && command.Name is not ("import" or "export"))
            .Select(command => command.Name).Order(StringComparer.Ordinal));

    [Theory]
    [InlineData("ls")]
    [InlineData("which", "data/wall.dds")]
    [InlineData("which", "data/intro.bik")]
    [InlineData("which", "nothing")]
    [InlineData("conflicts")]
    [InlineData("conflicts", "red")]
    [InlineData("mods")]
    [InlineData("order")]
    [InlineData("order", "--check")]
    [InlineData("remove", "--list")]
    [InlineData("prefer")]
    [InlineData("set")]
    [InlineData("set", "hard")]
    [InlineData("overwrite")]
    [InlineData("deleted")]
    [InlineData("undo", "--list")]
    [InlineData("last")]
    [InlineData("games")]
    [InlineData("doctor")]
    public void WhatIsPrintedKeepsToIt(string command, params string[] words)
    {
        MakeGame();
        JsonNode schema = JsonNode.Parse(File.ReadAllText(FileOf(command)))!;
        Environment.CurrentDirectory = _folder.At("g");
        JsonNode answer = Ask([command, .. words, "--json"]);
        Assert.Empty(Validate(answer, schema, "$"));
        Assert.Equal(1, (int)answer["format"]!);
        // A schema that lets anything through would find nothing wrong.
        JsonObject damaged = answer.DeepClone().AsObject();
        string key = damaged.Select(pair => pair.Key).Last(name => damaged[name] is JsonArray);
        damaged[key] = "text";
        Assert.NotEmpty(Validate(damaged, schema, "$"));
        damaged.Remove("format");
        damaged[key] = new JsonArray();
        Assert.NotEmpty(Validate(damaged, schema, "$"));

        // Where there is nothing, the answer has the same form.
        Environment.CurrentDirectory = _folder.Folder("empty");
        _folder.File("empty/game.exe");
        _folder.Folder("empty/rvfs/mods");
        if (command is not "last" && words is not ["red" or "hard"])
            Assert.Empty(Validate(Ask([command, .. words, "--json"]), schema, "$"));
    }

    /// <summary>Editors complete the keys of the files that people write, by schemas that have the readers' keys.</summary>
    [Fact]
    public void TheFilesThatPeopleWriteHaveSchemasToo()
    {
        Assert.Equal(ConfigurationTable.Keys.Select(key => key.Name).Append(ConfigurationKeys.SchemaKey).Order(StringComparer.Ordinal), KeysOf("rvfs"));
        Assert.Equal(ModJson.Keys.Append(ConfigurationKeys.SchemaKey).Order(StringComparer.Ordinal), KeysOf("mod"));
        ConfigurationResult read = ConfigurationReader.Parse("""{ "$schema": "https://x/rvfs.json", "undo": true }"""u8.ToArray(), "rvfs.json");
        Assert.Empty(read.Diagnostics);
        Assert.True(read.Configuration.Undo);
        Assert.Contains("must be a whole number of megabytes, not 1.5",
            Assert.Single(ConfigurationReader.Parse("""{ "largestCopy": 1.5 }"""u8.ToArray(), "rvfs.json").Diagnostics).Cause, StringComparison.Ordinal);
        Assert.Empty(ModJson.Parse("""{ "$schema": "x", "id": "a" }"""u8.ToArray(), "mod.json").Diagnostics);
        foreach (JsonNode one in (JsonNode[])[JsonNode.Parse("""{ "writes": "gaem" }""")!, JsonNode.Parse("""{ "undo": 1 }""")!])
            Assert.NotEmpty(Validate(one, JsonNode.Parse(File.ReadAllText(FileOf("rvfs")))!, "$"));
    }

    private static IEnumerable<string> KeysOf(string schema) => JsonNode.Parse(File.ReadAllText(FileOf(schema)))!["properties"]!.AsObject()
        .Select(property => property.Key).Order(StringComparer.Ordinal);

    private static JsonNode Ask(string[] line)
    {
        (int code, string output, string errors) = AskedCommand.Run(line);
        Assert.True(code is 0 or 1 && output.StartsWith('{'), $"{string.Join(' ', line)}: {code}\n{output}\n{errors}");
        return JsonNode.Parse(output)!;
    }

    private static string FileOf(string command) => Path.Combine(RepositoryFolders.Root, "docs", "schemas", $"{command}.json");

    private static string Make(string command)
    {
        Type type = s_answers[command];
        JsonSerializerOptions options = type.IsSubclassOf(typeof(Answer)) ? OutputJson.Context.Options : new JsonSerializerOptions
        {
            PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
            Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
            TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
        };
        JsonObject schema = options.GetJsonSchemaAsNode(type, new JsonSchemaExporterOptions
        {
            TreatNullObliviousAsNonNullable = true,
            TransformSchemaNode = (context, node) => Describe(context, node, isReport: type == typeof(StartReport)),
        }).AsObject();
        var named = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = $"rvfs {command}{command switch { "undo" or "remove" => " --list", "materialise" => " --status", _ => "" }} --json",
        };
        if (type == typeof(StartReport))
        {
            schema["properties"]!.AsObject().Insert(0, "format", new JsonObject());
            schema["properties"]!.AsObject().Insert(1, "written", OutputJson.Context.Options.GetJsonSchemaAsNode(typeof(WrittenByOutput),
                new JsonSchemaExporterOptions { TransformSchemaNode = (context, node) => Describe(context, node, isReport: false) }));
            schema["properties"]!.AsObject().Insert(2, "isRunning", new JsonObject { ["type"] = "boolean" });
            (schema["required"] ??= new JsonArray()).AsArray().Insert(0, "format");
            schema["required"]!.AsArray().Insert(1, "written");
            schema["required"]!.AsArray().Insert(2, "isRunning");
        }

        schema["properties"]!["format"] = new JsonObject { ["const"] = Answer.CurrentFormat };
        foreach ((string key, JsonNode? value) in schema)
            named[key] = value?.DeepClone();
        return named.ToJsonString(new JsonSerializerOptions(OutputJson.Context.Options) { WriteIndented = true }) + "\n";
    }

    // Every key is written, but for those of a report that have nothing to say.
    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode node, bool isReport)
    {
        if (!isReport && node is JsonObject one && one["properties"] is JsonObject properties)
            one["required"] = new JsonArray([.. properties.Select(property => JsonValue.Create(property.Key))]);
        return node;
    }

    /// <summary>Returns where an answer of a command breaks the command's schema.</summary>
    internal static IEnumerable<string> Check(string command, JsonNode answer) =>
        Validate(answer, JsonNode.Parse(File.ReadAllText(FileOf(command)))!, "$");

    private static IEnumerable<string> Types(JsonNode schema) => schema["type"] switch
    {
        JsonArray several => several.Select(one => (string)one!),
        JsonValue one => [(string)one!],
        _ => schema["enum"] is JsonArray values && values.Any(value => value is null) ? ["null"] : [],
    };

    /// <summary>Returns where a value breaks a schema, by the keywords that these schemas have (JSON Schema 2020-12).</summary>
    private static IEnumerable<string> Validate(JsonNode? value, JsonNode schema, string path)
    {
        foreach ((string keyword, JsonNode? rule) in schema.AsObject())
        {
            IEnumerable<string> wrong = keyword switch
            {
                "$schema" or "title" or "description" or "format" or "default" => [],
                "type" => Types(schema).Any(type => IsOf(value, type)) ? [] : [$"{path}: {value?.ToJsonString() ?? "null"} is no {rule}"],
                "const" => JsonNode.DeepEquals(value, rule) ? [] : [$"{path}: {value} isn't {rule}"],
                "enum" => rule!.AsArray().Any(one => JsonNode.DeepEquals(one, value)) ? [] : [$"{path}: {value} isn't one of {rule}"],
                "required" => value is not JsonObject whole ? [] : rule!.AsArray().Select(name => (string)name!)
                    .Where(name => !whole.ContainsKey(name)).Select(name => $"{path}: {name} is missing"),
                "properties" => value is not JsonObject parts ? [] : rule!.AsObject()
                    .Where(property => parts.ContainsKey(property.Key))
                    .SelectMany(property => property.Value is JsonObject inner
                        ? Validate(parts[property.Key], inner, $"{path}.{property.Key}")
                        : []),
                "items" => value is not JsonArray list ? [] : list.SelectMany((item, i) => Validate(item, rule!, $"{path}[{i}]")),
                "anyOf" => rule!.AsArray().Any(one => !Validate(value, one!, path).Any()) ? [] : [$"{path}: {value} is none of {rule}"],
                "$ref" => Validate(value, Find(schema.Root, (string)rule!), path),
                "pattern" or "additionalProperties" or "minimum" => [],
                _ => throw new NotSupportedException($"{path}: {keyword}"),
            };
            foreach (string one in wrong)
                yield return one;
        }
    }

    private static JsonNode Find(JsonNode root, string pointer) =>
        pointer.Split('/')[1..].Aggregate(root, (at, name) => at is JsonArray list ? list[int.Parse(name, CultureInfo.InvariantCulture)]! : at[name]!);

    private static bool IsOf(JsonNode? value, string type) => type switch
    {
        "null" => value is null,
        "object" => value is JsonObject,
        "array" => value is JsonArray,
        "string" => value?.GetValueKind() == JsonValueKind.String,
        "boolean" => value?.GetValueKind() is JsonValueKind.True or JsonValueKind.False,
        "number" => value?.GetValueKind() == JsonValueKind.Number,
        "integer" => value?.GetValueKind() == JsonValueKind.Number && long.TryParse(value.ToJsonString(), CultureInfo.InvariantCulture, out _),
        _ => false,
    };

    private void MakeGame()
    {
        _folder.File("g/game.exe");
        _folder.File("g/data/wall.dds", "game");
        _folder.File("g/data/intro.bik", "game");
        _folder.File("g/rvfs/rvfs.json", """{ "writes": "overwrite", "unknown": 1 }""");
        _folder.File("g/rvfs/mods/red/data/wall.dds", "red");
        _folder.File("g/rvfs/mods/red/data/intro.bik.rvfshide", HideMarker.DeletedByGame);
        _folder.File("g/rvfs/mods/blue/data/wall.dds", "blue");
        _folder.File("g/rvfs/mods/blue/mod.json", """{ "id": "b", "name": "Blue", "version": "1", "after": ["red"], "needs": ["gone"] }""");
        _folder.File("g/rvfs/mods/order.txt", "blue\nred\n-off\nmissing\n");
        _folder.File("g/rvfs/mods/off/x.txt");
        _folder.File("g/rvfs/mods/prefer.txt", "blue: data/wall.dds\n");
        _folder.File("g/rvfs/sets/hard/order.txt", "red\n");
        _folder.File("g/rvfs/overwrite/data/wall.dds", "written");
        _folder.File("g/rvfs/overwrite/saves/1.sav", "written");
        _folder.Folder("g/rvfs/overwrite/empty");
        string overwrite = _folder.At("g/rvfs/overwrite");
        UndoJournal.Begin(overwrite, "game.exe");
        File.WriteAllText(Path.Combine(OverwritePlaces.JournalOf(overwrite), "1.log"), new UndoRecord(UndoKind.New, @"saves\1.sav", "").Line);
        KnownGames.Remember(_folder.At("g/game.exe"), _folder.At("g"));
        StartReportFile.Write(new StartReport
        {
            Version = "1.2.3",
            Time = DateTimeOffset.UtcNow,
            Game = _folder.At("g/game.exe"),
            Running = true,
            Targets = [_folder.At("g")],
            Mods = [new ModReport { Name = "red", State = Reloaded.VFS.Mods.Order.ModState.Active, Files = 1, Wins = 1, Replaces = 1 }],
            Diagnostics = [Reloaded.VFS.Diagnostics.Diagnostic.Warning("something") with { File = "x" }],
            Hooks = [new HookReport { Function = "NtCreateFile", State = HookState.Installed }],
            Exit = new ExitReport { Time = DateTimeOffset.UtcNow, Code = 3 },
        }, StartReportFile.NameFor(ReportFolders.OfGame(_folder.At("g")), DateTimeOffset.UtcNow, 1));
    }
}
