namespace Reloaded.VFS.Testing;

/// <summary>A test of what exists on Linux only; skipped aloud elsewhere, and where something in <see cref="Needed"/> is missing.</summary>
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

    /// <summary>Why a test of Linux is skipped here; null on Linux.</summary>
    internal static string? NotLinux => OperatingSystem.IsLinux() ? null : "about Linux, and this isn't Linux";
}
