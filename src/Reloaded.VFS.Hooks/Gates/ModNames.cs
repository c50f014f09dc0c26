using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hashing;
using Reloaded.VFS.Lookup;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// Tells the gates which names mods have. A call that only reads what no mod has needs no managed code then: the gate passes it on, as it
/// passes on a name outside the targets. Where anything but the names decides what the game sees (a deletion by the game, a name that has a
/// place in the overwrite folder, a name that a mod hides), the gates aren't to answer, and every call is managed code's.
/// </summary>
/// <param name="gate">The gates' state.</param>
/// <param name="mayAnswer">
/// Whether the gates can ask, and nothing outside the layers decides. Asked whenever a snapshot is in force, under the writers' lock.
/// </param>
/// <param name="recording">
/// Gives the address of an <see cref="int"/> that isn't 0 while a program wants to know of every call; 0 where there is none. Asked
/// likewise.
/// </param>
internal sealed unsafe class ModNames(GateState* gate, Func<bool> mayAnswer, Func<nint> recording) : INameFollower
{
    private const int CacheLine = 64;

    /// <summary>The bit of the turn that is set while the gates may answer.</summary>
    private const uint Known = 1;

    // Gates may be reading any of it at any time: what a larger filter takes the place of is left in memory.
    private ModNameState* _state;
    private uint _capacity;
    private int _isStopped;

    /// <summary>Whether the gates answer by the names.</summary>
    public bool IsOpen => (Volatile.Read(ref gate->NamesTurn) & Known) != 0;

    /// <summary>
    /// The names alone don't decide any more: from when this returns until the process ends the gates don't answer. Any thread, under any
    /// lock.
    /// </summary>
    public void Stop()
    {
        // A full fence: Open increases the turn and then looks here.
        Interlocked.Exchange(ref _isStopped, 1);
        Close();
    }

    /// <inheritdoc/>
    public void Replacing() => Close();

    /// <inheritdoc/>
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
            // Managed code answers, as it does while the names aren't known.
            return;
        }

        Open();
    }

    /// <inheritdoc/>
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

        // A zero behind it, where no program can record; a later start may be able to be recorded.
        _state->Recording = (int*)recording();
        if (_state->Recording is null)
            _state->Recording = (int*)(_state + 1);
        if (count > _capacity)
        {
            // Twice as much: what is left behind is less than what is in use.
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
        // Another thread may have stopped it in between.
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
