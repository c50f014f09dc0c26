namespace Reloaded.VFS.Interop.Nt;

/// <summary>The exports of ntdll, by name; each function that is called has a type and a file of its own.</summary>
public static class NtFunctions
{
    private static readonly nint Ntdll = Modules.GetModuleHandleW("ntdll.dll");

    /// <summary>Whether the system is Wine.</summary>
    public static readonly bool IsWine = Find("wine_get_version") != 0;

    /// <summary>An export of ntdll, or zero.</summary>
    public static nint Find(string name) => Modules.GetProcAddress(Ntdll, name);
}
