using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Events;

/// <summary>One call of a game, formatted by the reader. Immutable.</summary>
/// <param name="Began">Since the process's start of the VFS.</param>
/// <param name="Duration">How long it took; zero in a crash ring.</param>
/// <param name="Thread">The thread.</param>
/// <param name="Function">The function.</param>
/// <param name="Status">The NTSTATUS.</param>
/// <param name="Kind">What the path is.</param>
/// <param name="Path">The path that the game asked for; its end, after an ellipsis, where it was too long for a record.</param>
/// <param name="Layer">The layer that the file is of; null where it isn't a mod's.</param>
internal sealed record FileEvent(TimeSpan Began, TimeSpan Duration, uint Thread, EventFunction Function, int Status, LookupKind Kind,
    string Path, EventLayer? Layer)
{
    /// <summary>Whether a mod's file was taken.</summary>
    public bool IsRedirected => Kind == LookupKind.File && Layer is not null;

    /// <summary>Whether there was no such file.</summary>
    public bool IsMissing => (uint)Status is 0xC0000034 or 0xC000003A or 0xC000000F;

    /// <summary>Whether a file was opened, rather than asked about.</summary>
    public bool IsOpen => Function is EventFunction.NtCreateFile or EventFunction.NtOpenFile;

    /// <summary>The real file that it became, without the NT prefix; null where it isn't a mod's.</summary>
    public string? Became
    {
        get
        {
            if (!IsRedirected || Path.StartsWith('…') || Path.Length <= Layer!.Target.Length)
                return null;
            string source = NtPath.ToWin32(Layer.Source);
            return source + Path[(Layer.Target.Length + (Layer.Target.EndsWith('\\') ? 0 : 1))..];
        }
    }
}
