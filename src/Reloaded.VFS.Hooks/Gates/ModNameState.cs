using System.Runtime.InteropServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>The names that mods have: <c>struct rvfs_mod_names</c> of <c>Native/gate.h</c>, field for field.</summary>
[StructLayout(LayoutKind.Sequential)]
public unsafe struct ModNameState
{
    /// <summary>A filter's words (<see cref="Lookup.NameFilter"/>).</summary>
    public ulong* Words;

    /// <summary>What paths are hashed with (<see cref="Hashing.PathHash"/>).</summary>
    public byte* Keys;

    /// <summary>Where it stands, other than 0, that another program wants to know of every call.</summary>
    public int* Recording;

    /// <summary>How many <see cref="Words"/> there are.</summary>
    public uint Count;
}
