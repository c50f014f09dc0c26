using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>How a call on what the game sees has ended, beside its status, as far as a policy has to know.</summary>
internal enum SeenEnd
{
    /// <summary>On what was found.</summary>
    Plain,

    /// <summary>On the next source of the name, since what was found has gone from the disk.</summary>
    NextSource,

    /// <summary>In a mod, under a name that no mod had.</summary>
    NewInMod,

    /// <summary>Nowhere: neither the game's own folder nor a mod is the place of something new.</summary>
    WithoutPlace,
}

/// <summary>
/// The name of a call: as the game gave it, as it was captured, and what the game sees there. A local of the handler, which passes it on by
/// reference.
/// </summary>
internal unsafe struct CalledName
{
    /// <summary>The game's pointer, whose name isn't read again.</summary>
    public OBJECT_ATTRIBUTES* Original;

    /// <summary>The call's buffers, in the handler's frame.</summary>
    public PathBuffers* Buffers;

    // A structure with references in it would be cleared as a whole at a handler's beginning.
    private void* _view, _snapshot;

    /// <summary>The path.</summary>
    public CapturedPath Path;

    /// <summary>What the game sees at the path.</summary>
    public SeenPath Seen;

    /// <summary>What the call has opened. Counts where it has succeeded.</summary>
    public OpenedEntry Opened;

    /// <summary>How a call that may change the name has ended on what the game sees there.</summary>
    public SeenEnd End;

    /// <summary>What the game sees.</summary>
    public readonly MergedView View => Unsafe.AsRef<MergedView>(_view);

    /// <summary>The snapshot that was asked; alive until the handler is done.</summary>
    public readonly Snapshot Snapshot => Unsafe.AsRef<Snapshot>(_snapshot);

    /// <summary>What mods supply there; see <see cref="SeenPath.Found"/>.</summary>
    [UnscopedRef]
    public readonly ref readonly LookupResult Found => ref Seen.Found;

    /// <summary>
    /// Says what is asked about the name. Both are parameters of the caller's: the name keeps their addresses, and <see cref="View"/> and
    /// <see cref="Snapshot"/> mean nothing once the caller has returned.
    /// </summary>
    public void LookIn(ref MergedView view, ref Snapshot snapshot)
    {
        _view = Unsafe.AsPointer(ref view);
        _snapshot = Unsafe.AsPointer(ref snapshot);
    }

    /// <summary>The path's characters.</summary>
    public readonly ReadOnlySpan<char> Text => Path.Span;

    /// <summary>The name of the stream that the call names, with its colon; empty for none.</summary>
    public readonly ReadOnlySpan<char> Stream => new(Path.Text + Path.Length, Path.StreamLength);
}
