namespace Reloaded.VFS.Interop.Nt;

/// <summary>The records of changes in a folder (<c>winnt.h</c>).</summary>
public enum DIRECTORY_NOTIFY_INFORMATION_CLASS : uint
{
    /// <summary><c>FILE_NOTIFY_INFORMATION</c>: action and name.</summary>
    DirectoryNotifyInformation = 1,

    /// <summary><c>FILE_NOTIFY_EXTENDED_INFORMATION</c>: what the file is now, as well.</summary>
    DirectoryNotifyExtendedInformation = 2,
}
