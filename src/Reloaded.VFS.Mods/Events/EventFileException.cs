using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Events;

/// <summary>An event file can't be read, with the cause in the message.</summary>
internal class EventFileException(string message) : Exception(message), IOwnText
{
    /// <inheritdoc/>
    public string OwnText { get; } = message;
}

/// <summary>An event file is of another version; the message names both.</summary>
/// <param name="processId">The process that it is of.</param>
/// <param name="program">Its program.</param>
/// <param name="message">The message.</param>
internal sealed class OtherVersionException(int processId, string program, string message) : EventFileException(message)
{
    /// <summary>The process that the file is of.</summary>
    public int ProcessId { get; } = processId;

    /// <summary>The process's program, as the process names it.</summary>
    public string Program { get; } = program;
}
