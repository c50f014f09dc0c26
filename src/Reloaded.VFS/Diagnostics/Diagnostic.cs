using System.Globalization;
using System.Text;
using System.Text.Json.Serialization;

namespace Reloaded.VFS.Diagnostics;

/// <summary>A problem or notice for the user: its cause, its place and its remedy. Immutable.</summary>
/// <param name="Severity">The severity.</param>
/// <param name="Cause">The cause, one sentence without a final full stop.</param>
public sealed record Diagnostic(Severity Severity, string Cause)
{
    /// <summary>Gets the file or folder that is concerned, or null.</summary>
    public string? File { get; init; }

    /// <summary>Gets the line in <see cref="File"/>, from 1, or null.</summary>
    public int? Line { get; init; }

    /// <summary>Gets the configuration key that is concerned (<c>mods</c>, <c>targets[1]</c>), or null.</summary>
    public string? Key { get; init; }

    /// <summary>Gets the mod that is concerned, or null.</summary>
    public string? Mod { get; init; }

    /// <summary>Gets the remedy; null if nothing needs to be done or no remedy is known.</summary>
    public string? Fix { get; init; }

    /// <summary>Gets a value indicating whether the severity is <see cref="Severity.Error"/>.</summary>
    [JsonIgnore]
    public bool IsError => Severity == Severity.Error;

    /// <summary>
    /// Formats the diagnostic as one line: <c>error: C:\g\rvfs\rvfs.json(3): mods: must be a text. Fix: put it in quotes.</c>
    /// </summary>
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

    /// <summary>Creates an error.</summary>
    /// <param name="cause">The value of <see cref="Cause"/>.</param>
    /// <param name="file">The value of <see cref="File"/>.</param>
    /// <param name="mod">The value of <see cref="Mod"/>.</param>
    /// <param name="fix">The value of <see cref="Fix"/>.</param>
    public static Diagnostic Error(string cause, string? file = null, string? mod = null, string? fix = null) =>
        new(Severity.Error, cause) { File = file, Mod = mod, Fix = fix };

    /// <summary>Creates a warning.</summary>
    /// <inheritdoc cref="Error"/>
    public static Diagnostic Warning(string cause, string? file = null, string? mod = null, string? fix = null) =>
        new(Severity.Warning, cause) { File = file, Mod = mod, Fix = fix };

    /// <summary>Creates a notice.</summary>
    /// <inheritdoc cref="Error"/>
    public static Diagnostic Notice(string cause, string? file = null, string? mod = null, string? fix = null) =>
        new(Severity.Notice, cause) { File = file, Mod = mod, Fix = fix };
}

/// <summary>The severity of a <see cref="Diagnostic"/>.</summary>
public enum Severity
{
    /// <summary>Everything works; the user may want to know this.</summary>
    [JsonStringEnumMemberName("notice")]
    Notice,

    /// <summary>Probably a mistake; the mods still work.</summary>
    [JsonStringEnumMemberName("warning")]
    Warning,

    /// <summary>A requested mod, file or setting is missing. With <c>onError: stop</c> nothing is started.</summary>
    [JsonStringEnumMemberName("error")]
    Error,
}
