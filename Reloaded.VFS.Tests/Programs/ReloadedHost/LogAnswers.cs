using System.Reflection;
using Reloaded.Mod.Interfaces;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>The loader's log, for the real interface or the stand-in, which has fewer members.</summary>
public class LogAnswers : DispatchProxy
{
    private List<string> _lines = [];

    /// <summary>Creates a log whose lines go to a list.</summary>
    internal static ILogger To(List<string> lines)
    {
        ILogger made = Create<ILogger, LogAnswers>();
        ((LogAnswers)made)._lines = lines;
        return made;
    }

    /// <inheritdoc/>
    protected override object? Invoke(MethodInfo? targetMethod, object?[]? args)
    {
        if (targetMethod!.Name != "WriteLine")
            throw new NotSupportedException($"the log has no {targetMethod.Name}");
        _lines.Add((string)args![0]!);
        return null;
    }
}
