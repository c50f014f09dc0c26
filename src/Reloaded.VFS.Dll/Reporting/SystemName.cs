using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>The system's name for reports.</summary>
internal static unsafe class SystemName
{
    /// <summary>Returns the name: <c>Windows 10.0.19045</c>, and <c>, Wine 8.0</c> under Wine.</summary>
    public static string Get()
    {
        string windows = $"Windows {Environment.OSVersion.Version.ToString(3)}";
        return NtFunctions.IsWine ? $"{windows}, Wine {Marshal.PtrToStringUTF8((nint)WineGetVersion.Exported.Invoke())}" : windows;
    }
}
