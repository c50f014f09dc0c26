namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// The real folders that contain mods' files, or folders around them. Gates and handlers know without asking the layers that a path below
/// none of them belongs to no mod. Thread-safe.
/// </summary>
/// <remarks>Folders are only added: names in a folder that mods have left are looked up in vain.</remarks>
public static unsafe class SourceRoots
{
    /// <summary>The maximum number of roots: comparing more would take longer than it saves.</summary>
    private const int Most = 32;

    private static readonly Lock s_adding = new();

    // Canonical. Null after an overflow: mods' files may be anywhere.
    private static volatile string[]? s_roots = [];

    // Paths on devices that are mounted in a folder, with the folder.
    private static (string OnDevice, string Folder)[] s_mounted = [];
    private static GateState* s_gate;

    /// <summary>Adds a real folder. Must be called before anything in it can be found.</summary>
    /// <param name="folder">The folder, in NT form.</param>
    public static void Add(string folder)
    {
        string root = NtPath.FolderToCanonical(folder).ToString();
        lock (s_adding)
        {
            if (s_roots is not { } known || Array.Exists(known, other => VirtualPath.IsSameOrBelow(root, other)))
                return;
            // Mods usually are side by side: the folder around them stands for all.
            string around = VirtualPath.GetParent(root).ToString();
            if (around.Contains('\\') && Array.Exists(known, other => CaseFolding.Equals(VirtualPath.GetParent(other), around)))
                root = around;
            string[] all = [.. known.Where(other => !VirtualPath.IsSameOrBelow(other, root)), root];
            s_roots = all.Length > Most ? null : all;
            Tell();
        }
    }

    /// <summary>Adds a volume without a drive letter. The kernel's names don't contain the folder that the volume is mounted in.</summary>
    /// <param name="device">The kernel's name of a folder (<c>\Device\HarddiskVolume5\games</c>).</param>
    /// <param name="folder">That folder's canonical path (<c>C:\mounted\games</c>).</param>
    public static void AddMounted(string device, string folder)
    {
        lock (s_adding)
        {
            int end = device.IndexOf('\\', device.IndexOf('\\', 1) + 1);
            s_mounted = [.. s_mounted, (end < 0 ? "" : NtPath.WithoutBackslash(device.AsSpan(end)).ToString(), folder)];
            Tell();
        }
    }

    /// <summary>Publishes the roots to a gate from now on.</summary>
    public static void TellGate(GateState* gate)
    {
        lock (s_adding)
        {
            s_gate = gate;
            Tell();
        }
    }

    /// <summary>Determines whether a canonical real path may be a mod's file. Takes no lock, allocates nothing.</summary>
    public static bool MayHave(ReadOnlySpan<char> real)
    {
        if (s_roots is not { } roots)
            return true;
        foreach (string root in roots)
        {
            if (VirtualPath.IsSameOrBelow(real, root))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Passes the roots to the gate without their drives, because the kernel has another name for a drive; the gate skips that name, too.
    /// </summary>
    private static void Tell()
    {
        if (s_gate is null)
            return;
        if (s_roots is not { } roots)
        {
            Volatile.Write(ref *(nint*)&s_gate->Sources, 0);
            return;
        }

        IEnumerable<string> mounted = s_mounted.SelectMany(volume => roots
            .Where(root => VirtualPath.IsSameOrBelow(root, volume.Folder))
            .Select(root => string.Concat(volume.OnDevice, root.AsSpan(volume.Folder.Length))));
        PrefixFilter filter = PrefixFilter.Build([], spellings: roots.Select(WithoutDrive).Concat(mounted));
        Volatile.Write(ref *(nint*)&s_gate->Sources, (nint)filter.Write());
    }

    private static string WithoutDrive(string root) => root.IndexOf('\\') is var end and >= 0 ? root[end..] : "";
}
