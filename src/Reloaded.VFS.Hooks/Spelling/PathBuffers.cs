namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The memory for the names of one call: on the stack for names of usual length, on the native heap for longer ones.</summary>
/// <remarks>The structure is a local variable of the handler, which calls <see cref="Release"/> at its end.</remarks>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct PathBuffers
{
    /// <summary>The capacity of each buffer on the stack, in characters: two of them and the rest of a handler stay below 4 KB.</summary>
    public const int StackCapacity = 640;

    /// <summary>The capacity for the longest NT name with a folder before it, in characters.</summary>
    public const int LargestCapacity = 2 * 32768;

    public char* Path;

    /// <summary>The backing file's name.</summary>
    public char* Backing;

    /// <summary>The capacity of each buffer, in characters.</summary>
    public int Capacity;

    private void* _large;
    private nint _folder;
    private fixed char _onStack[2 * StackCapacity];

    /// <summary>Points the buffers at the stack. The structure must not move afterwards: it is a local variable of the caller.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void UseStack()
    {
        Path = (char*)Unsafe.AsPointer(ref _onStack[0]);
        Backing = Path + StackCapacity;
        Capacity = StackCapacity;
        _large = null;
        _folder = 0;
    }

    /// <summary>Switches to the native heap. The contents aren't copied; those on the stack stay. Throws if memory is short.</summary>
    public void UseHeap()
    {
        if (_large is not null)
            return;
        _large = NativeMemory.Alloc(2 * LargestCapacity, sizeof(char));
        Path = (char*)_large;
        Backing = Path + LargestCapacity;
        Capacity = LargestCapacity;
    }

    /// <summary>Keeps open the handle of a folder that the call's name is relative to, instead of the one before it.</summary>
    public void Hold(nint folder)
    {
        if (_folder != 0)
            RealFiles.Close(_folder);
        _folder = folder;
    }

    /// <summary>Frees the heap buffers, and closes the folder.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Release()
    {
        if (_large is not null)
            NativeMemory.Free(_large);
        if (_folder != 0)
            RealFiles.Close(_folder);
    }
}

/// <summary>The prefixes under which the object manager knows drive letters.</summary>
internal static class NtPrefix
{
    /// <summary>The length of <c>\GLOBAL??\</c>, in characters.</summary>
    public const int GlobalLength = 10;

    /// <summary>
    /// Returns the number of characters before the drive letter (or <c>UNC\</c>), in any letter case; 0 if the name has none of the
    /// prefixes.
    /// </summary>
    public static int Length(ReadOnlySpan<char> name)
    {
        if (name.Length > NtPath.PrefixLength && NtPath.HasPrefix(name))
            return NtPath.PrefixLength;
        return StartsWith(name, @"\DosDevices\") ? 12 : StartsWith(name, @"\GLOBAL??\") ? GlobalLength : 0;
    }

    private static bool StartsWith(ReadOnlySpan<char> name, string prefix) =>
        name.Length > prefix.Length && name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase);
}
