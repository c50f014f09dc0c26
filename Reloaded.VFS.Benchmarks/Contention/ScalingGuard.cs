namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>Whom a guard keeps out.</summary>
public enum GuardKind
{
    /// <summary>No thread.</summary>
    None,

    /// <summary>The writer, as long as readers are inside.</summary>
    Shared,

    /// <summary>Every other thread.</summary>
    Exclusive,
}

/// <summary>What stands around the hook's own part of a call.</summary>
/// <param name="Argument">What Native/measuring/scaling.c calls it.</param>
/// <param name="Name">What the tables call it.</param>
/// <param name="Kind">Whom it keeps out.</param>
public sealed record ScalingGuard(string Argument, string Name, GuardKind Kind)
{
    /// <summary>Past the hook.</summary>
    public static ScalingGuard Bare { get; } = new("bare", "without the VFS", GuardKind.None);

    /// <summary>The VFS as it is, then behind each kind of lock.</summary>
    public static IReadOnlyList<ScalingGuard> Hooked { get; } =
    [
        new("none", "the VFS", GuardKind.None),
        new("section", "the VFS behind one mutex", GuardKind.Exclusive),
        new("rwlock", "the VFS behind a reader-writer lock", GuardKind.Shared),
        new("spin", "the VFS behind a spin lock", GuardKind.Exclusive),
        new("ticket", "the VFS behind a ticket lock", GuardKind.Exclusive),
    ];
}
