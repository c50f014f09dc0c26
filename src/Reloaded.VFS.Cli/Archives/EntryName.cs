using Reloaded.VFS.Mods.Names;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>An entry's name as a path below the folder that an archive is unpacked into.</summary>
internal static class EntryName
{
    /// <summary>Splits a name into its parts; <c>.</c> and empty parts are left out.</summary>
    /// <param name="name">The name, with / or \.</param>
    /// <param name="leadsOut">Whether it is absolute or has a <c>..</c>: it names a place outside the folder.</param>
    public static string[] Split(string name, out bool leadsOut)
    {
        leadsOut = name.Length > 0 && name[0] is '/' or '\\' || (name.Length > 1 && name[1] == ':' && char.IsAsciiLetter(name[0]));
        string[] parts = [.. name.Split('/', '\\').Where(part => part.Length > 0 && part != ".")];
        leadsOut |= Array.IndexOf(parts, "..") >= 0;
        return parts;
    }

    /// <summary>Why a Windows program couldn't open what has this name; null where it could.</summary>
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
