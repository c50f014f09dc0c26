using System.Text.Json.Serialization;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Mods.Reports;

/// <summary>The report of a start. The DLL writes it; <c>rvfs last</c> and bug reports show it. Immutable.</summary>
/// <remarks>Its JSON only grows: keys aren't renamed or given another meaning, and a reader skips those that it doesn't know.</remarks>
public sealed record StartReport
{
    /// <summary>Gets the version of Reloaded VFS.</summary>
    public required string Version { get; init; }

    /// <summary>Gets the system, such as <c>Windows 10.0.19045, Wine 8.0</c>.</summary>
    public string? System { get; init; }

    /// <summary>Gets the time at which the start began.</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>Gets the game's program.</summary>
    public string? Game { get; init; }

    /// <summary>Gets the game's process id.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Gets the duration of the start, in milliseconds.</summary>
    public double? Milliseconds { get; init; }

    /// <summary>Gets the CPU's instruction set that the DLL uses, such as <c>AVX2</c>.</summary>
    public string? InstructionSet { get; init; }

    /// <summary>Gets a value indicating whether the VFS is on.</summary>
    public bool Running { get; init; }

    /// <summary>Gets the folders that mods are laid over.</summary>
    public IReadOnlyList<string> Targets { get; init; } = [];

    /// <summary>Gets the mods folder.</summary>
    public string? ModsFolder { get; init; }

    /// <summary>Gets the mods in their order; a later one wins.</summary>
    public IReadOnlyList<ModReport> Mods { get; init; } = [];

    /// <summary>Gets the number of the mods' files that the game sees.</summary>
    public int Files { get; init; }

    /// <summary>Gets the number of those files that replace a file of the game.</summary>
    public int Replaces { get; init; }

    /// <summary>Gets the hooks.</summary>
    public IReadOnlyList<HookReport> Hooks { get; init; } = [];

    /// <summary>Gets the diagnostics.</summary>
    public IReadOnlyList<Diagnostic> Diagnostics { get; init; } = [];

    /// <summary>Gets the report of how the game ended, or null until it has.</summary>
    public ExitReport? Exit { get; init; }

    /// <summary>Gets a value indicating whether something that was asked for is missing.</summary>
    [JsonIgnore]
    public bool HasErrors => Diagnostics.Any(d => d.IsError) || Hooks.Any(h => h.State == HookState.Failed);
}

/// <summary>The state of a hook.</summary>
public enum HookState
{
    /// <summary>The hook is in place.</summary>
    [JsonStringEnumMemberName("installed")]
    Installed,

    /// <summary>This system has no such function, so no hook is needed.</summary>
    [JsonStringEnumMemberName("absent")]
    Absent,

    /// <summary>The hook should be in place and isn't.</summary>
    [JsonStringEnumMemberName("failed")]
    Failed,
}

/// <summary>One hooked function in a start report. Immutable.</summary>
public sealed record HookReport
{
    /// <summary>Gets the function, such as <c>NtCreateFile</c>.</summary>
    public required string Function { get; init; }

    /// <summary>Gets the state of the hook.</summary>
    public HookState State { get; init; }

    /// <summary>Gets a description of how the hook was installed, or of why it wasn't; null if there is nothing to say.</summary>
    public string? Detail { get; init; }

    /// <summary>Gets a value indicating whether another program had hooked the function before the VFS.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsBehindOthers { get; init; }

    /// <summary>Gets the file name of the module that the other hook leads into, or null if there is none or it isn't known.</summary>
    public string? OtherModule { get; init; }
}

/// <summary>The report of how a game ended. Immutable.</summary>
public sealed record ExitReport
{
    /// <summary>Gets the time at which the game ended.</summary>
    public DateTimeOffset Time { get; init; }

    /// <summary>Gets the process's exit code, all 32 bits.</summary>
    public uint Code { get; init; }

    /// <summary>Gets the name of an exit code that is an NTSTATUS (<c>STATUS_ACCESS_VIOLATION</c>), or null for any other.</summary>
    public string? Status { get; init; }

    /// <summary>Gets the number of times that the game opened a mod's file, or null if that wasn't counted.</summary>
    public long? FilesOpened { get; init; }
}
