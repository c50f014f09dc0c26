using System.Diagnostics;

namespace Reloaded.VFS.Testing;

/// <summary>Drive letters for a test, mapped by <c>subst</c> on Windows, by a link in the prefix under Wine.</summary>
public static class Drives
{
    /// <summary>Returns a free drive letter with its colon, or null if all are in use.</summary>
    public static string? FindFree()
    {
        for (char letter = 'y'; letter >= 'g'; letter--)
        {
            if (WinePrefix.IsNeeded
                ? !File.Exists(Link($"{letter}:")) && !Directory.Exists(Link($"{letter}:"))
                : !Directory.Exists($@"{letter}:\"))
                return $"{letter}:";
        }

        return null;
    }

    /// <summary>Maps a letter to a folder.</summary>
    public static void Point(string letter, string folder)
    {
        Remove(letter);
        if (WinePrefix.IsNeeded)
            Directory.CreateSymbolicLink(Link(letter), folder);
        else
            Process.Start("subst", [letter, folder]).WaitForExit();
    }

    /// <summary>Frees a letter, if it is in use.</summary>
    public static void Remove(string letter)
    {
        if (WinePrefix.IsNeeded)
        {
            if (Directory.Exists(Link(letter)))
                Directory.Delete(Link(letter));
        }
        else if (Directory.Exists(letter + @"\"))
        {
            Process.Start("subst", [letter, "/D"]).WaitForExit();
        }
    }

    private static string Link(string letter) => Path.Combine(WinePrefix.Folder, "dosdevices", letter);
}
