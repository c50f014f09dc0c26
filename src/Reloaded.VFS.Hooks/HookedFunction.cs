using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Hooks;

/// <summary>A system library that has hooked functions.</summary>
internal enum HookedLibrary
{
    /// <summary><c>ntdll.dll</c>, which every process has.</summary>
    Ntdll,

    /// <summary><c>kernelbase.dll</c>, which a process may do without.</summary>
    Kernelbase,
}

/// <summary>A hooked function: a row of <c>Native/gates.def</c>, from which the list of all is generated.</summary>
/// <param name="Index">The gate, which has the function's name.</param>
/// <param name="Library">The library that exports the function.</param>
/// <param name="Handler">The managed handler, or zero if the gate does everything itself.</param>
/// <param name="IsRequired">True if the game would see wrong files without the hook.</param>
internal sealed partial record HookedFunction(GateIndex Index, HookedLibrary Library, nint Handler, bool IsRequired)
{
    /// <summary>Gets the function's name, as its library exports it.</summary>
    public string Name { get; } = Index.ToString();
}
