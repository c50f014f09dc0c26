using System.Runtime;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Reloaded.VFS.Dll.CoreClr;

/// <summary>The microseconds that each part of the runtime's start took (<c>struct rvfs_coreclr_times</c>).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct HostTimes
{
    /// <summary>Loading <c>coreclr.dll</c> and what it imports.</summary>
    public uint Load;

    /// <summary><c>coreclr_initialize</c>.</summary>
    public uint Initialize;

    /// <summary>Finding and calling the first managed function.</summary>
    public uint Bind;
}

/// <summary>The part of <c>rvfs_describe</c> about the CoreCLR that the image has loaded.</summary>
internal static unsafe partial class HostedRuntime
{
    private static long s_compiledByStart;

    /// <summary>Notes what was compiled until now. Call it at the end of a start.</summary>
    public static void StartEnded() => s_compiledByStart = JitInfo.GetCompiledMethodCount();

    [LibraryImport("reloaded_vfs_native")]
    private static partial void rvfs_coreclr_get_times(HostTimes* times);

    /// <summary>Writes the object <c>coreClr</c>.</summary>
    public static void Write(Utf8JsonWriter json)
    {
        long compiled = JitInfo.GetCompiledMethodCount();
        HostTimes times;
        rvfs_coreclr_get_times(&times);
        json.WriteStartObject("coreClr");
        json.WriteNumber("loadMilliseconds", times.Load / 1000.0);
        json.WriteNumber("initializeMilliseconds", times.Initialize / 1000.0);
        json.WriteNumber("bindMilliseconds", times.Bind / 1000.0);
        json.WriteNumber("compiledByStart", s_compiledByStart);
        json.WriteNumber("compiledBeforeAnswer", compiled);
        json.WriteNumber("compileMilliseconds", JitInfo.GetCompilationTime().TotalMilliseconds);
        json.WriteEndObject();
    }
}
