using Reloaded.VFS.Hooks.Engine;

namespace Reloaded.VFS.Hooks;

/// <summary>What the handlers work with. Set once, before the first hook goes in.</summary>
internal static unsafe class HookContext
{
    /// <summary>Where paths are looked up.</summary>
    public static VirtualFileSystem Files = null!;

    /// <summary>The native part of the image.</summary>
    public static NativeServices Native;

    /// <summary>The way to the original of a hooked function.</summary>
    public static nint Original(GateIndex index) => Native.GetGate((int)index)->Original;
}
