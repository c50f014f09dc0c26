using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>The names that mods have, for the gates: a read-only call for a name that no mod has then needs no managed code.</summary>
/// <remarks>
/// If anything but the names decides what the game sees (a deletion by the game, a name in the overwrite folder, a name that a mod hides),
/// the gates don't answer, and every call enters managed code.
/// </remarks>
/// <param name="mayAnswer">
/// Returns true if the gates can ask and nothing outside the layers decides. Called for every snapshot, under the writers' lock.
/// </param>
/// <param name="recording">
/// Returns the address of an <see cref="int"/> that isn't 0 while a program records every call; 0 if no program can record. Called for
/// every snapshot, under the writers' lock.
/// </param>
internal sealed unsafe class ModNames(GateState* gate, Func<bool> mayAnswer, Func<nint> recording) : INameFollower
{
    private const int CacheLine = 64;

    /// <summary>The bit of the turn that is set while the gates may answer.</summary>
    private const uint Known = 1;

    // Gates may read this memory at any time, so a filter that a larger one replaces is never freed.
    private ModNameState* _state;
    private uint _capacity;
    private int _isStopped;

    public bool IsOpen => (Volatile.Read(ref gate->NamesTurn) & Known) != 0;

    /// <summary>
    /// Stops the gates from answering by the names until the process ends: from now on the names alone don't decide. Callable on any
    /// thread, under any lock.
    /// </summary>
    public void Stop()
    {
        // A full fence: Open increments the turn and then reads this field.
        Interlocked.Exchange(ref _isStopped, 1);
        Close();
    }

    public void Replacing() => Close();

    public void Replaced(Snapshot snapshot)
    {
        Close();
        if (IsStopped || snapshot.Hidden is not null || !mayAnswer())
            return;
        try
        {
            NameFilter filter = Empty(NameFilter.CountFor(snapshot.NameCount));
            snapshot.AddNamesTo(filter);
        }
        catch (OutOfMemoryException)
        {
            // The gates stay closed and managed code answers.
            return;
        }

        Open();
    }

    public void Adding(ulong key)
    {
        if (_state is not null && _state->Words is not null)
            new NameFilter(_state->Words, _state->Count).Add(key);
    }

    private bool IsStopped => Volatile.Read(ref _isStopped) != 0;

    private NameFilter Empty(uint count)
    {
        if (_state is null)
        {
            _state = (ModNameState*)NativeMemory.AlignedAlloc((nuint)sizeof(ModNameState) * 2, CacheLine);
            NativeMemory.Clear(_state, (nuint)sizeof(ModNameState) * 2);
            _state->Keys = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(PathHash.KeyBytes));
        }

        // The zero after the state serves if no program can record. A later start may be able to record.
        _state->Recording = (int*)recording();
        if (_state->Recording is null)
            _state->Recording = (int*)(_state + 1);
        if (count > _capacity)
        {
            // Doubling keeps the abandoned memory below that in use.
            _state->Words = (ulong*)NativeMemory.AlignedAlloc(count * 2 * (nuint)sizeof(ulong), CacheLine);
            _capacity = count * 2;
        }

        NativeMemory.Clear(_state->Words, count * (nuint)sizeof(ulong));
        _state->Count = count;
        return new NameFilter(_state->Words, count);
    }

    private void Open()
    {
        Volatile.Write(ref *(nint*)&gate->Names, (nint)_state);
        Interlocked.Increment(ref gate->NamesTurn);
        // Another thread may have called Stop in between.
        if (IsStopped)
            Close();
    }

    private void Close()
    {
        for (uint turn = Volatile.Read(ref gate->NamesTurn); (turn & Known) != 0;)
        {
            uint seen = Interlocked.CompareExchange(ref gate->NamesTurn, turn + 1, turn);
            if (seen == turn)
                return;
            turn = seen;
        }
    }
}

/// <summary>The names that mods have: <c>struct rvfs_mod_names</c> of <c>Native/gate.h</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct ModNameState
{
    /// <summary>The filter's words (<see cref="Lookup.NameFilter"/>).</summary>
    public ulong* Words;

    /// <summary>The keys that paths are hashed with (<see cref="Hashing.PathHash"/>).</summary>
    public byte* Keys;

    /// <summary>The address of a value that isn't 0 while another program records every call.</summary>
    public int* Recording;

    /// <summary>The number of <see cref="Words"/>.</summary>
    public uint Count;
}
