namespace Reloaded.VFS.Testing;

/// <summary>
/// A theory about something that exists on Linux only; skipped with the reason elsewhere, and if something in <see cref="Needed"/> is
/// missing.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxTheoryAttribute : TheoryAttribute
{
    public LinuxTheoryAttribute() => Skip = LinuxFactAttribute.NotLinux!;

    public LinuxTheoryAttribute(Needs needed)
    {
        Needed = needed;
        Skip = (LinuxFactAttribute.NotLinux ?? RealProcesses.WhySkip(needed))!;
    }

    public Needs Needed { get; }
}
