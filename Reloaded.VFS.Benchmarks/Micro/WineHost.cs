using System.Reflection;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Portability.Cpu;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Benchmarks.Micro;

/// <summary>
/// The description of the machine for BenchmarkDotNet under Wine. BenchmarkDotNet's own asks Windows' management service, which never
/// answers under Wine 8.
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

    /// <summary>Gets a value indicating whether this process runs under Wine.</summary>
    public static bool IsNeeded => OperatingSystem.IsWindows() && NtFunctions.IsWine;

    /// <summary>Installs this description instead of BenchmarkDotNet's own.</summary>
    public static void Install()
    {
        // The only way: GetCurrent creates a description only if this field is empty.
        FieldInfo current = typeof(HostEnvironmentInfo).GetField("current", BindingFlags.NonPublic | BindingFlags.Static)
            ?? throw new MissingFieldException(nameof(HostEnvironmentInfo), "current");
        current.SetValue(null, new WineHost());
    }

    private static unsafe string ReadVersion() => "Wine " + Marshal.PtrToStringUTF8((nint)WineGetVersion.Exported.Invoke());
}
