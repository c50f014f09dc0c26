using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>The object of an attempt.</summary>
internal enum AttemptOn
{
    /// <summary>None: the call has ended with <see cref="Attempt.Status"/>.</summary>
    Nothing,

    /// <summary>The game's view of the name, as in a call that only reads.</summary>
    Seen,

    /// <summary>The name as the game gave it.</summary>
    Original,

    /// <summary>The real file or folder at <see cref="Attempt.Place"/>.</summary>
    Place,

    /// <summary>The real folder at <see cref="Attempt.Place"/>: a file there isn't seen.</summary>
    FolderPlace,

    /// <summary>The function as the game sees it, hooks included, with the name <see cref="Attempt.Place"/>: another call.</summary>
    OtherName,
}

/// <summary>The reasons to wait for a moment after a sharing violation.</summary>
internal enum Patience
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Another process that lists the folder: half a second at most, if the call lets nobody else read.</summary>
    Listing,

    /// <summary>Another thread or process that gives a copy its name in the overwrite folder: one second at most.</summary>
    Arrival,
}

/// <summary>The next step of a call that may change what it names: one row of a policy's plan. Carries the policy's own state.</summary>
/// <param name="On">The object of the attempt.</param>
/// <param name="Place">The place, in NT form, with what follows the name in the game's call.</param>
internal readonly record struct Attempt(AttemptOn On, string Place = "")
{
    /// <summary>Gets the game's result, for <see cref="AttemptOn.Nothing"/>.</summary>
    public NtStatus Status { get; private init; }

    /// <summary>Gets the request to use instead of the game's; null for the game's own.</summary>
    public OpenRequest? Request { get; init; }

    /// <summary>Gets the reason to wait after a sharing violation.</summary>
    public Patience Patience { get; init; }

    /// <summary>
    /// Gets a value indicating whether the object exists, so that the game's security descriptor, which is for something new, doesn't
    /// apply.
    /// </summary>
    public bool IsNotNew { get; init; }

    /// <summary>Gets the row, in the policy's own numbers.</summary>
    public int Step { get; init; }

    /// <summary>Gets the policy's state for the end of the attempt; disposed of at the end of the call.</summary>
    public IDisposable? State { get; init; }

    /// <summary>Ends the call.</summary>
    /// <param name="status">The game's result.</param>
    public static Attempt End(NtStatus status) => new(AttemptOn.Nothing) { Status = status };
}
