using System.Globalization;
using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The real version of Windows, whatever programs without a manifest are told, and of Wine.</summary>
internal static unsafe class WindowsVersion
{
    private const string Key = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    /// <summary>Returns one line: <c>Windows 10.0.26100.2033 (24H2, Professional)</c>, <c>..., Wine 8.0 on Linux 6.1.0</c>.</summary>
    public static string Describe(IRegistryFacts registry)
    {
        // .NET calls RtlGetVersion, which returns the real version.
        Version version = Environment.OSVersion.Version;
        string update = registry.Read(Key, "UBR") is int number ? "." + number.ToString(CultureInfo.InvariantCulture) : "";
        string[] names = [
            .. ((string[])["DisplayVersion", "EditionID", "InstallationType"]).Select(n => registry.Read(Key, n) as string ?? "")
                .Where(n => n.Length > 0)];
        return $"Windows {version.ToString(3)}{update}{(names.Length > 0 ? $" ({string.Join(", ", names)})" : "")}{Wine()}";
    }

    private static string Wine()
    {
        if (!NtFunctions.IsWine)
            return "";
        string text = ", Wine " + Marshal.PtrToStringUTF8((nint)WineGetVersion.Exported.Invoke());
        if (WineGetHostVersion.Exported.Address == 0)
            return text;
        byte* system = null, release = null;
        WineGetHostVersion.Exported.Invoke(&system, &release);
        return $"{text} on {Marshal.PtrToStringUTF8((nint)system)} {Marshal.PtrToStringUTF8((nint)release)}";
    }
}
