using System.Text;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>The filter that the gates apply to names: does a name match a target as far as both go?</summary>
/// <remarks>
/// Letter case is ignored: both cases of an ASCII letter share the five bits that are compared, and any other character of a target matches
/// everything. The filter may let an unrelated name in, but never keeps out a name below a target or one that leads to a target.
/// </remarks>
public sealed unsafe class PrefixFilter
{
    /// <summary>The number of characters of a target that are compared.</summary>
    public const int Capacity = 128;

    private const byte SameInBothCases = 31;
    private const int CacheLine = 64;

    /// <summary>The code of a character that isn't compared: <c>PREFIX_ANY</c> of <c>prefix.h</c>.</summary>
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

    /// <summary>Builds the filter for targets, given as canonical paths (<c>C:\games\g</c>).</summary>
    /// <param name="targets">The targets.</param>
    /// <param name="beginnings">Beginnings of other names that are let in, whatever follows (<c>Volume{</c>).</param>
    /// <param name="spellings">Other spellings of the targets: names below them always enter managed code.</param>
    /// <param name="hidden">Names in targets that always enter managed code, with everything below them.</param>
    public static PrefixFilter Build(IEnumerable<string> targets, IEnumerable<string>? beginnings = null,
        IEnumerable<string>? spellings = null, IEnumerable<string>? hidden = null)
    {
        string[] own = [.. targets];
        byte[][] whole = [.. own.Where(IsWhole).Select(target => BuildOne(target + '\\'))];
        IEnumerable<byte[]> others = own.Where(target => !IsWhole(target)).Concat(spellings ?? [])
            .Select(target => BuildOne(target + '\\'));
        HashSet<FilterStart> starts = [];
        return new PrefixFilter([.. whole, .. others, .. (beginnings ?? []).Select(BuildOne)], whole.Length,
            [.. (hidden ?? []).Select(BuildOne).Where(name => starts.Add(FilterStart.Of(name)))]);
    }

    /// <summary>Determines whether a canonical path is let in: the gate's own test, for tests and reports.</summary>
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
    /// Passes the filter to the gates. They may be reading the previous filter, which is never freed: some hundred bytes for each change of
    /// the targets.
    /// </summary>
    public void WriteTo(GateState* gate) => Volatile.Write(ref *(nint*)&gate->Filter, (nint)Write());

    /// <summary>Returns the filter in the gates' format, in native memory that is never freed.</summary>
    internal void* Write()
    {
        int count = _prefixes.Length;
        // Aligned to a cache line, so that the header and the start of the first target share one.
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

    /// <summary>Determines whether the gate compares the whole target, so that it knows where the rest of the name begins.</summary>
    private static bool IsWhole(string target) => target.Length < Capacity && Ascii.IsValid(target);

    private static byte[] BuildOne(string beginning)
    {
        var prefix = new byte[Capacity];
        Array.Fill(prefix, Any);
        // The cases of other scripts' letters differ in other bits.
        for (int i = 0; i < Math.Min(Capacity, beginning.Length); i++)
        {
            if (char.IsAscii(beginning[i]))
                prefix[i] = (byte)(beginning[i] & SameInBothCases);
        }

        return prefix;
    }

    /// <summary><c>struct rvfs_filter</c> of <c>prefix.h</c>, without the starts, prefixes and hidden starts that follow.</summary>
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

    /// <summary><c>struct rvfs_start</c>: the first four characters, laid out as in a name.</summary>
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
