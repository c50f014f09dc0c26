using System.Reflection;

namespace Reloaded.VFS.Cli.Terminal;

/// <summary>The version of this build.</summary>
internal static class CliVersion
{
    /// <summary>As <c>rvfs --version</c> prints it, without the commit.</summary>
    public static string Text { get; } =
        typeof(CliVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
            ?? "0.0.0";
}
