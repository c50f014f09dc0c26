using System.ComponentModel;
using System.Diagnostics;

namespace Reloaded.VFS.Ui;

/// <summary>The user's browser.</summary>
internal static class Browser
{
    /// <summary>Prints an address, and opens it in the browser.</summary>
    /// <param name="address">The address.</param>
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
