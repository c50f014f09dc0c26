namespace Reloaded.VFS.Client;

/// <summary>The options of <see cref="Vfs.Start"/>. All paths are absolute.</summary>
public sealed class VfsOptions
{
    /// <summary>Gets the folders that mods are laid over; if empty, the folder of the process's exe.</summary>
    public IList<string> Targets { get; } = new List<string>();

    /// <summary>Gets or sets a folder of mods, each of which is laid over each target; null for none.</summary>
    public string? Mods { get; set; }

    /// <summary>Gets further folders above the mods; later ones win.</summary>
    public IList<VfsFolder> Folders { get; } = new List<VfsFolder>();

    /// <summary>Gets or sets how the VFS starts.</summary>
    public VfsStart Start { get; set; }

    /// <summary>Gets or sets the path of a log file; null for none.</summary>
    public string? Log { get; set; }

    /// <summary>Gets or sets the path of the start report (JSON); null for <c>rvfs\logs</c> of the first target.</summary>
    public string? Report { get; set; }
}

/// <summary>A real folder to lay over a folder that the process sees.</summary>
public readonly struct VfsFolder
{
    /// <summary>Makes a pair of folders.</summary>
    /// <param name="source">The real folder.</param>
    /// <param name="target">The folder as the process sees it; need not exist.</param>
    public VfsFolder(string source, string target)
    {
        Source = source ?? throw new ArgumentNullException(nameof(source));
        Target = target ?? throw new ArgumentNullException(nameof(target));
    }

    /// <summary>Gets the real folder.</summary>
    public string Source { get; }

    /// <summary>Gets the folder as the process sees it.</summary>
    public string Target { get; }
}

/// <summary>The ways of a start.</summary>
[Flags]
public enum VfsStart
{
    /// <summary>Redirects at once, and leaves out what can't be used.</summary>
    Default = 0,

    /// <summary>Redirects nothing until <see cref="Vfs.Enable"/> is called.</summary>
    Disabled = 1,

    /// <summary>Fails if something can't be used, instead of leaving it out.</summary>
    Strict = 2,

    /// <summary>The user plays offline: anti-cheat software beside the game doesn't prevent the start.</summary>
    Offline = 4,

    /// <summary>A handle of a mod's file reports the real path and volume, not those in the game's folder.</summary>
    RealNames = 8,
}

/// <summary>A redirection that was added.</summary>
public readonly struct VfsHandle : IEquatable<VfsHandle>
{
    internal VfsHandle(ulong value) => Value = value;

    internal ulong Value { get; }

    /// <inheritdoc/>
    public bool Equals(VfsHandle other) => Value == other.Value;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is VfsHandle other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => Value.GetHashCode();

    /// <summary>Determines whether two handles are of the same redirection.</summary>
    public static bool operator ==(VfsHandle left, VfsHandle right) => left.Equals(right);

    /// <summary>Determines whether two handles are of different redirections.</summary>
    public static bool operator !=(VfsHandle left, VfsHandle right) => !left.Equals(right);
}
