using System.Diagnostics.CodeAnalysis;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The outcomes of a call on what the game sees that a policy can't tell from the status.</summary>
internal enum SeenEnd
{
    /// <summary>The call was made on what was found.</summary>
    Plain,

    /// <summary>The call was made on the next source of the name, since what was found is gone from the disk.</summary>
    NextSource,

    /// <summary>The call was made in a mod, under a name that no mod had.</summary>
    NewInMod,

    /// <summary>The call was made nowhere: neither the game's own folder nor a mod is the place for something new.</summary>
    WithoutPlace,
}

/// <summary>
/// The name of a call: as the game gave it, as it was captured, and what the game sees there. A local variable of the handler, passed on by
/// reference.
/// </summary>
internal unsafe struct CalledName
{
    /// <summary>The game's pointer, whose name isn't read again.</summary>
    public OBJECT_ATTRIBUTES* Original;

    /// <summary>The call's buffers, in the handler's frame.</summary>
    public PathBuffers* Buffers;

    // A structure with references would be cleared as a whole when a handler begins.
    private void* _view, _snapshot;

    public CapturedPath Path;

    /// <summary>The game's view of the path.</summary>
    public SeenPath Seen;

    /// <summary>The file or folder that the call has opened. Valid only if the call has succeeded.</summary>
    public OpenedEntry Opened;

    /// <summary>The outcome of a call that may change the name, on what the game sees there.</summary>
    public SeenEnd End;

    /// <summary>Gets what the game sees.</summary>
    public readonly MergedView View => Unsafe.AsRef<MergedView>(_view);

    /// <summary>Gets the snapshot that was asked; alive until the handler returns.</summary>
    public readonly Snapshot Snapshot => Unsafe.AsRef<Snapshot>(_snapshot);

    /// <summary>Gets what mods supply there; see <see cref="SeenPath.Found"/>.</summary>
    [UnscopedRef]
    public readonly ref readonly LookupResult Found => ref Seen.Found;

    /// <summary>Sets the view and snapshot in which the name is looked up.</summary>
    /// <remarks>
    /// Both are parameters of the caller: the name keeps their addresses, and <see cref="View"/> and <see cref="Snapshot"/> are invalid
    /// once the caller has returned.
    /// </remarks>
    public void LookIn(ref MergedView view, ref Snapshot snapshot)
    {
        _view = Unsafe.AsPointer(ref view);
        _snapshot = Unsafe.AsPointer(ref snapshot);
    }

    public readonly ReadOnlySpan<char> Text => Path.Span;

    /// <summary>Gets the name of the stream that the call names, with its colon; empty for none.</summary>
    public readonly ReadOnlySpan<char> Stream => new(Path.Text + Path.Length, Path.StreamLength);

    /// <summary>Gets what follows the name in the game's call: a stream, or a backslash.</summary>
    public readonly string Rest => string.Concat(Stream, Path.HasTrailingBackslash ? @"\" : "");
}
