namespace Reloaded.VFS.Interop.Nt;

/// <summary>The exports of ntdll, by name; each function that is called has a type and a file of its own.</summary>
public static class NtFunctions
{
    /// <summary>Whether the system is Wine.</summary>
    public static bool IsWine => SystemExports.WineGetVersion != 0;

    /// <summary>
    /// Looks up all that is called by its address, so that no handler does: a look-up may wait for the loader. Call it before the first
    /// hook
    /// goes in.
    /// </summary>
    public static void FindAll() => SystemExports.FindAll();

    /// <summary>An export of ntdll, or zero.</summary>
    public static nint Find(string name) => Modules.GetProcAddress(SystemExports.Ntdll, name);
}
