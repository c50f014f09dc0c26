using System.IO.Enumeration;
using Reloaded.VFS.Mods.Events;

namespace Reloaded.VFS.Cli.Monitoring.Files;

/// <summary>A filter of the calls that are shown. Totals count all calls.</summary>
internal sealed record EventFilter
{
    /// <summary>Gets a value indicating whether only calls for files of mods are shown.</summary>
    public bool OnlyRedirected { get; init; }

    /// <summary>Gets a value indicating whether only calls for missing names are shown.</summary>
    public bool OnlyMissing { get; init; }

    /// <summary>Gets a pattern with wildcards (<c>*.dds</c>) or a part of the path; null for all.</summary>
    public string? Pattern { get; init; }

    /// <summary>Determines whether a call is shown.</summary>
    public bool Matches(FileEvent call)
    {
        if ((OnlyRedirected && !call.IsRedirected) || (OnlyMissing && !call.IsMissing))
            return false;
        if (Pattern is not { Length: > 0 } pattern)
            return true;
        // A backslash would be an escape in an expression.
        pattern = pattern.Replace('\\', '/');
        string path = call.Path.Replace('\\', '/');
        return pattern.AsSpan().IndexOfAny('*', '?') < 0
            ? path.Contains(pattern, StringComparison.OrdinalIgnoreCase)
            : FileSystemName.MatchesSimpleExpression("*/" + pattern.TrimStart('/'), path, ignoreCase: true);
    }
}
