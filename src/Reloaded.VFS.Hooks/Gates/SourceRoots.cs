using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>
/// The real folders that mods' files are in, or folders around them: what lies below none of them is no mod's, which gates and handlers
/// know
/// without a look at the layers. Folders only come; of a folder that mods have left some names are asked about in vain. Safe from any
/// thread.
/// </summary>
public static unsafe class SourceRoots
{
    /// <summary>More than these would take longer to compare than they save.</summary>
    private const int Most = 32;

    private static readonly Lock s_adding = new();

    // Canonical. Null: there were too many, and files of mods may be anywhere.
    private static volatile string[]? s_roots = [];

    // Paths on devices that are mounted in a folder, beside the folder.
    private static (string OnDevice, string Folder)[] s_mounted = [];
    private static GateState* s_gate;

    /// <summary>Adds a real folder. Call it before anything in it can be found.</summary>
    /// <param name="folder">The folder, in target form.</param>
    public static void Add(string folder)
    {
        string root = NtPath.ToCanonical(folder).TrimEnd('\\').ToString();
        lock (s_adding)
        {
            if (s_roots is not { } known || Array.Exists(known, other => VirtualPath.IsSameOrBelow(root, other)))
                return;
            // Mods lie side by side, as a rule: the folder around them stands for all.
            string around = VirtualPath.GetParent(root).ToString();
            if (around.Contains('\\') && Array.Exists(known, other => CaseFolding.Equals(VirtualPath.GetParent(other), around)))
                root = around;
            string[] all = [.. known.Where(other => !VirtualPath.IsSameOrBelow(other, root)), root];
            s_roots = all.Length > Most ? null : all;
            Tell();
        }
    }

    /// <summary>Adds a volume that no letter stands for: the kernel's names don't have the folder that it is mounted in.</summary>
    /// <param name="device">The kernel's name of a folder (<c>\Device\HarddiskVolume5\games</c>).</param>
    /// <param name="folder">That folder's canonical path (<c>C:\mounted\games</c>).</param>
    public static void AddMounted(string device, string folder)
    {
        lock (s_adding)
        {
            int end = device.IndexOf('\\', device.IndexOf('\\', 1) + 1);
            s_mounted = [.. s_mounted, (end < 0 ? "" : device[end..].TrimEnd('\\'), folder)];
            Tell();
        }
    }

    /// <summary>Has a gate know them from now on.</summary>
    public static void TellGate(GateState* gate)
    {
        lock (s_adding)
        {
            s_gate = gate;
            Tell();
        }
    }

    /// <summary>Whether a mod's file may have a real path, canonical. No lock, no allocation.</summary>
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
    /// Gives the gate the roots without their drives: the kernel has another name for a drive, which the gate leaves out, too.
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
