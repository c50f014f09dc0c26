using System.Diagnostics.CodeAnalysis;
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

    /// <summary>What the game sees.</summary>
    public MergedView View;

    /// <summary>The snapshot that was asked; alive until the handler is done.</summary>
    public Snapshot Snapshot;

    /// <summary>The path.</summary>
    public CapturedPath Path;

    /// <summary>What the game sees at the path.</summary>
    public SeenPath Seen;

    /// <summary>What the call has opened. Counts where it has succeeded.</summary>
    public OpenedEntry Opened;

    /// <summary>How a call that may change the name has ended on what the game sees there.</summary>
    public SeenEnd End;

    /// <summary>What mods supply there; see <see cref="SeenPath.Found"/>.</summary>
    [UnscopedRef]
    public readonly ref readonly LookupResult Found => ref Seen.Found;

    /// <summary>The path's characters.</summary>
    public readonly ReadOnlySpan<char> Text => Path.Span;

    /// <summary>The name of the stream that the call names, with its colon; empty for none.</summary>
    public readonly ReadOnlySpan<char> Stream => new(Path.Text + Path.Length, Path.StreamLength);
}
