namespace Reloaded.VFS.Paths;

/// <summary>
/// Turns a host path into the form that redirected calls carry: on Windows an NT path (<see cref="NtPath"/>). All members are pure.
/// </summary>
public static class TargetForm
{
    /// <summary>The NT form of an absolute Windows path: <see cref="NtPath.From"/>.</summary>
    /// <exception cref="ArgumentException">The path is not absolute.</exception>
    public static string Windows(string path) => NtPath.From(path);

    /// <summary>The path as it is: for tools that only display targets.</summary>
    public static string Host(string path) => path;
}
