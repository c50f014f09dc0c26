namespace Reloaded.VFS.Hooks.View;

/// <summary>The virtual path that a call names, read from the game's memory once.</summary>
internal unsafe struct CapturedPath
{
    /// <summary>The rest of the <c>OBJECT_ATTRIBUTES</c>.</summary>
    public CapturedAttributes Header;

    /// <summary>The canonical path, in one of the call's buffers.</summary>
    public char* Text;

    /// <summary>The length of <see cref="Text"/>, in characters.</summary>
    public int Length;

    /// <summary>Gets the canonical path as a span, which is valid as long as the call's buffers.</summary>
    public readonly ReadOnlySpan<char> Span => new(Text, Length);

    /// <summary>Gets the path with the name of a stream, if there is one.</summary>
    public readonly ReadOnlySpan<char> Whole => new(Text, Length + StreamLength);

    /// <summary>The stable id of the known folder that the name is relative to; -1 if the name is absolute.</summary>
    public int RootPathId;

    /// <summary>The length of the path of <see cref="RootPathId"/>, in characters. Valid only for a relative name.</summary>
    public int RootLength;

    /// <summary>The number of characters after <see cref="Length"/> that name an alternate stream (<c>:stream</c>); 0 for none.</summary>
    public int StreamLength;

    /// <summary>True if <see cref="Text"/> is spelled differently than in the call; the system may not know that spelling.</summary>
    public bool IsRespelled;

    /// <summary>True if the name was a device's (<c>\Device\HarddiskVolume3\games</c>).</summary>
    public bool IsDeviceName;

    /// <summary>True if the name ended in a backslash, which the kernel refuses for a file.</summary>
    public bool HasTrailingBackslash;

    /// <summary>True if the call was already made unchanged on the game's own files: the original found no folder around it.</summary>
    public bool IsMissing;

    /// <summary>
    /// Gets a value indicating whether the name is that of a drive or volume itself (<c>\\.\C:</c>), and not of its root folder: the system
    /// opens it.
    /// </summary>
    public readonly bool IsDevice => RootPathId < 0 && !HasTrailingBackslash && !IsRespelled && !Span.Contains('\\');

    private const int TooLong = -2;

    /// <summary>
    /// Reads the name of <paramref name="objectAttributes"/>, a pointer that may be invalid. Returns false if the call goes to the original
    /// unchanged: only the kernel can answer for the name, or the name is on no drive.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCapture(void* objectAttributes, MergedView view, in NativeServices native, ref PathBuffers buffers)
    {
        // The name goes into the backing path's buffer first if a folder has to be put before it.
        fixed (CapturedAttributes* header = &Header)
        {
            int length = native.CaptureName(objectAttributes, header, buffers.Path, buffers.Capacity);
            if (length == TooLong)
            {
                buffers.UseHeap();
                length = native.CaptureName(objectAttributes, header, buffers.Path, buffers.Capacity);
            }

            // The form of nearly every name: \??\ as one word, nothing after the last name.
            if (length > 6 && Header.RootDirectory == 0 && Unsafe.ReadUnaligned<ulong>(buffers.Path) == NtPath.PrefixWord
                && buffers.Path[length - 1] != '\\')
            {
                Text = buffers.Path + NtPath.PrefixLength;
                Length = length - NtPath.PrefixLength;
                RootPathId = -1;
                StreamLength = 0;
                IsRespelled = false;
                IsDeviceName = false;
                HasTrailingBackslash = false;
                return true;
            }

            return length >= 0 && TryResolve(length, view, ref buffers);
        }
    }

    /// <summary>Captures a name that is in the path buffer already; of the header only <c>RootDirectory</c> is used.</summary>
    public bool TryResolve(int length, MergedView view, ref PathBuffers buffers)
    {
        StreamLength = 0;
        IsRespelled = false;
        IsDeviceName = false;
        return Header.RootDirectory == 0 ? FromAbsolute(buffers.Path, length, view, ref buffers) : FromRelative(length, view, ref buffers);
    }

    private bool FromAbsolute(char* name, int length, MergedView view, ref PathBuffers buffers)
    {
        RootPathId = -1;
        return NtPrefix.Length(new ReadOnlySpan<char>(name, length)) switch
        {
            0 => FromDevice(name, length, view.Devices, ref buffers),
            NtPrefix.GlobalLength => FinishUnknownToWine(name + NtPrefix.GlobalLength, length - NtPrefix.GlobalLength),
            int prefix => Finish(name + prefix, length - prefix),
        };
    }

    /// <summary>
    /// Captures a device's name (<c>\Device\HarddiskVolume3\games\g</c>): rare, so the search for the drive's letter may loop.
    /// </summary>
    private bool FromDevice(char* name, int length, DeviceNames devices, ref PathBuffers buffers)
    {
        bool hasBackslash = length > 0 && name[length - 1] == '\\';
        var canonical = new Span<char>(buffers.Backing, buffers.Capacity);
        int written = devices.ToCanonical(new ReadOnlySpan<char>(name, length), canonical[..^1]);
        if (written == 0)
            return false;
        IsDeviceName = true;
        if (hasBackslash)
            canonical[written++] = '\\';
        // The backing path will need that buffer.
        canonical[..written].CopyTo(new Span<char>(buffers.Path, buffers.Capacity));
        return FinishUnknownToWine(buffers.Path, written);
    }

    private bool FromRelative(int length, MergedView view, ref PathBuffers buffers)
    {
        // A relative name that begins with a backslash is invalid: the kernel refuses it.
        if (length > 0 && *buffers.Path == '\\')
            return false;
        HandleEntry root = HandlePaths.Resolve(Header.RootDirectory, view);
        // A call without a name opens the handle's object once more. Wine does so with files and refuses folders, whatever the other
        // parameters are.
        if (root.Kind != HandleKind.Folder || (Header.NameLength < 0 && NtFunctions.IsWine))
            return false;
        RootPathId = root.PathId;
        int folderLength = RootLength = view.Files.CopyPath(root.PathId, []);
        int total = folderLength + 1 + length;
        if (total > buffers.Capacity)
        {
            // A short name below a long folder: the name must be preserved when the buffers change.
            char* onStack = buffers.Path;
            if (length > PathBuffers.StackCapacity)
                return false;
            buffers.UseHeap();
            if (total > buffers.Capacity)
                return false;
            new ReadOnlySpan<char>(onStack, length).CopyTo(new Span<char>(buffers.Path, length));
        }

        var path = new Span<char>(buffers.Path, buffers.Capacity);
        path[..length].CopyTo(path[(folderLength + 1)..]);
        view.Files.CopyPath(root.PathId, path);
        if (length == 0)
            return Finish(buffers.Path, folderLength);
        path[folderLength] = '\\';
        return Finish(buffers.Path, total);
    }

    /// <summary>Finishes a spelling that Windows knows and Wine doesn't: in Wine the game's files are found by a drive's letter.</summary>
    private bool FinishUnknownToWine(char* text, int length)
    {
        bool isFinished = Finish(text, length);
        IsRespelled = NtFunctions.IsWine && !IsDevice;
        return isFinished;
    }

    private bool Finish(char* text, int length)
    {
        HasTrailingBackslash = length > 0 && text[length - 1] == '\\';
        Text = text;
        Length = HasTrailingBackslash ? length - 1 : length;
        return Length >= 2;
    }
}
