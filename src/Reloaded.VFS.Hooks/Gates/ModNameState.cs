using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>The names that mods have: <c>struct rvfs_mod_names</c> of <c>Native/gate.h</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct ModNameState
{
    /// <summary>The filter's words (<see cref="Lookup.NameFilter"/>).</summary>
    public ulong* Words;

    /// <summary>The keys that paths are hashed with (<see cref="Hashing.PathHash"/>).</summary>
    public byte* Keys;

    /// <summary>The address of a value that isn't 0 while another program records every call.</summary>
    public int* Recording;

    /// <summary>The number of <see cref="Words"/>.</summary>
    public uint Count;
}
