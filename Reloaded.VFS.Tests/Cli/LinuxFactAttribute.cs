namespace Reloaded.VFS.Tests.Cli;

/// <summary>A test of what exists on Linux only; skipped aloud elsewhere.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxFactAttribute : FactAttribute
{
    public LinuxFactAttribute() => Skip = OperatingSystem.IsLinux() ? null! : "about Linux, and this isn't Linux";
}
