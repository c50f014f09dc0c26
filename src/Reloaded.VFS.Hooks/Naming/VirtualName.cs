using Reloaded.VFS.Hooks.Overwriting;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// The name of a mod's file or folder in the merged folder, and its nearest ancestor in the game's own folder. Queries for names are rare
/// compared to opens, so this class may allocate and ask the disk.
/// </summary>
/// <remarks>The system's answers for the ancestor begin every answer about the name, in the system's form and letter case.</remarks>
internal sealed unsafe class VirtualName(nint ancestor, string rest) : IDisposable
{
    private const int NameInformationHeader = sizeof(uint);

    // Room for the longest name in any form.
    private const int BufferBytes = 64 * 1024 + 64;

    /// <summary>Gets a handle to the nearest ancestor that is the game's own; to the path itself if the game has it.</summary>
    public nint Ancestor { get; } = ancestor;

    /// <summary>Gets what follows the ancestor's name: empty, or names that only mods have, each with a backslash before it.</summary>
    public string Rest { get; } = rest;

    /// <summary>
    /// Returns the name of a tracked handle; null if the real name is the right one: the handle leads to the game's own file or folder, or
    /// real names are wanted.
    /// </summary>
    public static VirtualName? OfHandle(MergedView view, nint handle)
    {
        HandlePaths.EnsureResolved(handle, view);
        HandleEntry entry = view.Handles.Get(handle);
        if (view.ShowsRealNames || entry.Kind is not (HandleKind.File or HandleKind.Folder))
            return null;
        string real = RealNames.Of(handle);
        Snapshot snapshot = view.Files.Snapshot;
        // A file that was just written isn't known to lie there yet.
        VirtualName? name = view.Writes.Overwrite is { } overwrite && overwrite.TryGetPath(real, out string path)
                ? FindFile(view, snapshot, path, VirtualPath.GetName(path), real)
            : view.Removals.FindFile(entry) is { IsRenamed: true } followed
                ? Find(view, snapshot, followed.Path, VirtualPath.GetName(followed.Path))
            : real.Length == 0 || !snapshot.TryGetFolder(entry.PathId, out FolderView folder) ? null
            : entry.Kind == HandleKind.Folder ? OfFolder(view, snapshot, folder, real)
            : OfFile(view, snapshot, folder, real);
        GC.KeepAlive(snapshot);
        return name;
    }

    /// <summary>Returns the name of a real file by its real path, canonical; null if the game sees no mod's file of that path.</summary>
    public static VirtualName? OfRealPath(MergedView view, string real)
    {
        if (view.ShowsRealNames)
            return null;
        ReadOnlySpan<char> parent = VirtualPath.GetParent(real);
        Snapshot snapshot = view.Files.Snapshot;
        VirtualName? name = view.Writes.Overwrite is { } overwrite && overwrite.TryGetPath(real, out string path)
            ? FindFile(view, snapshot, path, VirtualPath.GetName(path), real)
            : null;
        for (int id = 0; name is null && id < snapshot.FolderCount; id++)
        {
            if (snapshot.TryGetFolder(id, out FolderView folder) && ReverseLookup.MayHaveSource(view, folder, parent)
                && ReverseLookup.IsSource(folder, parent))
                name = OfFile(view, snapshot, folder, real);
        }

        GC.KeepAlive(snapshot);
        return name;
    }

    public void Dispose() => RealFiles.Close(Ancestor);

    /// <summary>Returns the name in the object manager's form; null if the system doesn't report it.</summary>
    public string? ObjectName()
    {
        string name = RealNames.OfKernel(Ancestor);
        return name.Length > 0 ? Join(name) : null;
    }

    /// <summary>
    /// Returns the name in the form of a class that answers with a <c>FILE_NAME_INFORMATION</c>; null if the system doesn't report it.
    /// </summary>
    public string? FileName(FILE_INFORMATION_CLASS informationClass)
    {
        byte* buffer = (byte*)NativeMemory.Alloc(BufferBytes);
        try
        {
            IO_STATUS_BLOCK result;
            NtStatus status = RealFiles.Query(Ancestor, &result, buffer, BufferBytes, informationClass);
            return status.IsSuccess()
                ? Join(new ReadOnlySpan<char>(buffer + NameInformationHeader, (int)(*(uint*)buffer / sizeof(char))))
                : null;
        }
        finally
        {
            NativeMemory.Free(buffer);
        }
    }

    // A drive's root has a backslash of its own.
    private string Join(ReadOnlySpan<char> name) =>
        Rest.Length == 0 ? name.ToString() : string.Concat(NtPath.WithoutBackslash(name), Rest);

    private static VirtualName? OfFolder(MergedView view, Snapshot snapshot, FolderView folder, string real) =>
        ReverseLookup.IsSource(folder, real) ? Find(view, snapshot, folder.Path.ToString(), folder.Name) : null;

