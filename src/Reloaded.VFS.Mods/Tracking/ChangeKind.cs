namespace Reloaded.VFS.Mods.Tracking;

/// <summary>What a watch says about a name: the values of <c>FILE_ACTION_*</c> (<c>winnt.h</c>).</summary>
internal enum ChangeKind
{
    /// <summary>A name has appeared.</summary>
    Added = 1,

    /// <summary>A name is gone.</summary>
    Removed = 2,

    /// <summary>What it names has changed; the name itself hasn't.</summary>
    Modified = 3,

    /// <summary>A name is gone: something was renamed or moved away.</summary>
    RenamedFrom = 4,

    /// <summary>A name has appeared: something was renamed or moved to it.</summary>
    RenamedTo = 5,
}
