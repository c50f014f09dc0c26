using System.Runtime.InteropServices;
using System.Text;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// What the gates ask a name before they let a call in: does it agree with some target as far as both go? Letter case doesn't matter,
/// since both cases of an ASCII letter share the five bits that are compared; any other character of a target agrees with all. It may let a
/// stranger in, and never keeps a name out that lies under a target or leads to one.
/// </summary>
public sealed unsafe class PrefixFilter
{
    /// <summary>The characters of a target that are compared.</summary>
    public const int Capacity = 128;

    private const byte SameInBothCases = 31;
    private const int CacheLine = 64;

    /// <summary>A character that isn't compared: <c>PREFIX_ANY</c> of <c>prefix.h</c>.</summary>
    private const byte Any = 0x80;

    private readonly byte[][] _prefixes;
    private readonly int _own;
    private readonly byte[][] _hidden;

    private PrefixFilter(byte[][] prefixes, int own, byte[][] hidden)
    {
        _prefixes = prefixes;
        _own = own;
        _hidden = hidden;
    }

    /// <summary>Makes the filter for a set of targets, given as canonical paths (<c>C:\games\g</c>).</summary>
    /// <param name="targets">The targets.</param>
    /// <param name="beginnings">What other names begin with that are to be let in, whatever follows (<c>Volume{</c>).</param>
    /// <param name="spellings">Other spellings of the targets: what lies below them is always managed code's to find.</param>
    /// <param name="hidden">Names in targets that are always managed code's to find, with all that is below them.</param>
    public static PrefixFilter Build(IEnumerable<string> targets, IEnumerable<string>? beginnings = null,
        IEnumerable<string>? spellings = null, IEnumerable<string>? hidden = null)
    {
        ILookup<bool, string> own = targets.ToLookup(IsWhole);
        byte[][] whole = [.. own[true].Select(target => BuildOne(target + '\\'))];
        IEnumerable<byte[]> others = own[false].Concat(spellings ?? []).Select(target => BuildOne(target + '\\'));
        return new PrefixFilter([.. whole, .. others, .. (beginnings ?? []).Select(BuildOne)], whole.Length,
            [.. (hidden ?? []).Select(BuildOne).DistinctBy(FilterStart.Of)]);
    }

    /// <summary>Whether a canonical path would be let in: the gate's own question, for tests and reports.</summary>
    public bool MayMatch(ReadOnlySpan<char> path)
    {
        foreach (byte[] prefix in _prefixes)
        {
            int i = 0;
            while (i < Math.Min(Capacity, path.Length) && (prefix[i] == Any || (path[i] & SameInBothCases) == prefix[i]))
                i++;
            if (i == Math.Min(Capacity, path.Length))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Hands the filter to the gates, which may be reading the one before: that one is left in memory, some hundred bytes for each time
    /// that the targets change.
    /// </summary>
    public void WriteTo(GateState* gate) => Volatile.Write(ref *(nint*)&gate->Filter, (nint)Write());

    /// <summary>The filter as gates read it, in native memory that stays.</summary>
    internal void* Write()
    {
        int count = _prefixes.Length;
        // On a cache line, which the first target's beginning then shares.
        int size = sizeof(FilterHeader) + (count * (sizeof(FilterPrefix) + sizeof(FilterStart))) + (_hidden.Length * sizeof(FilterStart));
        var filter = (FilterHeader*)NativeMemory.AlignedAlloc((nuint)size, CacheLine);
        NativeMemory.Clear(filter, (nuint)size);
        var starts = (FilterStart*)(filter + 1);
        var prefixes = (FilterPrefix*)(starts + count);
        filter->Count = (ulong)count;
        filter->Own = (ulong)_own;
        filter->Hidden = (ulong)_hidden.Length;
        var hidden = (FilterStart*)(prefixes + count);
        for (int i = 0; i < _hidden.Length; i++)
            hidden[i] = FilterStart.Of(_hidden[i]);
        for (int i = 0; i < count; i++)
        {
            byte[] prefix = _prefixes[i];
            prefixes[i].Length = (ulong)(Array.FindLastIndex(prefix, character => character != Any) + 1);
            prefix.CopyTo(new Span<byte>(prefixes[i].Characters, Capacity));
            starts[i] = FilterStart.Of(prefix);
            filter->FirstCharacters |= prefix[0] == Any ? uint.MaxValue : 1ul << prefix[0];
        }

        return filter;
    }

    /// <summary>Whether the gate compares all of it, so that it knows where the name behind it begins.</summary>
    private static bool IsWhole(string target) => target.Length < Capacity && Ascii.IsValid(target);

    private static byte[] BuildOne(string beginning)
    {
        var prefix = new byte[Capacity];
        Array.Fill(prefix, Any);
        // Other scripts' cases differ in other bits.
        for (int i = 0; i < Math.Min(Capacity, beginning.Length); i++)
        {
            if (char.IsAscii(beginning[i]))
                prefix[i] = (byte)(beginning[i] & SameInBothCases);
        }

        return prefix;
    }

    /// <summary>
    /// <c>struct rvfs_filter</c> of <c>prefix.h</c>, without the starts, the prefixes and the hidden names' starts that follow it.
    /// </summary>
    internal struct FilterHeader
    {
        public ulong Count;
        public ulong FirstCharacters;
        public ulong Own;
        public ulong Hidden;
    }

    /// <summary><c>struct rvfs_prefix</c>.</summary>
    internal struct FilterPrefix
    {
        public ulong Length;
        public fixed byte Characters[Capacity];
    }

    /// <summary><c>struct rvfs_start</c>: the first characters again, as they stand in a name.</summary>
    internal record struct FilterStart
    {
        public ulong Mask;
        public ulong Value;

        public static FilterStart Of(byte[] prefix)
        {
            FilterStart start = default;
            for (int i = 0; i < sizeof(ulong) / sizeof(char); i++)
            {
                if (prefix[i] == Any)
                    continue;
                start.Mask |= (ulong)SameInBothCases << (i * 16);
                start.Value |= (ulong)prefix[i] << (i * 16);
            }

            return start;
        }
    }
}
