using System.Text.Json.Serialization;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>
/// What a start did: the DLL writes it, <c>rvfs last</c> and bug reports show it. Immutable. Its JSON only grows: keys aren't renamed or
/// given another meaning, and a reader skips those that it doesn't know.
/// </summary>
public sealed record StartReport
{
    /// <summary>The version of Reloaded VFS.</summary>
    public required string Version { get; init; }

    /// <summary>The system: <c>Windows 10.0.19045, Wine 8.0</c>.</summary>
    public string? System { get; init; }

    /// <summary>When the start began.</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>The game's program.</summary>
    public string? Game { get; init; }

    /// <summary>The game's process id.</summary>
    public int? ProcessId { get; init; }

    /// <summary>How long the start took, in milliseconds.</summary>
    public double? Milliseconds { get; init; }

    /// <summary>The CPU's instructions that the DLL uses: <c>AVX2</c>.</summary>
    public string? InstructionSet { get; init; }

    /// <summary>Whether the VFS is on.</summary>
    public bool Running { get; init; }

    /// <summary>The folders that mods are laid over.</summary>
    public IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary>The mods folder.</summary>
    public string? ModsFolder { get; init; }

    /// <summary>The mods, in their order: a later one wins.</summary>
    public IReadOnlyList<ModReport> Mods { get; init; } = [];

    /// <summary>How many of the mods' files the game sees.</summary>
    public int Files { get; init; }

    /// <summary>How many of them have the place of a file of the game.</summary>
    public int Replaces { get; init; }

    /// <summary>The hooks.</summary>
    public IReadOnlyList<HookReport> Hooks { get; init; } = [];

    /// <summary>What there is to tell.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>How the game ended; null until then.</summary>
    public ExitReport? Exit { get; init; }

    /// <summary>Whether something that was asked for is missing.</summary>
    [JsonIgnore]
    public bool HasErrors => Diagnostics.Any(d => d.IsError) || Hooks.Any(h => h.State == HookState.Failed);
}

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

/// <summary>How a game ended. Immutable.</summary>
public sealed record ExitReport
{
    /// <summary>When.</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>The process's exit code, all 32 bits.</summary>
    public uint Code { get; init; }

    /// <summary>The name of an exit code that is an NTSTATUS (<c>STATUS_ACCESS_VIOLATION</c>); null for any other.</summary>
    public string? Status { get; init; }

    /// <summary>How often the game opened a mod's file; null where that wasn't counted.</summary>
    public long? FilesOpened { get; init; }
}
