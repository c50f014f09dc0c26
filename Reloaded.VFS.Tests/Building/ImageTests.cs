using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>Tests of the published files' properties, read from the files themselves.</summary>
[Collection(RealProcesses.Name)]
public sealed class ImageTests
{
    [RealProcessFact]
    public void TheRuntimeInTheDLLIsSmallAndQuiet()
    {
        using var game = new LoaderGame();
        using JsonDocument description = JsonDocument.Parse(
            string.Join('\n', game.Add("loader.exe").Lines("loader.exe", ["describe", "reloaded_vfs.dll"])));
        JsonElement runtime = description.RootElement.GetProperty("runtime");
        Assert.True(runtime.GetProperty("native").GetBoolean());
        Assert.False(runtime.GetProperty("serverCollector").GetBoolean());
        Assert.False(runtime.GetProperty("concurrentCollector").GetBoolean());
        Assert.True(runtime.GetProperty("invariantGlobalization").GetBoolean());
        Assert.False(runtime.GetProperty("eventSource").GetBoolean());
        Assert.Equal(512L << 20, runtime.GetProperty("heapHardLimit").GetInt64());
        // It must run on every CPU: wider code is selected at run time, if at all.
        Assert.True(runtime.GetProperty("vector128").GetBoolean());
        Assert.False(runtime.GetProperty("vector256").GetBoolean());
        Assert.False(description.RootElement.GetProperty("started").GetBoolean());
    }

    [RealProcessFact]
    public void TheRuntimeStopsThreadsWithoutTheLoader()
    {
        using JsonDocument description = Start(("RVFS_PROVE_LOOKUPS", "1"));
        JsonElement warmUp = description.RootElement.GetProperty("warmUp");
        Assert.True(warmUp.GetProperty("lookups").GetInt32() > 0, description.RootElement.ToString());
        Assert.Equal(0, warmUp.GetProperty("unanswered").GetInt32());
    }

    [RealProcessFact]
    public void AStartHasWarmedTheRuntimeUpBeforeItHooked()
    {
        using JsonDocument description = Start();
        JsonElement warmUp = description.RootElement.GetProperty("warmUp");
        // Suspending a thread takes a while, so no start does it by default.
        Assert.Equal(0, warmUp.GetProperty("rounds").GetInt32());
        Assert.True(warmUp.GetProperty("finalizerMarked").GetBoolean());
        Assert.True(description.RootElement.GetProperty("enabled").GetBoolean());
        // The memory of the start's garbage was returned to the system.
        Assert.InRange(description.RootElement.GetProperty("runtime").GetProperty("heapCommittedBytes").GetInt64(), 1, 8 << 20);
    }

    /// <summary>The image has code for processors with AVX2 and decides at the start; what it reports is what runs.</summary>
    [RealProcessFact]
    public void WithAvx2ThePathsAreHashedByCodeThatHasItAndWithoutByTheOther()
    {
        // cl.exe compiles no such code.
        if (OperatingSystem.IsWindows())
            return;
        foreach ((string value, string expected) in ((string, string)[])[("on", HasAvx2 ? "AVX2" : "SSE4.2"), ("off", "SSE4.2")])
        {
            using JsonDocument description = Start(("RVFS_AVX2", value));
            Assert.Equal(expected, description.RootElement.GetProperty("instructionSet").GetString());
        }
    }

    private static bool HasAvx2 => File.ReadAllText("/proc/cpuinfo").Contains(" avx2 ", StringComparison.Ordinal);

    private static JsonDocument Start(params (string Name, string? Value)[] environment)
    {
        using var game = new LoaderGame();
        return JsonDocument.Parse(string.Join('\n', game.Add("loader.exe").Lines("loader.exe", ["describe", "reloaded_vfs.dll", "start"],
            environment.ToDictionary(pair => pair.Name, pair => pair.Value))));
    }

    [RealProcessFact]
    public void TheDLLSaysWhatItIs()
    {
        if (OperatingSystem.IsWindows())
        {
            FileVersionInfo version = FileVersionInfo.GetVersionInfo(PublishedArtifacts.Library);
            Assert.Equal("Reloaded VFS", version.ProductName);
            Assert.Equal("reloaded_vfs.dll", version.OriginalFilename);
            return;
        }

        string text = Encoding.Unicode.GetString(File.ReadAllBytes(PublishedArtifacts.Library));
        if (!text.Contains("VS_VERSION_INFO", StringComparison.Ordinal))
            text = Encoding.Unicode.GetString(File.ReadAllBytes(PublishedArtifacts.Library).AsSpan(1));
        foreach (string expected in new[] { "VS_VERSION_INFO", "Reloaded VFS", "reloaded_vfs.dll", "FileVersion", "LegalCopyright" })
            Assert.Contains(expected, text, StringComparison.Ordinal);
    }
}
