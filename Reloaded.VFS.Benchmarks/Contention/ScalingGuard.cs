namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>The threads that a guard excludes.</summary>
public enum GuardKind
{
    /// <summary>No thread.</summary>
    None,

    /// <summary>The writer, as long as readers are inside.</summary>
    Shared,

    /// <summary>Every other thread.</summary>
    Exclusive,
}

/// <summary>A guard around the hook's own part of a call.</summary>
/// <param name="Argument">The guard's name as an argument of Native/measuring/scaling.c.</param>
/// <param name="Name">The guard's name in the tables.</param>
/// <param name="Kind">The threads that the guard excludes.</param>
public sealed record ScalingGuard(string Argument, string Name, GuardKind Kind)
{
    /// <summary>Gets the call without the hook.</summary>
    public static ScalingGuard Bare { get; } = new("bare", "without the VFS", GuardKind.None);

    /// <summary>Gets the VFS as it is, then behind each kind of lock.</summary>
    public static IReadOnlyList<ScalingGuard> Hooked { get; } =
    [
        new("none", "the VFS", GuardKind.None),
        new("section", "the VFS behind one mutex", GuardKind.Exclusive),
        new("rwlock", "the VFS behind a reader-writer lock", GuardKind.Shared),
        new("spin", "the VFS behind a spin lock", GuardKind.Exclusive),
        new("ticket", "the VFS behind a ticket lock", GuardKind.Exclusive),
    ];
}
