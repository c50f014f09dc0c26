using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Children;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>What the handlers work with. Set once, before the first hook goes in.</summary>
internal static unsafe class HookContext
{
    /// <summary>Where paths are looked up.</summary>
    public static VirtualFileSystem Files = null!;

    /// <summary>The native part of the image.</summary>
    public static NativeServices Native;

    /// <summary>The gates' table, by <see cref="GateIndex"/>.</summary>
    public static GateSlots* Gates;

    /// <summary>Whether handles of mods' files tell their real names.</summary>
    public static volatile bool ShowsRealNames;

    /// <summary>Who follows what changes in mods on disk; null where nobody does.</summary>
    public static volatile Hooks.View.IRescanner? Follower;

    /// <summary>What becomes of the processes that this one starts; null where they aren't followed.</summary>
    public static volatile IChildProcesses? Children;

    /// <summary>Who tells programs of changes in virtual folders; null where nobody follows the mods.</summary>
    public static volatile Hooks.Watching.ChangeNotifier? Notifier;

    /// <summary>The way to the original of a hooked function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Original(GateIndex index) => Gates[(int)index].Original;
}
