using System.CommandLine;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>The output of every command's rows: as a table to the standard output, and to a file on request.</summary>
public static class RowOutput
{
    /// <summary>Creates <c>--json</c>, an option of every command.</summary>
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
