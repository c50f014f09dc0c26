namespace Reloaded.VFS.Testing;

/// <summary>
/// A test of something that exists on Linux only; skipped with the reason elsewhere, and if something in <see cref="Needed"/> is missing.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxFactAttribute : FactAttribute
{
    public LinuxFactAttribute() => Skip = NotLinux!;

    public LinuxFactAttribute(Needs needed)
    {
        Needed = needed;
        Skip = (NotLinux ?? RealProcesses.WhySkip(needed))!;
    }

    public Needs Needed { get; }

    /// <summary>Gets the reason why a test of Linux is skipped here; null on Linux.</summary>
    internal static string? NotLinux => OperatingSystem.IsLinux() ? null : "about Linux, and this isn't Linux";
}
