using System.Text.Json.Serialization;

namespace Reloaded.VFS.Diagnostics;

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
