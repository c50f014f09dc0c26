using System.Runtime.CompilerServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.Handles;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.View;

/// <summary>The virtual path that a call names, read from the game's memory once.</summary>
internal unsafe struct CapturedPath
{
    /// <summary>The rest of the <c>OBJECT_ATTRIBUTES</c>.</summary>
    public CapturedAttributes Header;

    /// <summary>The canonical path, in one of the call's buffers.</summary>
    public char* Text;

    /// <summary>Characters of the text.</summary>
    public int Length;

    /// <summary>The canonical path as a span: valid as long as the call's buffers.</summary>
    public readonly ReadOnlySpan<char> Span => new(Text, Length);

    /// <summary>The known folder that the name is relative to; -1 where it is absolute.</summary>
    public int RootPathId;

    /// <summary>Characters of the path of <see cref="RootPathId"/>. Counts only for a relative name.</summary>
    public int RootLength;

    /// <summary>Characters behind <see cref="Length"/> that name an alternate data stream (<c>:stream</c>); 0 for none.</summary>
    public int StreamLength;

    /// <summary>Whether <see cref="Text"/> is another spelling than the call's, which the system may not know.</summary>
    public bool IsRespelled;

    /// <summary>Whether the name was a device's (<c>\Device\HarddiskVolume3\games</c>).</summary>
    public bool IsDeviceName;

    /// <summary>Whether the name ended in a backslash: the kernel refuses that for a file.</summary>
    public bool HasTrailingBackslash;

    /// <summary>
    /// Whether the call was made already, as it came, on the game's own: the original knows no folder around the name.
    /// </summary>
    public bool IsMissing;

    /// <summary>
    /// Whether it is a drive or volume itself (<c>\\.\C:</c>), and not the folder that is its root: the system's to open.
    /// </summary>
    public readonly bool IsDevice => RootPathId < 0 && !HasTrailingBackslash && !IsRespelled && !Span.Contains('\\');

    private const int TooLong = -2;

    /// <summary>
    /// Reads the name of <paramref name="objectAttributes"/>, a pointer that may lead anywhere. False where the call goes to the original
    /// as it came: only the kernel can answer for the name, or the name is on no drive.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryCapture(void* objectAttributes, MergedView view, in NativeServices native, ref PathBuffers buffers)
    {
        // The name goes into the target's buffer first where a folder has to be put before it.
        fixed (CapturedAttributes* header = &Header)
        {
            int length = native.CaptureName(objectAttributes, header, buffers.Path, buffers.Capacity);
            if (length == TooLong)
            {
                if (!buffers.TryUseHeap())
                    return false;
                length = native.CaptureName(objectAttributes, header, buffers.Path, buffers.Capacity);
            }

            // What nearly every name is like: \??\ as one word, nothing behind the last name.
            if (length > 6 && Header.RootDirectory == 0 && Unsafe.ReadUnaligned<ulong>(buffers.Path) == NtPrefix.Word
                && buffers.Path[length - 1] != '\\')
            {
                Text = buffers.Path + NtPrefix.WordLength;
                Length = length - NtPrefix.WordLength;
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

    /// <summary>Captures a name that stands in the path buffer already; of the header <c>RootDirectory</c> counts.</summary>
    public bool TryResolve(int length, MergedView view, ref PathBuffers buffers)
    {
        StreamLength = 0;
        IsRespelled = false;
        IsDeviceName = false;
        return Header.RootDirectory == 0 ? FromAbsolute(buffers.Path, length, ref buffers) : FromRelative(length, view, ref buffers);
    }

    private bool FromAbsolute(char* name, int length, ref PathBuffers buffers)
    {
        RootPathId = -1;
        return NtPrefix.Length(new ReadOnlySpan<char>(name, length)) switch
        {
            0 => FromDevice(name, length, ref buffers),
            NtPrefix.GlobalLength => FinishUnknownToWine(name + NtPrefix.GlobalLength, length - NtPrefix.GlobalLength),
            int prefix => Finish(name + prefix, length - prefix),
        };
    }

    /// <summary><c>\Device\HarddiskVolume3\games\g</c>: rare, so that it may take the drive's letter in a loop.</summary>
    private bool FromDevice(char* name, int length, ref PathBuffers buffers)
    {
        bool hasBackslash = length > 0 && name[length - 1] == '\\';
        var canonical = new Span<char>(buffers.Backing, buffers.Capacity);
        int written = DeviceNames.Current.ToCanonical(new ReadOnlySpan<char>(name, length), canonical[..^1]);
        if (written == 0)
            return false;
        IsDeviceName = true;
        if (hasBackslash)
            canonical[written++] = '\\';
        // The target's name will want that buffer.
        canonical[..written].CopyTo(new Span<char>(buffers.Path, buffers.Capacity));
        return FinishUnknownToWine(buffers.Path, written);
    }

    private bool FromRelative(int length, MergedView view, ref PathBuffers buffers)
    {
        // A relative name that begins with a backslash is none: the kernel's to refuse.
        if (length > 0 && *buffers.Path == '\\')
            return false;
        HandleEntry root = HandlePaths.Resolve(Header.RootDirectory, view);
        // A call without a name opens what the handle leads to once more. Wine does so with files and refuses folders, whatever the other
        // parameters are.
        if (root.Kind != HandleKind.Folder || (Header.NameLength < 0 && NtFunctions.IsWine))
            return false;
        RootPathId = root.PathId;
        int folderLength = RootLength = view.Files.CopyPath(root.PathId, []);
        int total = folderLength + 1 + length;
        if (total > buffers.Capacity)
        {
            // A short name below a long folder: the name has to survive the change of buffers.
            char* onStack = buffers.Path;
            if (length > PathBuffers.StackCapacity || !buffers.TryUseHeap() || total > buffers.Capacity)
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

    /// <summary>A spelling that Windows knows and Wine doesn't: there the game's own files are found by the drive's letter.</summary>
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
