using System.Globalization;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Text.Json;
using Reloaded.VFS.Dll.Reporting;

namespace Reloaded.VFS.Dll.Host;

/// <summary>The JSON of <c>rvfs_describe</c>.</summary>
internal static class StateJson
{
    /// <summary>Returns the description of the running image. UTF-8, without a terminating zero.</summary>
    public static byte[] Write() => ReadableJson.Write(json =>
    {
        json.WriteStartObject();
        json.WriteString("version", ImageVersion.Text);
        json.WriteString("system", SystemName.Get());
        json.WriteString("instructionSet", InstructionSet.Name);
        WriteRuntime(json);
        WriteWarmUp(json);
#if CORECLR
        CoreClr.HostedRuntime.Write(json);
#endif
        VfsHost.Describe(json);
        json.WriteEndObject();
    });

    private static void WriteRuntime(Utf8JsonWriter json)
    {
        // The collector's own settings, not those that the project asked for.
        IReadOnlyDictionary<string, object> collector = GC.GetConfigurationVariables();
        json.WriteStartObject("runtime");
        json.WriteString("version", Environment.Version.ToString());
        json.WriteBoolean("native", !RuntimeFeature.IsDynamicCodeCompiled);
        json.WriteBoolean("serverCollector", GCSettings.IsServerGC);
        json.WriteBoolean("concurrentCollector",
            collector.TryGetValue("ConcurrentGC", out object? concurrent) && Convert.ToBoolean(concurrent, CultureInfo.InvariantCulture));
        json.WriteNumber("heapHardLimit",
            collector.TryGetValue("GCHeapHardLimit", out object? limit) ? Convert.ToInt64(limit, CultureInfo.InvariantCulture) : 0);
        json.WriteBoolean("invariantGlobalization", IsInvariant());
        json.WriteBoolean("eventSource",
            !AppContext.TryGetSwitch("System.Diagnostics.Tracing.EventSource.IsSupported", out bool events) || events);
        json.WriteBoolean("vector128", Vector128.IsHardwareAccelerated);
        json.WriteBoolean("vector256", Vector256.IsHardwareAccelerated);
        json.WriteNumber("heapBytes", GC.GetTotalMemory(forceFullCollection: false));
        json.WriteNumber("heapCommittedBytes", GC.GetGCMemoryInfo().TotalCommittedBytes);
        json.WriteNumber("threadAllocatedBytes", GC.GetAllocatedBytesForCurrentThread());
        json.WriteNumber("lockContentions", Monitor.LockContentionCount);
        json.WriteNumber("collections", GC.CollectionCount(0));
        json.WriteNumber("collectionMilliseconds", GC.GetTotalPauseDuration().TotalMilliseconds);
        json.WriteNumber("loaderQuestions", NativeImports.rvfs_native_get_questions());
        json.WriteEndObject();
    }

    private static void WriteWarmUp(Utf8JsonWriter json)
    {
        json.WriteStartObject("warmUp");
        json.WriteNumber("rounds", WarmUp.Rounds);
        json.WriteNumber("lookups", WarmUp.Lookups);
        json.WriteNumber("unanswered", WarmUp.Unanswered);
        json.WriteBoolean("finalizerMarked", WarmUp.IsFinalizerMarked);
        json.WriteNumber("caseTableDifferences", SystemCaseTable.Differences);
        json.WriteEndObject();
    }

    /// <summary>
    /// Determines whether globalization is invariant, by its behaviour: with a culture's data the Turkish i has no dotless upper-case form
    /// but its own.
    /// </summary>
    private static bool IsInvariant()
    {
        try
        {
            return CultureInfo.GetCultureInfo("tr-TR").TextInfo.ToUpper('i') == 'I';
        }
        catch (CultureNotFoundException)
        {
            return true;
        }
    }
}