    private static VirtualName? OfFile(MergedView view, Snapshot snapshot, FolderView folder, string real)
    {
        ReadOnlySpan<char> realFolder = VirtualPath.GetParent(real), realName = VirtualPath.GetName(real);
        if (ReverseLookup.TryFindFile(folder, real, out EntryView found))
            return FindFile(view, snapshot, string.Concat(folder.Path, "\\", found.Name), found.Name, real);
        // The file existed when it was opened; its folder still does.
        return ReverseLookup.IsSource(folder, realFolder)
            ? FindFile(view, snapshot, string.Concat(folder.Path, "\\", realName), realName, real)
            : null;
    }

    /// <summary>
    /// Finds the name of a file. The letter case is the file's own if a marker beside it hides what others have under the name, or the game
    /// itself has a folder of that name: even before the marker is known.
    /// </summary>
    private static VirtualName? FindFile(MergedView view, Snapshot snapshot, string path, ReadOnlySpan<char> name, string real)
    {
        string place = NtPath.FromCanonical(real);
        bool isAnew = (RealFiles.Exists(place + HideMarker.Ending) || RealFiles.IsFolder(NtPath.FromCanonical(path)))
            && RealFiles.IsFile(place);
        return isAnew && SeenLetters.Of(view, snapshot, path, isFolder: false) is { } seen
            ? Find(view, snapshot, path, seen, isAnew: true)
            : Find(view, snapshot, path, name);
    }

    /// <summary>Finds the nearest ancestor of a path, or the path itself, that the game itself has and no mod hides.</summary>
    private static VirtualName? Find(MergedView view, Snapshot snapshot, string path, ReadOnlySpan<char> name, bool isAnew = false)
    {
        string rest = "";
        ReadOnlySpan<char> at = path;
        while (true)
        {
            if (!(isAnew && rest.Length == 0) && OwnEntry.MayBeSeen(view, at, CountedDeletions.None, hiding: snapshot)
                && RealFiles.TryOpen(NtPath.FromCanonicalFolder(at), out nint handle))
                return new VirtualName(handle, rest);
            rest = string.Concat("\\", name, rest);
            at = VirtualPath.GetParent(at);
            if (at.IsEmpty)
                return null;
            name = view.Files.TryGetPathId(at, out int id) && snapshot.TryGetFolder(id, out FolderView folder)
                ? folder.Name
                : VirtualPath.GetName(at);
        }
    }
}

/// <summary>
/// A name in the game's buffer, as the system writes it: truncated if it doesn't fit, with the lengths of the whole name. Buffers below a
/// class's fixed size are refused by the original, so they don't come here.
/// </summary>
internal static unsafe class NameResult
{
    /// <summary>
    /// Writes a <c>FILE_NAME_INFORMATION</c>, alone or at the end of a larger structure whose first <paramref name="offset"/> bytes are
    /// written already.
    /// </summary>
    /// <returns>Success, buffer overflow, or the status for invalid memory.</returns>
    public static NtStatus WriteFileName(string name, void* ioStatusBlock, byte* information, uint length, int offset)
    {
        uint bytes = (uint)(name.Length * sizeof(char));
        uint room = length - (uint)(offset + sizeof(uint));
        uint written = Math.Min(bytes, room);
        fixed (char* text = name)
        {
            if (Copy(information + offset, &bytes, sizeof(uint)) == 0 || Copy(information + offset + sizeof(uint), text, written) == 0)
                return NtStatus.STATUS_ACCESS_VIOLATION;
        }

        NtStatus status = written < bytes ? NtStatus.STATUS_BUFFER_OVERFLOW : NtStatus.STATUS_SUCCESS;
        IO_STATUS_BLOCK result;
        result.Status = (nint)status;
        result.Information = (uint)(offset + sizeof(uint)) + written;
        return Copy(ioStatusBlock, &result, (uint)sizeof(IO_STATUS_BLOCK)) == 0 ? NtStatus.STATUS_ACCESS_VIOLATION : status;
    }

    /// <summary>Writes a <c>UNICODE_STRING</c> with its text and a terminating zero.</summary>
    /// <param name="buffer">The game's buffer, of at least <see cref="ObjectNameBytes"/>.</param>
    public static NtStatus WriteObjectName(string name, byte* buffer)
    {
        UNICODE_STRING header = default;
        header.Length = (ushort)(name.Length * sizeof(char));
        header.MaximumLength = (ushort)(header.Length + sizeof(char));
        header.Buffer = (char*)(buffer + sizeof(UNICODE_STRING));
        fixed (char* text = name) // .NET's strings end in a zero, too
        {
            return Copy(header.Buffer, text, header.MaximumLength) == 0 || Copy(buffer, &header, (uint)sizeof(UNICODE_STRING)) == 0
                ? NtStatus.STATUS_ACCESS_VIOLATION
                : NtStatus.STATUS_SUCCESS;
        }
    }

    /// <summary>Returns the number of bytes that <see cref="WriteObjectName"/> needs.</summary>
    public static uint ObjectNameBytes(string name) => (uint)(sizeof(UNICODE_STRING) + (name.Length + 1) * sizeof(char));

    /// <summary>Copies to or from the game's memory. Returns 0 if the memory is invalid.</summary>
    public static int Copy(void* destination, void* source, uint bytes) => GateTable.Native.TryCopy(destination, source, bytes);
}
