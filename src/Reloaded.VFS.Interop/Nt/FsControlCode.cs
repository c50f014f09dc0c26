namespace Reloaded.VFS.Interop.Nt;

/// <summary>What a file system is told to do by <see cref="NtFsControlFile"/>: the codes that are used here (<c>winioctl.h</c>).</summary>
public enum FsControlCode : uint
{
    /// <summary>Answers whether the volume is mounted, with success or not. Needs no access, has no buffers.</summary>
    FSCTL_IS_VOLUME_MOUNTED = 0x0009_0028,

    /// <summary>Makes a file sparse. Has no buffers.</summary>
    FSCTL_SET_SPARSE = 0x0009_00C4,

    /// <summary><see cref="FSCTL_GET_INTEGRITY_INFORMATION_BUFFER"/>: by which sums the file system checks a file's content.</summary>
    FSCTL_GET_INTEGRITY_INFORMATION = 0x0009_027C,

    /// <summary><see cref="DUPLICATE_EXTENTS_DATA"/>: has a range of a file share the clusters of another file.</summary>
    FSCTL_DUPLICATE_EXTENTS_TO_FILE = 0x0009_8344,

    /// <summary><see cref="FSCTL_SET_INTEGRITY_INFORMATION_BUFFER"/>: sets by which sums a file's content is checked.</summary>
    FSCTL_SET_INTEGRITY_INFORMATION = 0x0009_C280,
}
