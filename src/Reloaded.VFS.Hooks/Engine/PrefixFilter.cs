using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Engine;

/// <summary>
/// What the gates ask a name before they let a call in: does it agree with some target as far as both go? Letter case doesn't matter,
/// since both cases of an ASCII letter share the five bits that are compared; any other character of a target agrees with all. It may let a
/// stranger in, and never keeps a name out that lies under a target or leads to one.
/// </summary>
public sealed unsafe class PrefixFilter
{
    /// <summary>The characters of a target that are compared.</summary>
    public const int Capacity = 128;

    private const int CharactersInWord = sizeof(ulong) / sizeof(char);
    private const int Words = Capacity / CharactersInWord;
    private const ushort SameInBothCases = 31;

    private readonly (ulong[] Mask, ulong[] Value)[] _prefixes;

    private PrefixFilter((ulong[] Mask, ulong[] Value)[] prefixes) => _prefixes = prefixes;

    /// <summary>Makes the filter for a set of targets, given as canonical paths (<c>C:\games\g</c>).</summary>
    public static PrefixFilter Build(IEnumerable<string> targets) => new([.. targets.Select(BuildOne)]);

    /// <summary>Whether a canonical path would be let in: the gate's own question, for tests and reports.</summary>
    public bool MayMatch(ReadOnlySpan<char> path)
    {
        foreach ((ulong[] mask, ulong[] value) in _prefixes)
        {
            int i = 0;
            while (i < Math.Min(Capacity, path.Length) && (path[i] & At(mask, i)) == At(value, i))
                i++;
            if (i == Math.Min(Capacity, path.Length))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Hands the filter to the gates, which may be reading the one before: that one is left in memory, some hundred bytes for each time that
    /// the targets change.
    /// </summary>
    public void WriteTo(GateState* gate)
    {
        const int wordsOfHeader = 2;
        const int wordsOfOne = 1 + (2 * Words);
        const int wordsOfStart = 2;
        int count = _prefixes.Length;
        var block = (ulong*)NativeMemory.AllocZeroed((nuint)(wordsOfHeader + (count * (wordsOfOne + wordsOfStart))), sizeof(ulong));
        block[0] = (ulong)count;
        for (int i = 0; i < count; i++)
        {
            (ulong[] mask, ulong[] value) = _prefixes[i];
            var words = new Span<ulong>(block + wordsOfHeader + (i * wordsOfOne), wordsOfOne);
            words[0] = (ulong)(Array.FindLastIndex(mask, word => word != 0) + 1);
            mask.CopyTo(words[1..]);
            value.CopyTo(words[(1 + Words)..]);
            ulong* start = block + wordsOfHeader + (count * wordsOfOne) + (i * wordsOfStart);
            (start[0], start[1]) = (mask[0], value[0]);
            // A character that isn't compared may be any.
            block[1] |= At(mask, 0) == 0 ? uint.MaxValue : 1ul << (At(value, 0) & SameInBothCases);
        }

        Volatile.Write(ref *(nint*)&gate->Filter, (nint)block);
    }

    private static (ulong[] Mask, ulong[] Value) BuildOne(string target)
    {
        (ulong[] mask, ulong[] value) = (new ulong[Words], new ulong[Words]);
        for (int i = 0; i < Capacity && i <= target.Length; i++)
        {
            // Behind the target's end its members' backslash. Other scripts' cases differ in other bits.
            char character = i < target.Length ? target[i] : '\\';
            if (character >= 0x80)
                continue;
            int shift = i % CharactersInWord * 16;
            mask[i / CharactersInWord] |= (ulong)SameInBothCases << shift;
            value[i / CharactersInWord] |= (ulong)(character & SameInBothCases) << shift;
        }

        return (mask, value);
    }

    private static ushort At(ulong[] words, int index) => (ushort)(words[index / CharactersInWord] >> (index % CharactersInWord * 16));
}
