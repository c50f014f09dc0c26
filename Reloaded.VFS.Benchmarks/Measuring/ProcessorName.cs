using System.Text.RegularExpressions;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>The name of the processor.</summary>
public static partial class ProcessorName
{
    /// <summary>Returns the processor's own name, with the number of cores that this process may use.</summary>
    public static string Get()
    {
        string name = Read() is { } text ? Blanks().Replace(text.Trim(), " ") : "Unknown processor";
        return $"{name}, {Environment.ProcessorCount} {(Environment.ProcessorCount == 1 ? "core" : "cores")}";
    }

    /// <summary>Converts a processor's name to a part of a file name.</summary>
    public static string ToFileName(string processor) =>
        Others().Replace(processor.ToLowerInvariant().Replace("(r)", "").Replace("(tm)", ""), "-").Trim('-');

    private static string? Read()
    {
        try
        {
            return File.ReadLines("/proc/cpuinfo")
                .FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))?.Split(':', 2)[1];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER");
        }
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();

    [GeneratedRegex("[^a-z0-9.]+")]
    private static partial Regex Others();
}
