using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>A change in a virtual folder.</summary>
/// <param name="Kind">The kind of the change.</param>
/// <param name="Name">The path relative to the watched folder.</param>
internal readonly record struct Change(ChangeKind Kind, string Name);

/// <summary>Combinations of Windows' kinds of changes for watches.</summary>
internal static class ChangeFilter
{
    /// <summary>Names of files and folders.</summary>
    public const CompletionFilter Names = CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME;

    /// <summary>Changes that may be reported if another file takes a name.</summary>
    public const CompletionFilter Replaced = CompletionFilter.FILE_NOTIFY_CHANGE_ATTRIBUTES | CompletionFilter.FILE_NOTIFY_CHANGE_SIZE
        | CompletionFilter.FILE_NOTIFY_CHANGE_LAST_WRITE | CompletionFilter.FILE_NOTIFY_CHANGE_CREATION;

    /// <summary>Everything but names.</summary>
    public const CompletionFilter Contents = CompletionFilter.FILE_NOTIFY_VALID_MASK & ~Names;

    /// <summary>
    /// The kinds that this system accepts: Wine knows neither extended attributes nor streams (<c>FILE_NOTIFY_ALL</c> of its winnt.h).
    /// </summary>
    public static readonly CompletionFilter Accepted = NtFunctions.IsWine
        ? CompletionFilter.FILE_NOTIFY_VALID_MASK & ~(CompletionFilter.FILE_NOTIFY_CHANGE_EA
            | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_SIZE
            | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_WRITE)
        : CompletionFilter.FILE_NOTIFY_VALID_MASK;

    /// <summary>A kind that hardly ever occurs: security under Wine, which knows no extended attributes.</summary>
    public static readonly CompletionFilter Rare = NtFunctions.IsWine
        ? CompletionFilter.FILE_NOTIFY_CHANGE_SECURITY
        : CompletionFilter.FILE_NOTIFY_CHANGE_EA;

    /// <summary>Returns the kind under which a change of a name is reported.</summary>
    public static CompletionFilter OfName(bool isFolder) =>
        isFolder ? CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME : CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME;
}
