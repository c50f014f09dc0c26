using System.CommandLine;
using Reloaded.VFS.Benchmarks.Inputs;
using Reloaded.VFS.Benchmarks.Logging;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Contention;

/// <summary>The commands <c>contention</c> and <c>logging</c>: several threads for a fixed time each.</summary>
public static class ContentionCommand
{
    /// <summary>Creates <c>contention</c>.</summary>
    public static Command CreateContention() => Create("contention",
        "Readers beside a writer, through this design and through locks of six kinds.", 1000, (duration, say) =>
        new ContentionRun(TreeGenerator.Create(TreeShape.Steam), duration).Measure(ContentionRun.ThreadCounts, say).ToArray(),
        ContentionTable.Write, (results, rows) => results with { Contention = rows });

    /// <summary>Creates <c>logging</c>.</summary>
    public static Command CreateLogging() => Create("logging",
        "Logging on the hot path in four ways, and what it does to look-ups beside it.", 1000, (duration, say) =>
        new LoggingRun(TreeGenerator.Create(TreeShape.Steam), duration).Measure(ContentionRun.ThreadCounts, say).ToArray(),
        LoggingTable.Write, (results, rows) => results with { Logging = rows });

    private static Command Create<T>(string name, string description, int milliseconds, Func<TimeSpan, Action<string>, T[]> measure,
        Action<TextWriter, IEnumerable<T>> write, Func<Results, T[], Results> put)
    {
        var duration = new Option<int>("--milliseconds")
        {
            Description = "How long each line of the table is measured.",
            DefaultValueFactory = _ => milliseconds,
        };
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        Command command = new(name, description) { duration, json };
        command.SetAction(result =>
        {
            T[] rows = measure(TimeSpan.FromMilliseconds(result.GetValue(duration)), Console.Error.WriteLine);
            write(result.InvocationConfiguration.Output, rows);
            if (result.GetValue(json) is { } file)
                put(Results.Of($"{name} --milliseconds {result.GetValue(duration)}", []), rows).Write(file.FullName);
        });
        return command;
    }
}
