using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>What the handlers work with. Set once, before the first hook goes in.</summary>
internal static unsafe class HookContext
{
    /// <summary>The native part of the image.</summary>
    public static NativeServices Native;

    /// <summary>The gates' table, by <see cref="GateIndex"/>.</summary>
    public static GateSlots* Gates;

    /// <summary>Whether handles of mods' files tell their real names.</summary>
    public static volatile bool ShowsRealNames;

    /// <summary>Whether calls are let in. Another thread may change it at any time.</summary>
    public static bool IsEnabled => Volatile.Read(ref Native.Gate->Enabled) != 0;

    /// <summary>The way to the original of a hooked function.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Original(GateIndex index) => Gates[(int)index].Original;
}
