using System.Text.Json;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>Reads and writes the JSON of a start report, by a table of keys for each object, in the order of writing.</summary>
/// <remarks>
/// This is done by hand because a game waits for it at each start, and a serializer analyzes each type before it writes one. An unknown key
/// is skipped, and one whose value is null counts as missing.
/// </remarks>
internal static class StartReportJson
{
    private delegate T KeyReader<T>(T value, ref Utf8JsonReader json);

    private delegate T ItemReader<T>(ref Utf8JsonReader json);

    /// <summary>One key of an object.</summary>
    /// <param name="Name">The key.</param>
    /// <param name="Read">Reads the key's value, at which the reader is, into the object.</param>
    /// <param name="Write">Writes the key and its value, or nothing if there is no value.</param>
    /// <param name="IsRequired">True if an object without the key is invalid.</param>
    private sealed record Key<T>(string Name, KeyReader<T> Read, Action<Utf8JsonWriter, T> Write, bool IsRequired = false);

    private static readonly Key<ModReport>[] s_mod =
    [
        Text<ModReport>("name", mod => mod.Name, (mod, name) => mod with { Name = name }, isRequired: true),
        Choice<ModReport>("state", ["active", "new", "disabled", "missing", "error"], mod => (int)mod.State,
            (mod, state) => mod with { State = (ModState)state }),
        Number<ModReport>("files", mod => mod.Files, (mod, files) => mod with { Files = (int)files }),
        Number<ModReport>("wins", mod => mod.Wins, (mod, wins) => mod with { Wins = (int)wins }),
        Number<ModReport>("replaces", mod => mod.Replaces, (mod, replaces) => mod with { Replaces = (int)replaces }),
    ];

    private static readonly Key<HookReport>[] s_hook =
    [
        Text<HookReport>("function", hook => hook.Function, (hook, function) => hook with { Function = function }, isRequired: true),
        Choice<HookReport>("state", ["installed", "absent", "failed"], hook => (int)hook.State,
            (hook, state) => hook with { State = (HookState)state }),
        Text<HookReport>("detail", hook => hook.Detail, (hook, detail) => hook with { Detail = detail }),
        Truth<HookReport>("isBehindOthers", hook => hook.IsBehindOthers ? true : null,
            (hook, isBehind) => hook with { IsBehindOthers = isBehind }),
        Text<HookReport>("otherModule", hook => hook.OtherModule, (hook, module) => hook with { OtherModule = module }),
    ];

    private static readonly Key<Diagnostic>[] s_diagnostic =
    [
        Choice<Diagnostic>("severity", ["notice", "warning", "error"], said => (int)said.Severity,
            (said, severity) => said with { Severity = (Severity)severity }, isRequired: true),
        Text<Diagnostic>("cause", said => said.Cause, (said, cause) => said with { Cause = cause }, isRequired: true),
        Text<Diagnostic>("file", said => said.File, (said, file) => said with { File = file }),
        Number<Diagnostic>("line", said => said.Line, (said, line) => said with { Line = (int)line }),
        Text<Diagnostic>("key", said => said.Key, (said, key) => said with { Key = key }),
        Text<Diagnostic>("mod", said => said.Mod, (said, mod) => said with { Mod = mod }),
        Text<Diagnostic>("fix", said => said.Fix, (said, fix) => said with { Fix = fix }),
    ];

    private static readonly Key<ExitReport>[] s_exit =
    [
        Time<ExitReport>("time", exit => exit.Time, (exit, time) => exit with { Time = time }),
        Number<ExitReport>("code", exit => exit.Code, (exit, code) => exit with { Code = checked((uint)code) }),
        Text<ExitReport>("status", exit => exit.Status, (exit, status) => exit with { Status = status }),
        new("filesOpened", (ExitReport exit, ref Utf8JsonReader json) => exit with { FilesOpened = json.GetInt64() },
            (json, exit) => WriteNumber(json, "filesOpened", exit.FilesOpened)),
    ];

    private static readonly Key<StartReport>[] s_report =
    [
        Text<StartReport>("version", report => report.Version, (report, version) => report with { Version = version }, isRequired: true),
        Text<StartReport>("system", report => report.System, (report, system) => report with { System = system }),
        Time<StartReport>("time", report => report.Time, (report, time) => report with { Time = time }),
        Text<StartReport>("game", report => report.Game, (report, game) => report with { Game = game }),
        Number<StartReport>("processId", report => report.ProcessId, (report, id) => report with { ProcessId = (int)id }),
        new("milliseconds", (StartReport report, ref Utf8JsonReader json) => report with { Milliseconds = json.GetDouble() },
            (json, report) =>
        {
            if (report.Milliseconds is { } milliseconds)
                json.WriteNumber("milliseconds", milliseconds);
        }),
        Text<StartReport>("instructionSet", report => report.InstructionSet, (report, set) => report with { InstructionSet = set }),
        Truth<StartReport>("running", report => report.Running, (report, isRunning) => report with { Running = isRunning }),
        new("targets", (StartReport report, ref Utf8JsonReader json) => report with { Targets = ReadList(ref json, ReadText) },
            (json, report) => ConfigurationWriter.WriteTexts(json, "targets", report.Targets)),
        Text<StartReport>("modsFolder", report => report.ModsFolder, (report, folder) => report with { ModsFolder = folder }),
        List("mods", s_mod, new ModReport { Name = "" }, report => report.Mods, (report, mods) => report with { Mods = mods }),
        Number<StartReport>("files", report => report.Files, (report, files) => report with { Files = (int)files }),
        Number<StartReport>("replaces", report => report.Replaces, (report, replaces) => report with { Replaces = (int)replaces }),
        List("hooks", s_hook, new HookReport { Function = "" }, report => report.Hooks, (report, hooks) => report with { Hooks = hooks }),
        List("diagnostics", s_diagnostic, Diagnostic.Notice(""), report => report.Diagnostics,
            (report, diagnostics) => report with { Diagnostics = diagnostics }),
        new("exit", (StartReport report, ref Utf8JsonReader json) => report with { Exit = Read(ref json, s_exit, new ExitReport()) },
            (json, report) =>
        {
            if (report.Exit is { } exit)
            {
                json.WritePropertyName("exit");
                Write(json, s_exit, exit);
            }
        }),
    ];

