namespace Reloaded.VFS.Mods.Reports;

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
