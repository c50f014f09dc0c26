using System.CommandLine;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Terminal;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>The options that select the calls to show.</summary>
internal sealed class MonitorOptions
{
    private readonly Option<string?> _only = new("--only")
    {
        HelpName = "redirected|missing",
        Description = "Show only files of mods, or only names that aren't there",
    };
    private readonly Option<string?> _filter = new("--filter")
    {
        HelpName = "PATTERN",
        Description = "Show only paths with this in them; with * and ? the file's name, or its last folders and name",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        _only.AcceptOnlyFromAmong("redirected", "missing");
        command.Add(_only);
        command.Add(_filter);
    }

    /// <summary>Refuses these options if no calls are shown.</summary>
    /// <param name="result">The parsed command line.</param>
    /// <param name="monitors">True if calls are shown.</param>
    /// <exception cref="CliException">One of these options was given, but no calls are shown.</exception>
    public void Check(ParseResult result, bool monitors)
    {
        if (!monitors && ((Option[])[_only, _filter]).FirstOrDefault(option => result.GetResult(option) is not null) is { } idle)
            throw new CliException(ExitCodes.Failed, $"{idle.Name} goes with --monitor only.");
    }

    /// <summary>Returns the filter that the options specify.</summary>
    public EventFilter Read(ParseResult result) => new()
    {
        OnlyRedirected = result.GetValue(_only) == "redirected",
        OnlyMissing = result.GetValue(_only) == "missing",
        Pattern = result.GetValue(_filter),
    };
}
