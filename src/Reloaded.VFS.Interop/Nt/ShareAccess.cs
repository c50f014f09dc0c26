namespace Reloaded.VFS.Interop.Nt;

/// <summary>What others may do with a file as long as it is open (<c>winnt.h</c>).</summary>
[Flags]
public enum ShareAccess : uint
{
    /// <summary>Others may not open it to read, write or delete it.</summary>
    None = 0,

    /// <summary>Read.</summary>
    FILE_SHARE_READ = 1,

    /// <summary>Write.</summary>
    FILE_SHARE_WRITE = 2,

    /// <summary>Delete and rename.</summary>
    FILE_SHARE_DELETE = 4,

    /// <summary>Read, write, delete and rename.</summary>
    All = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
}
