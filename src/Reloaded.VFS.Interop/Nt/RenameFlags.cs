namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>Flags</c> of <see cref="FILE_RENAME_INFORMATION"/> (<c>ntifs.h</c>): those that are used here.</summary>
[Flags]
public enum RenameFlags : uint
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>A file of the new name is replaced. The bit of <c>ReplaceIfExists</c> in the older classes.</summary>
    FILE_RENAME_REPLACE_IF_EXISTS = 1,
}
