using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.View;

/// <summary>
/// A second look-up for a name that no mod supplies as it is spelled: with one backslash behind the drive, through another spelling of the target, with real names for 8.3
/// names, without the name of an alternate data stream, or as what the game itself deleted before. Most names have nothing of the kind.
/// </summary>
internal static unsafe class PathNormalizer
{
    /// <summary>
    /// Looks a captured path up, respelled where that finds more. Whether what was found is the place beside another file that the name belongs to
    /// (<see cref="CompanionNames"/>), which may be empty.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Lookup(Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers, LookupResult* found)
    {
        snapshot.Lookup(path.Text, path.Length, found);
        return (found->Kind is LookupKind.Outside or LookupKind.Miss || (VacatedNames.Any && found->Kind is LookupKind.File or LookupKind.Folder)
            || CompanionNames.MayBe(ref *path.Text, path.Length)) && Again(snapshot, ref path, ref buffers, ref *found);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Again(Snapshot snapshot, ref CapturedPath path, ref PathBuffers buffers, ref LookupResult found)
    {
        // Where a drive's root is a target, the empty name in it is none that mods have.
        if (found.Kind is LookupKind.Outside or LookupKind.Miss && path.RootPathId < 0 && HasDoubledRoot(path))
        {
            Replace(ref path, ref buffers, string.Concat(path.Span[..2], path.Span[3..]));
            snapshot.Lookup(path.Span, out found);
        }

        // What lies in no target is the system's to find, or not, as it is spelled.
        if (found.Kind == LookupKind.Outside && path.IsRespelled)
            path.IsRespelled = TargetPaths.Contain(snapshot, path.Span);
        if (found.Kind == LookupKind.Outside && path.RootPathId < 0 && !path.IsDevice
            && PathAliases.TryFind(path.Span, out int length, out string canonical))
        {
            Replace(ref path, ref buffers, string.Concat(canonical, new ReadOnlySpan<char>(path.Text + length, path.Length - length)));
            snapshot.Lookup(path.Span, out found);
        }

        // Behind the drive's colon.
        var text = new ReadOnlySpan<char>(path.Text + 2, path.Length - 2);
        if (found.Kind is LookupKind.Outside or LookupKind.Miss && text.IndexOfAny('~', ':') >= 0)
        {
            if (ShortName.MayBeIn(text) && LongNames.Expand(path.Span, snapshot) is { } expanded)
            {
                Replace(ref path, ref buffers, expanded);
                snapshot.Lookup(expanded, out found);
            }

            if (found.Kind == LookupKind.Miss)
                found = WithoutStream(snapshot, ref path, found);
        }

        if (VacatedNames.Any)
            VacatedNames.Uncover(snapshot, VirtualPath.GetName(path.Span), ref found);
        return found.Kind is LookupKind.Miss or LookupKind.File && CompanionNames.MayBe(ref *path.Text, path.Length) && path.StreamLength == 0
            && TryPlaceBesideOwner(snapshot, in path, in buffers, ref found);
    }

    /// <summary>Puts the place beside the mod's file that a name belongs to in the place of what was found.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryPlaceBesideOwner(Snapshot snapshot, in CapturedPath path, in PathBuffers buffers, ref LookupResult found)
    {
        if (!CompanionNames.TryFindOwner(snapshot, path.Span, in found, out LookupResult owner, out int ending))
            return false;
        ReadOnlySpan<char> target = TargetText.Of(owner), name = VirtualPath.GetName(path.Span);
        char* text = path.Text + path.Length - name.Length;
        if (!CaseFolding.Equals(target[^owner.TargetNameLength..], name[..^ending]))
        {
            // A single file that was laid over another name: the rest of the path's buffer takes its companion's.
            int length = owner.TargetNameLength + ending;
            text = buffers.Path + buffers.Capacity - length;
            if (text < path.Text + path.Length)
                return false;
            target[^owner.TargetNameLength..].CopyTo(new Span<char>(text, length));
            name[^ending..].CopyTo(new Span<char>(text + owner.TargetNameLength, ending));
            name = new ReadOnlySpan<char>(text, length);
        }

        found = owner;
        found.TargetName = (byte*)text;
        found.TargetNameIsWide = true;
        found.TargetNameLength = name.Length;
        return true;
    }

    /// <summary>
    /// <c>C:\\games\g</c>: the file systems take two backslashes at a name's beginning for one, and refuse more of them, or two elsewhere
    /// (Windows Driver Samples, fastfat, create.c; Wine does the same). Of <c>C:\\</c> itself one stands apart already.
    /// </summary>
    private static bool HasDoubledRoot(in CapturedPath captured)
    {
        ReadOnlySpan<char> path = captured.Span;
        if (path.Length < 3 || path[1] != ':' || path[2] != '\\')
            return false;
        return path.Length == 3 ? captured.HasTrailingBackslash : path.Length > 4 && path[3] == '\\' && path[4] != '\\';
    }

    /// <summary><c>a.dds:stream</c>: the stream of the file that the game sees under the name.</summary>
    private static LookupResult WithoutStream(Snapshot snapshot, ref CapturedPath path, in LookupResult miss)
    {
        var text = path.Span;
        int name = text.LastIndexOf('\\') + 1;
        int colon = text[name..].IndexOf(':');
        if (colon <= 0)
            return miss;
        LookupResult found = snapshot.Lookup(text[..(name + colon)]);
        if (found.Kind != LookupKind.File)
            return miss;
        path.StreamLength = path.Length - (name + colon);
        path.Length = name + colon;
        return found;
    }

    private static void Replace(ref CapturedPath path, ref PathBuffers buffers, string spelling)
    {
        // The longest name of NT and a folder before it have room there.
        if (spelling.Length > buffers.Capacity)
            buffers.TryUseHeap();
        spelling.CopyTo(new Span<char>(buffers.Path, buffers.Capacity));
        path.Text = buffers.Path;
        path.Length = spelling.Length;
        path.IsRespelled = true;
    }
}
