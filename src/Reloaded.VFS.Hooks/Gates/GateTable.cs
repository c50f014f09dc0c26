using System.Runtime.CompilerServices;

namespace Reloaded.VFS.Hooks.Gates;

/// <summary>The native part of the image, as called by handlers. Set before the first hook goes in.</summary>
internal static unsafe class GateTable
{
    /// <summary>The functions of the native part, and the state that the gates read.</summary>
    public static NativeServices Native;

    /// <summary>The gates' table, by <see cref="GateIndex"/>.</summary>
    public static GateSlots* Gates;

    /// <summary>Gets a value indicating whether calls are let in. Another thread may change it at any time.</summary>
    public static bool IsEnabled => Volatile.Read(ref Native.Gate->Enabled) != 0;

    /// <summary>Gets a value indicating whether closing a handle may have consequences. Wait-free.</summary>
    public static bool AnyCloses
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Volatile.Read(ref Native.Gate->Closes) != 0;
    }

    /// <summary>Returns the address of a hooked function's original.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Original(GateIndex index) => Gates[(int)index].Original;
}