    public static void Write(Utf8JsonWriter json, StartReport report) => Write(json, s_report, report);

    /// <summary>Reads a report.</summary>
    /// <exception cref="InvalidDataException">The text isn't a report; the message gives the position.</exception>
    public static StartReport Read(ReadOnlySpan<byte> text)
    {
        var json = new Utf8JsonReader(text);
        try
        {
            json.Read();
            StartReport report = Read(ref json, s_report, new StartReport { Version = "" });
            // The reader throws if anything follows the report.
            json.Read();
            return report;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException or OverflowException)
        {
            throw new InvalidDataException(
                FormattableString.Invariant($"not a start report (line {TextFile.LineOf(text, (int)json.BytesConsumed)})"), e);
        }
    }

    private static void Write<T>(Utf8JsonWriter json, Key<T>[] keys, T value)
    {
        json.WriteStartObject();
        foreach (Key<T> key in keys)
            key.Write(json, value);
        json.WriteEndObject();
    }

    private static T Read<T>(ref Utf8JsonReader json, Key<T>[] keys, T value)
    {
        if (json.TokenType != JsonTokenType.StartObject)
            throw new JsonException();
        uint seen = 0;
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            string? name = JsonText.Read(ref json);
            json.Read();
            int index = json.TokenType == JsonTokenType.Null ? -1 : Array.FindIndex(keys, key => key.Name == name);
            if (index < 0)
            {
                json.Skip();
                continue;
            }

            value = keys[index].Read(value, ref json);
            seen |= 1u << index;
        }

        for (int i = 0; i < keys.Length; i++)
        {
            if (keys[i].IsRequired && (seen >> i & 1) == 0)
                throw new JsonException();
        }

        return value;
    }

    private static List<T> ReadList<T>(ref Utf8JsonReader json, ItemReader<T> read)
    {
        var list = new List<T>();
        if (json.TokenType != JsonTokenType.StartArray)
            throw new JsonException();
        while (json.Read() && json.TokenType != JsonTokenType.EndArray)
        {
            if (json.TokenType != JsonTokenType.Null)
                list.Add(read(ref json));
        }

        return list;
    }

    private static string ReadText(ref Utf8JsonReader json) => JsonText.Read(ref json) ?? throw new JsonException();

    private static void WriteNumber(Utf8JsonWriter json, string name, long? number)
    {
        if (number is { } value)
            json.WriteNumber(name, value);
    }

    private static Key<T> Text<T>(string name, Func<T, string?> get, Func<T, string, T> set, bool isRequired = false) =>
        new(name, (T value, ref Utf8JsonReader json) => set(value, ReadText(ref json)), (json, value) =>
        {
            if (get(value) is { } text)
                json.WriteString(name, text);
        }, isRequired);

    // All of these numbers have 32 bits, signed or unsigned.
    private static Key<T> Number<T>(string name, Func<T, long?> get, Func<T, long, T> set) =>
        new(name, (T value, ref Utf8JsonReader json) =>
    {
        T read = set(value, json.GetInt64());
        return get(read) == json.GetInt64() ? read : throw new JsonException();
    }, (json, value) => WriteNumber(json, name, get(value)));

    private static Key<T> Time<T>(string name, Func<T, DateTimeOffset> get, Func<T, DateTimeOffset, T> set) => new(name,
        (T value, ref Utf8JsonReader json) => set(value, json.GetDateTimeOffset()), (json, value) => json.WriteString(name, get(value)));

    private static Key<T> Truth<T>(string name, Func<T, bool?> get, Func<T, bool, T> set) =>
        new(name, (T value, ref Utf8JsonReader json) => set(value, json.GetBoolean()), (json, value) =>
        {
            if (get(value) is { } isTrue)
                json.WriteBoolean(name, isTrue);
        });

    private static Key<T> Choice<T>(string name, string[] choices, Func<T, int> get, Func<T, int, T> set, bool isRequired = false) =>
        new(name, (T value, ref Utf8JsonReader json) => Array.IndexOf(choices, ReadText(ref json)) is >= 0 and var choice
            ? set(value, choice)
            : throw new JsonException(), (json, value) => json.WriteString(name, choices[get(value)]), isRequired);

    private static Key<StartReport> List<T>(string name, Key<T>[] keys, T empty, Func<StartReport, IReadOnlyList<T>> get,
        Func<StartReport, IReadOnlyList<T>, StartReport> set) =>
        new(name, (StartReport report, ref Utf8JsonReader json) =>
            set(report, ReadList(ref json, (ref Utf8JsonReader item) => Read(ref item, keys, empty))),
            (json, report) => json.WriteList(name, get(report), item => Write(json, keys, item)));
}
