using System.Globalization;
using System.Text;
using System.Text.Json.Serialization;

namespace Reloaded.VFS.Diagnostics;

/// <summary>One thing to tell the user: what is the matter, where, and what to do about it. Immutable.</summary>
/// <param name="Severity">How much it matters.</param>
/// <param name="Cause">What is the matter, one sentence without a full stop at its end.</param>
public sealed record Diagnostic(Severity Severity, string Cause)
{
    /// <summary>The file or folder it is about; null where there is none.</summary>
    public string? File { get; init; }

    /// <summary>The line in <see cref="File"/>, from 1; null where it isn't about a line.</summary>
    public int? Line { get; init; }

    /// <summary>The configuration key it is about (<c>mods</c>, <c>targets[1]</c>); null where there is none.</summary>
    public string? Key { get; init; }

    /// <summary>The mod it is about; null where there is none.</summary>
    public string? Mod { get; init; }

    /// <summary>What to do about it; null where nothing needs doing or nothing is known.</summary>
    public string? Fix { get; init; }

    /// <summary>Whether it is an error.</summary>
    [JsonIgnore]
    public bool IsError => Severity == Severity.Error;

    /// <summary>One line for people: <c>error: C:\g\rvfs\rvfs.json(3): mods: must be a text. Fix: put it in quotes.</c></summary>
    public override string ToString()
    {
        var text = new StringBuilder(Severity switch { Severity.Error => "error: ", Severity.Warning => "warning: ", _ => "notice: " });
        if (File is not null)
        {
            text.Append(File);
            if (Line is int line)
                text.Append('(').Append(line.ToString(CultureInfo.InvariantCulture)).Append(')');
            text.Append(": ");
        }

        if (Key is not null)
            text.Append(Key).Append(": ");
        text.Append(Cause).Append('.');
        if (Fix is not null)
        {
            text.Append(" Fix: ").Append(Fix);
            if (!Fix.EndsWith('?'))
                text.Append('.');
        }

        return text.ToString();
    }

    /// <summary>An error.</summary>
    public static Diagnostic Error(string cause) => new(Severity.Error, cause);

    /// <summary>A warning.</summary>
    public static Diagnostic Warning(string cause) => new(Severity.Warning, cause);

    /// <summary>A notice.</summary>
    public static Diagnostic Notice(string cause) => new(Severity.Notice, cause);
}

/// <summary>How much a <see cref="Diagnostic"/> matters.</summary>
public enum Severity
{
    /// <summary>Worth knowing; everything works.</summary>
    [JsonStringEnumMemberName("notice")]
    Notice,

    /// <summary>Probably not what was meant; the game sees its mods.</summary>
    [JsonStringEnumMemberName("warning")]
    Warning,

    /// <summary>Something was asked for and is missing: a mod, a file, a setting. <c>onError: stop</c> starts nothing then.</summary>
    [JsonStringEnumMemberName("error")]
    Error,
}
