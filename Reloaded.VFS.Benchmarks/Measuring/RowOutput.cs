using System.CommandLine;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>What every command does with its rows: a table on the standard output, and a file if one is asked for.</summary>
public static class RowOutput
{
    /// <summary><c>--json</c>, on every command.</summary>
    public static Option<FileInfo> CreateJsonOption() => new("--json") { Description = "Write every row there too." };

    /// <summary>Writes the results.</summary>
    /// <param name="result">The command line.</param>
    /// <param name="json">The option of <see cref="CreateJsonOption"/>.</param>
    /// <param name="results">The figures.</param>
    public static int Write(ParseResult result, Option<FileInfo> json, Results results)
    {
        RowTable.Write(result.InvocationConfiguration.Output, results.Rows);
        if (result.GetValue(json) is { } file)
            results.Write(file.FullName);
        return 0;
    }
}
