using System.Numerics;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Hooks.Listing.Merging;

/// <summary>
/// 8.3 names of entries that exist only in mods. They were generated in another folder, so they are kept only if no other name in the
/// merged folder, long or short, is the same.
/// </summary>
internal static unsafe class ShortNames
{
    private const int LongestShortName = 12;

    /// <summary>Removes the 8.3 names of virtual entries that aren't unique among <paramref name="items"/>.</summary>
    internal static void ClearAmbiguous(Span<MergeItem> items, ref ListingArena arena)
    {
        int candidates = 0, withoutTilde = 0;
        foreach (ref readonly MergeItem item in items)
        {
            candidates += IsCandidate(item) ? 1 : 0;
            withoutTilde += IsCandidate(item) && !item.ShortName.Contains('~') ? 1 : 0;
        }

        if (candidates == 0)
            return;
        // The candidates by their 8.3 names; MergeItem.Index leads on to the next one with the same slot.
        int slots = (int)BitOperations.RoundUpToPowerOf2((uint)candidates * 2);
        var heads = new Span<int>(arena.Allocate(slots * sizeof(int)), slots);
        heads.Fill(-1);
        for (int i = 0; i < items.Length; i++)
        {
            if (IsCandidate(items[i]) && !TryMark(items, heads, items[i].ShortName, i))
            {
                ref int head = ref heads[SlotOf(items[i].ShortName, slots)];
                items[i].Index = head;
                head = i;
            }
        }

        // Only names that aren't longer can be the same as an 8.3 name, which nearly always has a tilde.
        for (int i = 0; i < items.Length; i++)
        {
            if (items[i].ShortNameLength > 0 && !IsCandidate(items[i]))
                TryMark(items, heads, items[i].ShortName, i);
            if (items[i].NameLength <= LongestShortName && (withoutTilde > 0 || items[i].Name.Contains('~')))
                TryMark(items, heads, items[i].Name, i);
        }

        foreach (ref MergeItem item in items)
        {
            if ((item.Flags & MergeFlags.Ambiguous) != 0)
                item.ShortNameLength = 0;
            item.Flags &= ~MergeFlags.Ambiguous;
        }
    }

    /// <summary>
    /// Marks the candidate whose 8.3 name is that of another entry, and that entry. Returns false if there is no such candidate.
    /// </summary>
    private static bool TryMark(Span<MergeItem> items, ReadOnlySpan<int> heads, ReadOnlySpan<char> name, int owner)
    {
        for (int i = heads[SlotOf(name, heads.Length)]; i >= 0; i = items[i].Index)
        {
            if (i == owner || !CaseFolding.Equals(items[i].ShortName, name))
                continue;
            items[i].Flags |= MergeFlags.Ambiguous;
            if (IsCandidate(items[owner]) && CaseFolding.Equals(items[owner].ShortName, name))
                items[owner].Flags |= MergeFlags.Ambiguous;
            return true;
        }

        return false;
    }

    private static int SlotOf(ReadOnlySpan<char> name, int slots) => (int)(PathHash.HashFolded(name) & (uint)(slots - 1));

    private static bool IsCandidate(in MergeItem item) => item.ShortNameLength > 0 && (item.Flags & MergeFlags.Virtual) != 0;
}
