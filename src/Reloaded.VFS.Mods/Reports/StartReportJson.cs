using System.Text.Json;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Order;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>
/// Writes a start report key by key, as a generated serialiser would, which describes each type to itself before it writes one.
/// </summary>
internal static class StartReportJson
{
    /// <summary>Writes all of it.</summary>
    public static void Write(Utf8JsonWriter json, StartReport report)
    {
        json.WriteStartObject();
        json.WriteString("version", report.Version);
        WriteText(json, "system", report.System);
        json.WriteString("time", report.Time);
        WriteText(json, "game", report.Game);
        if (report.ProcessId is { } process)
            json.WriteNumber("processId", process);
        if (report.Milliseconds is { } milliseconds)
            json.WriteNumber("milliseconds", milliseconds);
        WriteText(json, "instructionSet", report.InstructionSet);
        json.WriteBoolean("running", report.Running);
        json.WriteStartArray("targets");
        foreach (string target in report.Targets)
            json.WriteStringValue(target);
        json.WriteEndArray();
        WriteText(json, "modsFolder", report.ModsFolder);
        json.WriteStartArray("mods");
        foreach (ModReport mod in report.Mods)
            Write(json, mod);
        json.WriteEndArray();
        json.WriteNumber("files", report.Files);
        json.WriteNumber("replaces", report.Replaces);
        json.WriteStartArray("hooks");
        foreach (HookReport hook in report.Hooks)
            Write(json, hook);
        json.WriteEndArray();
        json.WriteStartArray("diagnostics");
        foreach (Diagnostic diagnostic in report.Diagnostics)
            Write(json, diagnostic);
        json.WriteEndArray();
        if (report.Exit is { } exit)
            Write(json, exit);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ModReport mod)
    {
        json.WriteStartObject();
        json.WriteString("name", mod.Name);
        json.WriteString("state", mod.State switch
        {
            ModState.Active => "active",
            ModState.New => "new",
            ModState.Disabled => "disabled",
            ModState.Missing => "missing",
            _ => "error",
        });
        json.WriteNumber("files", mod.Files);
        json.WriteNumber("wins", mod.Wins);
        json.WriteNumber("replaces", mod.Replaces);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, HookReport hook)
    {
        json.WriteStartObject();
        json.WriteString("function", hook.Function);
        json.WriteString("state", hook.State switch
        {
            HookState.Installed => "installed",
            HookState.Absent => "absent",
            _ => "failed",
        });
        WriteText(json, "detail", hook.Detail);
        if (hook.IsBehindOthers)
            json.WriteBoolean("isBehindOthers", true);
        WriteText(json, "otherModule", hook.OtherModule);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, Diagnostic diagnostic)
    {
        json.WriteStartObject();
        json.WriteString("severity", diagnostic.Severity switch
        {
            Severity.Notice => "notice",
            Severity.Warning => "warning",
            _ => "error",
        });
        json.WriteString("cause", diagnostic.Cause);
        WriteText(json, "file", diagnostic.File);
        if (diagnostic.Line is { } line)
            json.WriteNumber("line", line);
        WriteText(json, "key", diagnostic.Key);
        WriteText(json, "mod", diagnostic.Mod);
        WriteText(json, "fix", diagnostic.Fix);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ExitReport exit)
    {
        json.WriteStartObject("exit");
        json.WriteString("time", exit.Time);
        json.WriteNumber("code", exit.Code);
        WriteText(json, "status", exit.Status);
        if (exit.FilesOpened is { } opened)
            json.WriteNumber("filesOpened", opened);
        json.WriteEndObject();
    }

    private static void WriteText(Utf8JsonWriter json, string key, string? value)
    {
        if (value is not null)
            json.WriteString(key, value);
    }
}
