namespace Reloaded.VFS.Tests.Mods;

/// <summary>A test of names or links that only Linux lets anyone make; elsewhere it says that it's skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxFactAttribute : FactAttribute
{
    public LinuxFactAttribute()
    {
        if (!OperatingSystem.IsLinux())
            Skip = "needs names or links that only Linux lets anyone make";
    }
}
