using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>The conversion of an entry's name to a path relative to the folder into which an archive is unpacked.</summary>
internal static class EntryName
{
    /// <summary>Splits a name into its parts. <c>.</c> and empty parts are left out.</summary>
    /// <param name="name">The name, with / or \.</param>
    /// <param name="leadsOut">True if the name is absolute or contains <c>..</c>, so that it leads out of the folder.</param>
    public static string[] Split(string name, out bool leadsOut)
    {
        leadsOut = name.Length > 0 && name[0] is '/' or '\\' || (name.Length > 1 && name[1] == ':' && char.IsAsciiLetter(name[0]));
        string[] parts = [.. name.Split('/', '\\').Where(part => part.Length > 0 && part != ".")];
        leadsOut |= Array.IndexOf(parts, "..") >= 0;
        return parts;
    }

    /// <summary>Returns why a Windows program couldn't open a file of this name, or null.</summary>
    /// <param name="parts">The name's parts.</param>
    public static string? WhyImpossible(string[] parts)
    {
        foreach (string part in parts)
        {
            if (ModName.WhyImpossible(part) is { } cause)
                return cause;
            if (ModName.WhyDevice(part) is { } device)
                return device;
        }

        return null;
    }
}
