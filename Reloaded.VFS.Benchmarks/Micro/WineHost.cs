using System.Reflection;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Portability.Cpu;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>
/// What BenchmarkDotNet says of the machine, under Wine: it asks Windows' management service otherwise, and under Wine 8 there never is an
/// answer.
/// </summary>
internal sealed class WineHost : HostEnvironmentInfo
{
    private WineHost()
    {
        OsVersion = new(ReadVersion);
        CpuInfo = new(() => new CpuInfo(ProcessorName.Get(), null, null, null, null, null, null));
        DotNetSdkVersion = new("");
        VirtualMachineHypervisor = new((BenchmarkDotNet.Portability.VirtualMachineHypervisor)null!);
    }

    /// <summary>Whether this process runs under Wine.</summary>
    public static bool IsNeeded => OperatingSystem.IsWindows() && NtFunctions.IsWine;

    /// <summary>Puts it in the place of what BenchmarkDotNet would make.</summary>
    public static void Install()
    {
        // There is no other way in: GetCurrent makes one where this field has none.
        FieldInfo current = typeof(HostEnvironmentInfo).GetField("current", BindingFlags.NonPublic | BindingFlags.Static)
            ?? throw new MissingFieldException(nameof(HostEnvironmentInfo), "current");
        current.SetValue(null, new WineHost());
    }

    private static unsafe string ReadVersion() => "Wine " + Marshal.PtrToStringUTF8((nint)WineGetVersion.Exported.Invoke());
}
