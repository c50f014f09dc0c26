namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// Calls that fail within the VFS, for want of memory as a rule. The first one of each kind is told, as soon as there is memory to tell
/// it. Thread-safe.
/// </summary>
/// <param name="tell">
/// Hears what came of it for the game, and why. On any thread. It may throw where memory is short, and is called again then.
/// </param>
/// <param name="nameOf">Gives a folder's path by its stable id.</param>
internal sealed class HandlerFaults(Action<string, Exception> tell, Func<int, string> nameOf)
{
    /// <summary>What comes of a name that a handle tells.</summary>
    public const string RealName = "the game got the real name of a file";

    /// <summary>What comes of a folder's removal.</summary>
    public const string FolderStays = "what mods have of a folder that the game deleted stays";

    /// <summary>The process's; null where none is to be told.</summary>
    public static HandlerFaults? Current;

    // More than there are kinds: there may be no memory for another one when it is needed.
    private readonly Fault[] _faults = [.. Enumerable.Range(0, 64).Select(_ => new Fault())];
    private volatile bool _hasPending;

    /// <summary>A call has failed. Throws nothing.</summary>
    /// <param name="outcome">What came of it for the game: a literal, which is the kind, too.</param>
    /// <param name="cause">Why.</param>
    /// <param name="folder">The stable id of a folder that is named before it; -1 for none.</param>
    public static void Note(string outcome, Exception cause, int folder = -1) => Current?.Add(outcome, cause, folder);

    /// <summary>Tells what couldn't be told when it happened; does nothing where there is nothing. Throws nothing.</summary>
    public void ReportPending()
    {
        if (!_hasPending)
            return;
        _hasPending = false;
        foreach (Fault fault in _faults)
        {
            // Of several threads one tells it.
            if (Interlocked.Exchange(ref fault.Cause, null) is { } cause && !TryTell(fault, cause))
            {
                fault.Cause = cause;
                _hasPending = true;
            }
        }
    }

    private bool TryTell(Fault fault, Exception cause)
    {
        try
        {
            string folder = fault.Folder < 0 ? "" : $"'{nameOf(fault.Folder)}' ";
            tell(folder + fault.Outcome, cause);
            return true;
        }
        catch (Exception)
        {
            // Out of memory still: a later call tells it.
            return false;
        }
    }

    internal void Add(string outcome, Exception cause, int folder)
    {
        foreach (Fault fault in _faults)
        {
            string? known = Interlocked.CompareExchange(ref fault.Outcome, outcome, null);
            if (known == outcome)
                return;
            if (known is not null)
                continue;
            fault.Folder = folder;
            Volatile.Write(ref fault.Cause, cause);
            _hasPending = true;
            break;
        }

        ReportPending();
    }

    private sealed class Fault
    {
        public string? Outcome;

        public int Folder { get; set; }

        /// <summary>What isn't told yet. Set last.</summary>
        public Exception? Cause;
    }
}
