namespace Reloaded.VFS.Hooks.Engine;

/// <summary>
/// What the gates ask a name before they let a call in: for each of its first characters, is it one that some target has there? Letter case
/// doesn't matter, since both cases of a letter share the five bits that are compared. It may let a stranger in, and never keeps a name out
/// that lies under a target or leads to one.
/// </summary>
public sealed class PrefixFilter
{
    private const uint Any = 0xFFFF_FFFF;

    private readonly uint[] _masks = new uint[GateState.PrefixCapacity];

    /// <summary>How many characters are worth comparing.</summary>
    public int Length { get; private set; }

    /// <summary>The set for a character's place.</summary>
    public ReadOnlySpan<uint> Masks => _masks;

    /// <summary>Makes the filter for a set of targets, given as canonical paths (<c>C:\games\g</c>).</summary>
    public static PrefixFilter Build(IEnumerable<string> targets)
    {
        var filter = new PrefixFilter();
        foreach (string target in targets)
        {
            for (int i = 0; i < GateState.PrefixCapacity; i++)
                filter._masks[i] |= MaskAt(target, i);
        }

        for (int i = 0; i < GateState.PrefixCapacity; i++)
        {
            if (filter._masks[i] != Any)
                filter.Length = i + 1;
        }

        return filter;
    }

    /// <summary>Whether a canonical path would be let in; the gate's own question, for tests and reports.</summary>
    public bool MayMatch(ReadOnlySpan<char> path)
    {
        for (int i = 0; i < Math.Min(Length, path.Length); i++)
        {
            if ((_masks[i] >> (path[i] & 31) & 1) == 0)
                return false;
        }

        return true;
    }

    /// <summary>
    /// Hands the filter to the gates, which may be reading it: the length goes first to zero (everything is let in), and last to its value.
    /// </summary>
    public unsafe void WriteTo(GateState* gate)
    {
        Volatile.Write(ref gate->PrefixLength, 0);
        for (int i = 0; i < GateState.PrefixCapacity; i++)
            Volatile.Write(ref gate->PrefixMasks[i], _masks[i]);
        Volatile.Write(ref gate->PrefixLength, Length);
    }

    private static uint MaskAt(string target, int index)
    {
        if (index > target.Length)
            return Any;
        if (index == target.Length)
            return 1u << ('\\' & 31);
        // Other scripts' cases differ in other bits.
        return target[index] < 0x80 ? 1u << (target[index] & 31) : Any;
    }
}
