using System.Text.Json.Serialization;

namespace Reloaded.VFS.Diagnostics;

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
