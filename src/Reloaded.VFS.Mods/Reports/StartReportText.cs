using System.Globalization;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>Renders a start report as text for people.</summary>
public static class StartReportText
{
    /// <summary>Renders a report, first what went wrong, then what the game sees. Lines end with <c>\n</c>.</summary>
    public static string Render(StartReport report)
    {
        var text = new StringBuilder();
        text.Append(StartLine.Of(report)).Append('\n');
        foreach (Diagnostic diagnostic in report.Diagnostics.OrderByDescending(d => d.Severity))
            text.Append("  ").Append(diagnostic).Append('\n');

        text.Append('\n');
        Field(text, "Started", report.Time.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture) + Took(report));
        Field(text, "Version", report.Version + (report.InstructionSet is null ? "" : $" ({report.InstructionSet})"));
        Field(text, "System", report.System);
        Field(text, "Game",
            report.ProcessId is int id ? $"{report.Game} (process {id.ToString(CultureInfo.InvariantCulture)})" : report.Game);
        foreach (string target in report.Targets)
            Field(text, "Target", target);
        Field(text, "Mods from", report.ModsFolder);
        if (report.Exit is { } exit)
            Field(text, "Ended", Describe(exit));

        if (report.Mods.Count > 0)
        {
            text.Append("\nMods, a later one wins:\n");
            int width = Math.Min(40, report.Mods.Max(m => m.Name.Length));
            int number = 0;
            foreach (ModReport mod in report.Mods)
                text.Append(CultureInfo.InvariantCulture, $"  {++number,3}  {mod.Name.PadRight(width)}  {Describe(mod)}\n");
        }

        if (report.Hooks.Count > 0)
        {
            text.Append("\nHooks:\n");
            int width = report.Hooks.Max(h => h.Function.Length);
            foreach (HookReport hook in report.Hooks)
                text.Append(
                    $"  {hook.Function.PadRight(width)}  {Describe(hook.State)}{(hook.Detail is null ? "" : $": {hook.Detail}")}\n");
        }

        return text.ToString();
    }

    /// <summary>
    /// Renders the part of a report that a player needs: which game was started when, with which mods, what went wrong, and how it ended.
    /// Lines end with <c>\n</c>.
    /// </summary>
    public static string RenderBrief(StartReport report)
    {
        var text = new StringBuilder();
        Field(text, "Game", report.Game);
        Field(text, "Started", report.Time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture) + Took(report));
        string line = StartLine.Of(report);
        Field(text, "Mods", line[(line.IndexOf(':', StringComparison.Ordinal) + 2)..]);
        Field(text, "Ended", report.Exit is { } exit ? Describe(exit) : "not yet, or it isn't known");
        foreach (Diagnostic diagnostic in report.Diagnostics.Where(d => d.Severity != Severity.Notice).OrderByDescending(d => d.Severity))
            text.Append("  ").Append(diagnostic).Append('\n');
        foreach (HookReport hook in report.Hooks.Where(hook => hook.State == HookState.Failed))
            text.Append("  error: ").Append(hook.Function).Append(" couldn't be hooked: ").Append(hook.Detail).Append('\n');
        foreach (ModReport mod in report.Mods.Where(mod => mod.State is ModState.Missing or ModState.Error))
            text.Append("  ").Append(mod.Name).Append(": ").Append(Describe(mod)).Append('\n');
        return text.ToString();
    }

    private static void Field(StringBuilder text, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
            text.Append(name.PadRight(10)).Append(' ').Append(value).Append('\n');
    }

    private static string Took(StartReport report) =>
        report.Milliseconds is double ms ? string.Create(CultureInfo.InvariantCulture, $", ready after {ms:0} ms") : "";

    private static string Describe(ExitReport exit)
    {
        string code = exit.Status is null ? exit.Code.ToString(CultureInfo.InvariantCulture) : $"0x{exit.Code:X8} ({exit.Status})";
        string opened = exit.FilesOpened is long count
            ? $", {(count == 0 ? "no file of a mod was opened" : $"files of mods were opened {(count == 1 ? "once" : $"{count} times")}")}"
            : "";
        return $"{exit.Time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture)}, exit code {code}{opened}";
    }

    private static string Describe(ModReport mod) => mod.State switch
    {
        ModState.Disabled => "disabled",
        ModState.Missing => "missing: there is no such folder",
        ModState.Error => "left out: see the errors above",
        _ => Counts(mod) + (mod.State == ModState.New ? " (new: not in order.txt)" : ""),
    };

    private static string Counts(ModReport mod)
    {
        string text = StartLine.Count(mod.Files, "file");
        if (mod.Replaces > 0)
            text += $", {mod.Replaces} of the game replaced";
        if (mod.Wins < mod.Files)
            text += $", {mod.Files - mod.Wins} hidden by later mods";
        return text;
    }

    private static string Describe(HookState state) => state switch
    {
        HookState.Installed => "installed",
        HookState.Absent => "not needed",
        _ => "FAILED",
    };
}

/// <summary>The single line that a start prints.</summary>
public static class StartLine
{
    /// <summary>Returns the line for a report.</summary>
    public static string Of(StartReport report) =>
        report.Running
            ? Of(report.Mods.Count(m => m.IsLoaded), report.Files, report.Replaces)
            : "Reloaded VFS: not running, the game sees no mods.";

    /// <summary>Returns the line for counts: <c>Reloaded VFS: 3 mods, 412 files, 37 of them replace a file of the game.</c></summary>
    /// <param name="mods">The number of mods that are laid over the game.</param>
    /// <param name="files">The number of their files that the game sees.</param>
    /// <param name="replaces">The number of those files that replace a file of the game.</param>
    public static string Of(int mods, int files, int replaces)
    {
        string replacing = (files, replaces) switch
        {
            (0, _) => "",
            (_, 0) => files == 1 ? ", it replaces no file of the game" : ", none of them replaces a file of the game",
            (1, 1) => ", it replaces a file of the game",
            (2, 2) => ", both replace a file of the game",
            _ when replaces == files => ", all of them replace a file of the game",
            (_, 1) => ", 1 of them replaces a file of the game",
            _ => $", {replaces} of them replace a file of the game",
        };
        return mods == 0 ? "Reloaded VFS: no mods." : $"Reloaded VFS: {Count(mods, "mod")}, {Count(files, "file")}{replacing}.";
    }

    /// <summary>Returns a number and its noun: <c>no files</c>, <c>1 file</c>, <c>2 files</c>.</summary>
    internal static string Count(long count, string noun) => count switch
    {
        0 => $"no {noun}s",
        1 => $"1 {noun}",
        _ => $"{count} {noun}s",
    };
}
