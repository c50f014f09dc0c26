using System.CommandLine;
using Reloaded.VFS.Cli.Monitoring.Files;

namespace Reloaded.VFS.Cli.Monitoring;

/// <summary>The options that say which calls are shown.</summary>
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

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        _only.AcceptOnlyFromAmong("redirected", "missing");
        command.Add(_only);
        command.Add(_filter);
    }

    /// <summary>What was given.</summary>
    public EventFilter Read(ParseResult result) => new()
    {
        OnlyRedirected = result.GetValue(_only) == "redirected",
        OnlyMissing = result.GetValue(_only) == "missing",
        Pattern = result.GetValue(_filter),
    };
}
