namespace Reloaded.VFS.Paths;

/// <summary>
/// The conversion of a host path to the form that redirected calls use: on Windows an NT path (<see cref="NtPath"/>). All members are pure.
/// </summary>
public static class TargetForm
{
    /// <summary>Returns the NT form of an absolute Windows path (<see cref="NtPath.From"/>).</summary>
    /// <exception cref="ArgumentException">The path is not absolute.</exception>
    public static string Windows(string path) => NtPath.From(path);

    /// <summary>Returns the path unchanged: for tools that only display targets.</summary>
    public static string Host(string path) => path;
}
