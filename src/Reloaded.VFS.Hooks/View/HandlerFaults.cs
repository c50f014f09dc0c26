namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// The reports of calls that fail within the VFS, usually for lack of memory: the first of each kind, as soon as there is memory to report
/// it. Thread-safe.
/// </summary>
/// <param name="tell">
/// Receives the outcome for the game, and the cause, on any thread. It may throw if memory is short, and is called again later.
/// </param>
/// <param name="nameOf">Returns a folder's path by its stable id.</param>
internal sealed class HandlerFaults(Action<string, Exception> tell, Func<int, string> nameOf)
{
    /// <summary>The outcome for the name that a handle reports.</summary>
    public const string RealName = "the game got the real name of a file";

    /// <summary>The outcome for a folder's removal.</summary>
    public const string FolderStays = "what mods have of a folder that the game deleted stays";

    /// <summary>The process's object; null if nothing is to be reported.</summary>
    public static HandlerFaults? Current;

    // More than there are kinds: there may be no memory for another one when it is needed.
    private readonly Fault[] _faults = Array.ConvertAll(new Fault?[64], _ => new Fault());
    private volatile bool _hasPending;

    /// <summary>Notes that a call has failed. Throws nothing.</summary>
    /// <param name="outcome">The outcome for the game: a literal, which is the kind, too.</param>
    /// <param name="folder">The stable id of a folder that is named before the outcome; -1 for none.</param>
    public static void Note(string outcome, Exception cause, int folder = -1) => Current?.Add(outcome, cause, folder);

    /// <summary>Reports what the process's object couldn't report when it happened. Throws nothing.</summary>
    public static void ReportRest() => Current?.ReportPending();

    /// <summary>Reports what couldn't be reported when it happened; does nothing if there is nothing. Throws nothing.</summary>
    public void ReportPending()
    {
        if (!_hasPending)
            return;
        _hasPending = false;
        foreach (Fault fault in _faults)
        {
            // Only one of several threads reports it.
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
            // Still out of memory: a later call reports it.
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

        /// <summary>The cause that isn't reported yet. Set last.</summary>
        public Exception? Cause;
    }
}
