namespace Reloaded.VFS.Interop.Nt;

/// <summary>
/// What a file with a completion port doesn't report (<c>ntifs.h</c>): <c>Flags</c> of <c>FILE_IO_COMPLETION_NOTIFICATION_INFORMATION</c>;
/// those that are used here.
/// </summary>
public static class CompletionModes
{
    /// <summary>Calls that succeed at once queue no packet.</summary>
    public const uint FILE_SKIP_COMPLETION_PORT_ON_SUCCESS = 1;
}
