using System.Text.Json;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>
/// Reads a start report key by key. By hand: a game waits for it at each start, and a serialiser describes each type to itself before it
/// reads one. A key that isn't known is skipped, and one whose value is null counts as missing.
/// </summary>
internal static class StartReportReader
{
    /// <summary>Reads a report.</summary>
    /// <exception cref="InvalidDataException">It isn't one; the message says where.</exception>
    public static StartReport Read(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        try
        {
            reader.Read();
            StartReport report = ReadReport(ref reader);
            // Whatever follows it is an error of the reader's.
            reader.Read();
            return report;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException)
        {
            throw new InvalidDataException(
                FormattableString.Invariant($"not a start report (line {TextFile.LineOf(json, (int)reader.BytesConsumed)})"), e);
        }
    }

    private static StartReport ReadReport(ref Utf8JsonReader reader)
    {
        Enter(ref reader);
        StartReport report = new() { Version = "" };
        bool hasVersion = false;
        while (NextKey(ref reader) is { } key)
        {
            hasVersion |= key == "version";
            report = key switch
            {
                "version" => report with { Version = Text(ref reader) },
                "system" => report with { System = Text(ref reader) },
                "time" => report with { Time = reader.GetDateTimeOffset() },
                "game" => report with { Game = Text(ref reader) },
                "processId" => report with { ProcessId = reader.GetInt32() },
                "milliseconds" => report with { Milliseconds = reader.GetDouble() },
                "instructionSet" => report with { InstructionSet = Text(ref reader) },
                "running" => report with { Running = reader.GetBoolean() },
                "targets" => report with { Targets = List(ref reader, Text) },
                "modsFolder" => report with { ModsFolder = Text(ref reader) },
                "mods" => report with { Mods = List(ref reader, ReadMod) },
                "files" => report with { Files = reader.GetInt32() },
                "replaces" => report with { Replaces = reader.GetInt32() },
                "hooks" => report with { Hooks = List(ref reader, ReadHook) },
                "diagnostics" => report with { Diagnostics = List(ref reader, ReadDiagnostic) },
                "exit" => report with { Exit = ReadExit(ref reader) },
                _ => Skip(ref reader, report),
            };
        }

        return hasVersion ? report : throw new JsonException();
    }

    private static ModReport ReadMod(ref Utf8JsonReader reader)
    {
        Enter(ref reader);
        ModReport mod = new() { Name = "" };
        bool hasName = false;
        while (NextKey(ref reader) is { } key)
        {
            hasName |= key == "name";
            mod = key switch
            {
                "name" => mod with { Name = Text(ref reader) },
                "state" => mod with
                {
                    State = Text(ref reader) switch
                    {
                        "active" => ModState.Active,
                        "new" => ModState.New,
                        "disabled" => ModState.Disabled,
                        "missing" => ModState.Missing,
                        "error" => ModState.Error,
                        _ => throw new JsonException(),
                    },
                },
                "files" => mod with { Files = reader.GetInt32() },
                "wins" => mod with { Wins = reader.GetInt32() },
                "replaces" => mod with { Replaces = reader.GetInt32() },
                _ => Skip(ref reader, mod),
            };
        }

        return hasName ? mod : throw new JsonException();
    }

    private static HookReport ReadHook(ref Utf8JsonReader reader)
    {
        Enter(ref reader);
        HookReport hook = new() { Function = "" };
        bool hasFunction = false;
        while (NextKey(ref reader) is { } key)
        {
            hasFunction |= key == "function";
            hook = key switch
            {
                "function" => hook with { Function = Text(ref reader) },
                "state" => hook with
                {
                    State = Text(ref reader) switch
                    {
                        "installed" => HookState.Installed,
                        "absent" => HookState.Absent,
                        "failed" => HookState.Failed,
                        _ => throw new JsonException(),
                    },
                },
                "detail" => hook with { Detail = Text(ref reader) },
                "isBehindOthers" => hook with { IsBehindOthers = reader.GetBoolean() },
                "otherModule" => hook with { OtherModule = Text(ref reader) },
                _ => Skip(ref reader, hook),
            };
        }

        return hasFunction ? hook : throw new JsonException();
    }

    private static Diagnostic ReadDiagnostic(ref Utf8JsonReader reader)
    {
        Enter(ref reader);
        Diagnostic diagnostic = Diagnostic.Notice("");
        bool hasSeverity = false, hasCause = false;
        while (NextKey(ref reader) is { } key)
        {
            hasSeverity |= key == "severity";
            hasCause |= key == "cause";
            diagnostic = key switch
            {
                "severity" => diagnostic with
                {
                    Severity = Text(ref reader) switch
                    {
                        "notice" => Severity.Notice,
                        "warning" => Severity.Warning,
                        "error" => Severity.Error,
                        _ => throw new JsonException(),
                    },
                },
                "cause" => diagnostic with { Cause = Text(ref reader) },
                "file" => diagnostic with { File = Text(ref reader) },
                "line" => diagnostic with { Line = reader.GetInt32() },
                "key" => diagnostic with { Key = Text(ref reader) },
                "mod" => diagnostic with { Mod = Text(ref reader) },
                "fix" => diagnostic with { Fix = Text(ref reader) },
                _ => Skip(ref reader, diagnostic),
            };
        }

        return hasSeverity && hasCause ? diagnostic : throw new JsonException();
    }

    private static ExitReport ReadExit(ref Utf8JsonReader reader)
    {
        Enter(ref reader);
        ExitReport exit = new();
        while (NextKey(ref reader) is { } key)
        {
            exit = key switch
            {
                "time" => exit with { Time = reader.GetDateTimeOffset() },
                "code" => exit with { Code = reader.GetUInt32() },
                "status" => exit with { Status = Text(ref reader) },
                "filesOpened" => exit with { FilesOpened = reader.GetInt64() },
                _ => Skip(ref reader, exit),
            };
        }

        return exit;
    }

    private delegate T ReadValue<T>(ref Utf8JsonReader reader);

    /// <summary>A list, at whose beginning the reader is.</summary>
    private static List<T> List<T>(ref Utf8JsonReader reader, ReadValue<T> read)
    {
        var list = new List<T>();
        if (reader.TokenType != JsonTokenType.StartArray)
            throw new JsonException();
        while (reader.Read() && reader.TokenType != JsonTokenType.EndArray)
        {
            if (reader.TokenType != JsonTokenType.Null)
                list.Add(read(ref reader));
        }

        return list;
    }

    private static void Enter(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
            throw new JsonException();
    }

    /// <summary>Finds the next key of an object that has a value, with the reader at the value; null at the object's end.</summary>
    private static string? NextKey(ref Utf8JsonReader reader)
    {
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string key = JsonText.Read(ref reader) ?? "";
            reader.Read();
            if (reader.TokenType != JsonTokenType.Null)
                return key;
        }

        return null;
    }

    private static T Skip<T>(ref Utf8JsonReader reader, T value)
    {
        reader.Skip();
        return value;
    }

    private static string Text(ref Utf8JsonReader reader) => JsonText.Read(ref reader) ?? throw new JsonException();
}
