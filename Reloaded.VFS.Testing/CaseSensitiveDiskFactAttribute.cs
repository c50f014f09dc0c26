namespace Reloaded.VFS.Testing;

/// <summary>A test that needs a disk on which names differ by letter case; skipped with that reason elsewhere.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class CaseSensitiveDiskFactAttribute : FactAttribute
{
    public CaseSensitiveDiskFactAttribute()
    {
        if (!OperatingSystem.IsLinux())
            Skip = "this system's disks don't tell names by letter case";
    }
}
