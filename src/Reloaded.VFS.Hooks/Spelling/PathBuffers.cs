using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Originals;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// The memory of one call for its names: on the stack for names of usual length, on the native heap for the rest. Lives in the handler's
/// frame; <see cref="Release"/> at its end.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct PathBuffers
{
    /// <summary>Characters in each buffer on the stack: two of them and the rest of a handler stay below 4 KB.</summary>
    public const int StackCapacity = 640;

    /// <summary>The longest name of NT, and room for a folder before it.</summary>
    public const int LargestCapacity = 2 * 32768;

    /// <summary>The virtual path.</summary>
    public char* Path;

    /// <summary>The target's name.</summary>
    public char* Backing;

    /// <summary>Characters that each has room for.</summary>
    public int Capacity;

    private void* _large;
    private nint _folder;
    private fixed char _onStack[2 * StackCapacity];

    /// <summary>Points the buffers at the stack. The structure must not move afterwards: it is a local of the caller.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void UseStack()
    {
        Path = (char*)Unsafe.AsPointer(ref _onStack[0]);
        Backing = Path + StackCapacity;
        Capacity = StackCapacity;
        _large = null;
        _folder = 0;
    }

    /// <summary>
    /// Goes over to the native heap. What was in the buffers isn't copied; the stack's part stays as it is. Throws without memory.
    /// </summary>
    public bool TryUseHeap()
    {
        if (_large is not null)
            return true;
        _large = NativeMemory.Alloc(2 * LargestCapacity, sizeof(char));
        Path = (char*)_large;
        Backing = Path + LargestCapacity;
        Capacity = LargestCapacity;
        return true;
    }

    /// <summary>Keeps a folder's handle open that the call's name is relative to, instead of the one before it.</summary>
    public void Keep(nint folder)
    {
        if (_folder != 0)
            RealFiles.Close(_folder);
        _folder = folder;
    }

    /// <summary>Gives the heap's part back, and closes the folder.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Release()
    {
        if (_large is not null)
            NativeMemory.Free(_large);
        if (_folder != 0)
            RealFiles.Close(_folder);
    }
}
