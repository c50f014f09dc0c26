namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>The system's own names of handles' files. Queries for names are rarer than opens, so these methods may allocate.</summary>
internal static unsafe class RealNames
{
    private const int BufferBytes = 2048;
    private const int LargestBytes = 128 * 1024; // the longest name and its header

    // Room for the longest name in any form.
    private const int KernelBufferBytes = 64 * 1024 + 64;

    /// <summary>
    /// Writes the canonical path of a disk file's handle. Returns its length in characters; 0 if it has none, or one that doesn't fit.
    /// </summary>
    public static int GetName(nint handle, Span<char> canonical)
    {
        // Rare enough for the heap: with the caller's names, the stack would need more than its 4 KB.
        uint bytes = BufferBytes, needed = 0;
        byte* buffer = (byte*)NativeMemory.Alloc(bytes);
        NtStatus status = NtQueryObject.Exported.Invoke(handle, OBJECT_INFORMATION_CLASS.ObjectNameInformation, buffer, bytes, &needed);
        if (!status.IsSuccess() && needed > bytes && needed < LargestBytes)
        {
            buffer = (byte*)NativeMemory.Realloc(buffer, bytes = needed);
            status = NtQueryObject.Exported.Invoke(handle, OBJECT_INFORMATION_CLASS.ObjectNameInformation, buffer, bytes, &needed);
        }

        int length = 0;
        if (status.IsSuccess())
        {
            var name = (UNICODE_STRING*)buffer;
            length = DeviceNames.Current.ToCanonical(new ReadOnlySpan<char>(name->Buffer, name->Length / sizeof(char)), canonical);
        }

        NativeMemory.Free(buffer);
        return length;
    }

    /// <summary>Returns the real path of a handle, canonical; empty if it has none.</summary>
    public static string Of(nint handle)
    {
        void* buffer = NativeMemory.Alloc(VirtualPath.MaxLength, sizeof(char));
        var name = new Span<char>(buffer, VirtualPath.MaxLength);
        string real = name[..GetName(handle, name)].ToString();
        NativeMemory.Free(buffer);
        return real;
    }

    /// <summary>Returns a folder, in NT form, under the system's name for a handle of it; as it is if it can't be opened.</summary>
    public static string OfFolder(string folder) =>
        TryGet(folder, out string real) && real.Length > 0 ? NtPath.FromCanonical(real) : folder;

    /// <summary>
    /// Returns the system's name of the nearest existing parent folder of a canonical path in the game's own folder. Canonical; empty if
    /// there is none.
    /// </summary>
    public static string OfFolderAround(ReadOnlySpan<char> path)
    {
        for (ReadOnlySpan<char> folder = VirtualPath.GetParent(path); !folder.IsEmpty; folder = VirtualPath.GetParent(folder))
        {
            if (TryGet(NtPath.FromCanonicalFolder(folder), out string real))
                return real;
        }

        return "";
    }

    /// <summary>Gets the real path of a file or folder, canonical; empty if it has none. Returns false if it can't be opened.</summary>
    /// <param name="path">The path, in NT form.</param>
    public static bool TryGet(string path, out string real)
    {
        real = "";
        if (!RealFiles.TryOpen(path, out nint handle))
            return false;
        real = Of(handle);
        RealFiles.Close(handle);
        return true;
    }

    /// <summary>Returns the kernel's own name of what a disk file's handle leads to; empty if the system doesn't report it.</summary>
    public static string OfKernel(nint handle)
    {
        void* buffer = NativeMemory.Alloc(KernelBufferBytes);
        uint needed;
        NtStatus status = NtQueryObject.Exported.Invoke(handle, OBJECT_INFORMATION_CLASS.ObjectNameInformation, buffer,
            KernelBufferBytes, &needed);
        var text = (UNICODE_STRING*)buffer;
        string name = status.IsSuccess() ? new string(text->Buffer, 0, text->Length / sizeof(char)) : "";
        NativeMemory.Free(buffer);
        return name;
    }
}
