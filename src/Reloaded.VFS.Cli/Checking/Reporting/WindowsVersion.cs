using System.Globalization;
using System.Runtime.InteropServices;
using Reloaded.VFS.Cli.Checking.Facts;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>Which Windows this really is, whatever it tells programs without a manifest; and which Wine where it is one.</summary>
internal static unsafe class WindowsVersion
{
    private const string Key = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    /// <summary>One line: <c>Windows 10.0.26100.2033 (24H2, Professional)</c>, <c>..., Wine 8.0 on Linux 6.1.0</c>.</summary>
    public static string Describe(IRegistryFacts registry)
    {
        // .NET asks RtlGetVersion, which doesn't lie.
        Version version = Environment.OSVersion.Version;
        string update = registry.Read(Key, "UBR") is int number ? "." + number.ToString(CultureInfo.InvariantCulture) : "";
        string[] names = [.. ((string[])["DisplayVersion", "EditionID", "InstallationType"]).Select(n => registry.Read(Key, n) as string ?? "").Where(n => n.Length > 0)];
        return $"Windows {version.ToString(3)}{update}{(names.Length > 0 ? $" ({string.Join(", ", names)})" : "")}{Wine()}";
    }

    private static string Wine()
    {
        nint ntdll = NativeLibrary.Load("ntdll");
        if (!NativeLibrary.TryGetExport(ntdll, "wine_get_version", out nint version))
            return "";
        string text = ", Wine " + Marshal.PtrToStringUTF8((nint)((delegate* unmanaged<byte*>)version)());
        if (!NativeLibrary.TryGetExport(ntdll, "wine_get_host_version", out nint host))
            return text;
        byte* system = null, release = null;
        ((delegate* unmanaged<byte**, byte**, void>)host)(&system, &release);
        return $"{text} on {Marshal.PtrToStringUTF8((nint)system)} {Marshal.PtrToStringUTF8((nint)release)}";
    }
}
