using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Tracking;

namespace Reloaded.VFS.Hooks.Watching;

/// <summary>A change in a virtual folder.</summary>
/// <param name="Kind">What happened.</param>
/// <param name="Name">The path from the watched folder on.</param>
internal readonly record struct Change(ChangeKind Kind, string Name);

/// <summary>What watches are told of, put together of Windows' kinds of changes.</summary>
internal static class ChangeFilter
{
    /// <summary>Names of files and folders.</summary>
    public const CompletionFilter Names = CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME;

    /// <summary>Another file under the same name differs in one of these.</summary>
    public const CompletionFilter Replaced = CompletionFilter.FILE_NOTIFY_CHANGE_ATTRIBUTES | CompletionFilter.FILE_NOTIFY_CHANGE_SIZE
        | CompletionFilter.FILE_NOTIFY_CHANGE_LAST_WRITE | CompletionFilter.FILE_NOTIFY_CHANGE_CREATION;

    /// <summary>Everything but names.</summary>
    public const CompletionFilter Contents = CompletionFilter.FILE_NOTIFY_VALID_MASK & ~Names;

    /// <summary>
    /// What this system takes: Wine knows neither extended attributes nor streams (<c>FILE_NOTIFY_ALL</c> of its winnt.h).
    /// </summary>
    public static readonly CompletionFilter Accepted = NtFunctions.IsWine
        ? CompletionFilter.FILE_NOTIFY_VALID_MASK & ~(CompletionFilter.FILE_NOTIFY_CHANGE_EA
            | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_NAME | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_SIZE
            | CompletionFilter.FILE_NOTIFY_CHANGE_STREAM_WRITE)
        : CompletionFilter.FILE_NOTIFY_VALID_MASK;

    /// <summary>What hardly ever changes: security under Wine, which knows no extended attributes.</summary>
    public static readonly CompletionFilter Rare = NtFunctions.IsWine
        ? CompletionFilter.FILE_NOTIFY_CHANGE_SECURITY
        : CompletionFilter.FILE_NOTIFY_CHANGE_EA;

    /// <summary>What a change of a name is told under.</summary>
    public static CompletionFilter OfName(bool isFolder) =>
        isFolder ? CompletionFilter.FILE_NOTIFY_CHANGE_DIR_NAME : CompletionFilter.FILE_NOTIFY_CHANGE_FILE_NAME;
}
