using System.IO.Enumeration;
using System.Security;

namespace Reloaded.VFS.Mods.Scanning;

/// <summary>Receives one name of a folder. The span is valid during the call only.</summary>
/// <param name="name">The name.</param>
/// <param name="isFolder">True if the name is a folder's, or that of a link to one.</param>
/// <param name="isFolderLink">True if the name is that of a link (symbolic link, junction) to a folder.</param>
internal delegate void FolderEntryAction(ReadOnlySpan<char> name, bool isFolder, bool isFolderLink);

/// <summary>Lists one folder: every name, including hidden ones, without an object or a query to the disk for each.</summary>
/// <remarks>Linux is called directly (<see cref="LinuxFolderReader"/>), which is faster than .NET's enumeration, with one result.</remarks>
internal static class FolderReader
{
    // The default options skip hidden files and don't report that a folder can't be read.
    private static readonly EnumerationOptions Options = new()
    {
        AttributesToSkip = 0,
        IgnoreInaccessible = false,
        RecurseSubdirectories = false,
        ReturnSpecialDirectories = false,
        BufferSize = 64 * 1024,
    };

    /// <summary>Calls <paramref name="action"/> for each name of a folder, in the order of the file system.</summary>
    /// <exception cref="IOException">The folder can't be read or isn't one.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder may not be read.</exception>
    public static void Read(string folder, FolderEntryAction action)
    {
        if (!LinuxFolderReader.TryRead(folder, action))
            Enumerate(folder, action);
    }

    /// <summary>Does the same as <see cref="Read"/> with .NET's enumeration, on every system.</summary>
    internal static void Enumerate(string folder, FolderEntryAction action)
    {
        var entries = new FileSystemEnumerable<object?>(
            folder,
            (ref FileSystemEntry entry) =>
            {
                bool isFolder = entry.IsDirectory;
                // Links are looked for only among folders, because on Linux attributes cost a system call each.
                action(entry.FileName, isFolder, isFolder && (entry.Attributes & FileAttributes.ReparsePoint) != 0);
                return null;
            },
            Options);
        foreach (object? _ in entries)
        {
        }
    }

    /// <summary>Does the same as <see cref="Read"/>, but returns the file system's exception, or null if there was none.</summary>
    public static Exception? TryRead(string folder, FolderEntryAction action)
    {
        try
        {
            Read(folder, action);
            return null;
        }
        catch (Exception e) when (IsFileSystemError(e))
        {
            return e;
        }
    }

    /// <summary>Determines whether an exception is about the disk and what is on it.</summary>
    public static bool IsFileSystemError(Exception e) =>
        e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException or SecurityException;

    /// <summary>Determines whether an exception says that another handle has the folder open without sharing it.</summary>
    public static bool IsSharingViolation(Exception e) => e is IOException { HResult: unchecked((int)0x80070020) };

    /// <summary>Returns a description of what went wrong, for people.</summary>
    public static string Describe(Exception e) =>
        e is UnauthorizedAccessException or SecurityException ? "reading it is not allowed" : ErrorCause.Of(e);
}
