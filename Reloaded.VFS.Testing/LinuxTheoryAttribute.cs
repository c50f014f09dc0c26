namespace Reloaded.VFS.Testing;

/// <summary>A theory about what exists on Linux only; skipped aloud elsewhere.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxTheoryAttribute : TheoryAttribute
{
    public LinuxTheoryAttribute() => Skip = LinuxFactAttribute.NotLinux!;
}
