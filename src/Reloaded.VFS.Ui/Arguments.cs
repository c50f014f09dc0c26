using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;

namespace Reloaded.VFS.Ui;

/// <summary>The arguments that <c>rvfs ui</c> passes. Immutable.</summary>
internal sealed record Arguments
{
    public string Launcher { get; private init; } = "";

    /// <summary>Gets the game: its folder or its program; empty if the options say it.</summary>
    public string Game { get; private init; } = "";

    public string Folder { get; private init; } = "";

    /// <summary>Gets the further options of every command, such as <c>--mods=DIR</c>.</summary>
    public IReadOnlyList<string> Options { get; private init; } = [];

    /// <summary>Gets the set that the page shows first, or an empty text.</summary>
    public string Set { get; private init; } = "";

    public bool OpensBrowser { get; private init; } = true;

    /// <summary>Gets the time without an open page after which the server ends.</summary>
    public TimeSpan Patience { get; private init; } = TimeSpan.FromMinutes(1);

    /// <summary>Gets the file for a page that needs no server, or null.</summary>
    public string? Report { get; private init; }

    /// <summary>Reads the words of <c>rvfs ui</c>, which writes each option in one word.</summary>
    public static Arguments Read(string[] words)
    {
        Arguments read = new();
        foreach (string word in words)
        {
            string value = word[(word.IndexOf('=') + 1)..];
            read = word[..(word.Length - value.Length)] switch
            {
                "launcher=" => read with { Launcher = value },
                "game=" => read with { Game = value },
                "folder=" => read with { Folder = value },
                "option=" => read with { Options = [.. read.Options, value] },
                "set=" => read with { Set = value },
                "report=" => read with { Report = value },
                "patience=" => read with { Patience = TimeSpan.FromSeconds(double.Parse(value, CultureInfo.InvariantCulture)) },
                "browser=" => read with { OpensBrowser = value != "no" },
                _ => read,
            };
        }

        return read;
    }
}

/// <summary>The user's browser.</summary>
internal static class Browser
{
    /// <summary>Prints an address, and opens it in the browser.</summary>
    /// <param name="opens">True to open a browser; false to print the address only.</param>
    public static void Open(string address, bool opens)
    {
        Console.WriteLine(address);
        Console.Out.Flush();
        if (!opens)
            return;
        try
        {
            using Process? _ = Process.Start(new ProcessStartInfo(address) { UseShellExecute = true });
        }
        catch (Exception e) when (e is Win32Exception or PlatformNotSupportedException or InvalidOperationException)
        {
            Console.Error.WriteLine("rvfs: no browser could be started. Open the address above in one, within a minute.");
        }
    }
}
