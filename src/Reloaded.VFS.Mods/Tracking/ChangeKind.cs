namespace Reloaded.VFS.Mods.Tracking;

/// <summary>What a watch says about a name: the values of <c>FILE_ACTION_*</c> (<c>winnt.h</c>).</summary>
internal enum ChangeKind
{
    /// <summary>It has appeared.</summary>
    Added = 1,

    /// <summary>It is gone.</summary>
    Removed = 2,

    /// <summary>What it names has changed; the name itself hasn't.</summary>
    Modified = 3,

    /// <summary>It is gone: something was renamed or moved away.</summary>
    RenamedFrom = 4,

    /// <summary>It has appeared: something was renamed or moved to it.</summary>
    RenamedTo = 5,
}
