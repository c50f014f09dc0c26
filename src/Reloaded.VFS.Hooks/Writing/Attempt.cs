using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Writing;

/// <summary>What a call is made on.</summary>
internal enum AttemptOn
{
    /// <summary>Nothing more: the call has ended with <see cref="Attempt.Status"/>.</summary>
    Nothing,

    /// <summary>What the game sees under the name, as a call that only reads.</summary>
    Seen,

    /// <summary>The name as the game gave it.</summary>
    Original,

    /// <summary>The real file or folder at <see cref="Attempt.Place"/>.</summary>
    Place,

    /// <summary>The real folder at <see cref="Attempt.Place"/>: a file there isn't seen.</summary>
    FolderPlace,

    /// <summary>The function as the game sees it, hooks included, by the name <see cref="Attempt.Place"/>: another call.</summary>
    OtherName,
}

/// <summary>What a refusal because of another handle is waited for, for a moment at most.</summary>
internal enum Patience
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Another process that lists the folder: half a second at most, if the call lets nobody else read.</summary>
    Listing,

    /// <summary>Another thread or process that gives a copy its name in the overwrite folder: one second at most.</summary>
    Arrival,
}

/// <summary>
/// What is done next about a call that may change what it names: one row of a policy's plan. The policy's own state goes along with it.
/// </summary>
/// <param name="On">What the call is made on.</param>
/// <param name="Place">The place, in NT form; with what stands behind the name in the game's.</param>
internal readonly record struct Attempt(AttemptOn On, string Place = "")
{
    /// <summary>What the game gets, of <see cref="AttemptOn.Nothing"/>.</summary>
    public NtStatus Status { get; private init; }

    /// <summary>What is asked for in place of what the game asks for; null for that.</summary>
    public OpenRequest? Request { get; init; }

    /// <summary>What a refusal is waited for.</summary>
    public Patience Patience { get; init; }

    /// <summary>Whether the game's security descriptor, which is for something new, doesn't count.</summary>
    public bool IsNotNew { get; init; }

    /// <summary>The row, in the policy's own numbers.</summary>
    public int Step { get; init; }

    /// <summary>What the policy has to know when the attempt has ended; disposed of at the end of the call.</summary>
    public IDisposable? State { get; init; }

    /// <summary>The call has ended.</summary>
    /// <param name="status">What the game gets.</param>
    public static Attempt End(NtStatus status) => new(AttemptOn.Nothing) { Status = status };
}
