namespace Reloaded.VFS.Dll.Start;

/// <summary>The origins of a start.</summary>
internal enum StartOrigin
{
    /// <summary>The DLL itself: it was loaded, and no export was called.</summary>
    Automatic,

    /// <summary>A caller that leaves everything to the configuration beside the game.</summary>
    BesideGame,

    /// <summary>A caller that passes options or a configuration file.</summary>
    Arguments,
}
