using System.Text.Json.Serialization;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>What has become of a hook.</summary>
public enum HookState
{
    /// <summary>In place.</summary>
    [JsonStringEnumMemberName("installed")]
    Installed,

    /// <summary>This system has no such function, so none is needed.</summary>
    [JsonStringEnumMemberName("absent")]
    Absent,

    /// <summary>The hook should be in place and isn't.</summary>
    [JsonStringEnumMemberName("failed")]
    Failed,
}

/// <summary>One hooked function in a start report. Immutable.</summary>
public sealed record HookReport
{
    /// <summary>The function: <c>NtCreateFile</c>.</summary>
    public required string Function { get; init; }

    /// <summary>What has become of it.</summary>
    public HookState State { get; init; }

    /// <summary>How, or why not; null where there is nothing to say.</summary>
    public string? Detail { get; init; }

    /// <summary>Whether another program had hooked the function before the VFS.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsBehindOthers { get; init; }

    /// <summary>The file name of the module that the other hook leads into; null where there is none, or it isn't known.</summary>
    public string? OtherModule { get; init; }
}
