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

/// <summary>One function that is hooked: a row of <c>Native/gates.def</c>, of which the list of all is made.</summary>
/// <param name="Index">The gate, named as the function is.</param>
/// <param name="Library">The library that exports the function.</param>
/// <param name="Handler">The managed handler, or zero where the gate does all by itself.</param>
/// <param name="IsRequired">Whether the game would see wrong files without it.</param>
internal sealed partial record HookedFunction(GateIndex Index, HookedLibrary Library, nint Handler, bool IsRequired)
{
    /// <summary>The function's name, as its library exports it.</summary>
    public string Name { get; } = Index.ToString();
}
