using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// 8.3 names of entries that exist only in mods. They were generated in another folder, so they are kept only if no other name in the
/// merged folder, long or short, is the same.
/// </summary>
internal static unsafe class ShortNames
{
    private const int LongestShortName = 12;

    /// <summary>Removes the 8.3 names of virtual entries that aren't unique among <paramref name="items"/>.</summary>
    internal static void ClearAmbiguous(Span<MergeItem> items, ref ListingArena arena, ref long comparisons)
    {
        // All names that an 8.3 name can clash with, sorted: short names, and long ones of at most the same length.
        int count = 0;
        bool any = false;
        foreach (ref readonly MergeItem item in items)
        {
            count += (item.ShortNameLength > 0 ? 1 : 0) + (item.NameLength <= LongestShortName ? 1 : 0);
            any |= IsCandidate(item);
        }

        if (!any)
            return;
        var names = new Span<MergeItem>(arena.Allocate(count * sizeof(MergeItem)), count);
        int filled = 0;
        fixed (MergeItem* start = items)
        {
            for (int i = 0; i < items.Length; i++)
            {
                ref readonly MergeItem item = ref items[i];
                if (item.ShortNameLength > 0)
                    names[filled++] = Key(item.ShortNameStart, item.ShortNameLength, start + i);
                if (item.NameLength <= LongestShortName)
                    names[filled++] = Key(item.NameStart, item.NameLength, start + i);
            }

            MergeSort.Sort(names, ref arena, ref comparisons);
            for (int from = 0, to; from < names.Length; from = to)
            {
                to = from + 1;
                bool several = false;
                for (; to < names.Length && CaseFolding.Equals(names[from].Name, names[to].Name); to++)
                    several |= names[to].Record != names[from].Record;
                comparisons += to - from;
                if (several)
                    Clear(names[from..to]);
            }
        }
    }

    private static void Clear(ReadOnlySpan<MergeItem> clash)
    {
        foreach (ref readonly MergeItem key in clash)
        {
            var item = (MergeItem*)key.Record;
            if (IsCandidate(*item) && CaseFolding.Equals(item->ShortName, key.Name))
                item->ShortNameLength = 0;
        }
    }

    private static bool IsCandidate(in MergeItem item) => item.ShortNameLength > 0 && (item.Flags & MergeFlags.Virtual) != 0;

    /// <summary>Creates a sort key for a name; the record field holds the owner.</summary>
    private static MergeItem Key(char* name, int length, MergeItem* owner) =>
        new() { Record = (byte*)owner, NameStart = name, NameLength = length };
}
