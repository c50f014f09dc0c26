using System.ComponentModel;
using System.Globalization;
using System.Security;

namespace Reloaded.VFS.Diagnostics;

#pragma warning disable RS0030 // The one place that reads the texts of exceptions.

/// <summary>The causes of exceptions and system errors in the project's own words. Thread-safe.</summary>
/// <remarks>The texts of .NET and of libraries are for programmers: they name types and parameters.</remarks>
internal static class ErrorCause
{
    private const int FromWin32 = unchecked((int)0x80070000), LargestErrno = 200, ProcedureNotFound = 127;

    /// <summary>Returns the cause of an exception, a clause without a full stop: "the disk is full".</summary>
    public static string Of(Exception e) => e switch
    {
        IOwnText own => own.OwnText.TrimEnd('.'),
        FileNotFoundException or DirectoryNotFoundException or DriveNotFoundException => "it isn't there",
        PathTooLongException => "its path is too long",
        EndOfStreamException => "it ends too early",
        UnauthorizedAccessException or SecurityException => "access is denied",
        IOException => OfNumber(e.HResult),
        Win32Exception system => OfSystem(system),
        // Thrown by this project where no exception type of its own fits.
        InvalidDataException own => own.Message,
        OutOfMemoryException => "there isn't enough memory for it",
        ArgumentException or NotSupportedException => "it is no path that this system can have",
        _ => "the cause isn't known",
    };

    /// <summary>Returns the cause of an exception that opening a file threw, and considers that the name may be a folder's.</summary>
    public static string Of(Exception e, string file) =>
        e is IOException or UnauthorizedAccessException && Directory.Exists(file) ? "it is a folder" : Of(e);

    /// <summary>
    /// Returns the path that an exception of .NET's file functions is about, or null if the exception names none. .NET has the path only in
    /// the message, in quotes.
    /// </summary>
    public static string? PathOf(Exception e)
    {
        if (e is IOwnText)
            return null;
        if (e is FileNotFoundException { FileName: { Length: > 0 } file })
            return file;
        int first = e.Message.IndexOf('\'', StringComparison.Ordinal), last = e.Message.LastIndexOf('\'');
        return last - first > 1 && e.Message[(first + 1)..last] is var path && Path.IsPathRooted(path) ? path : null;
    }

    /// <summary>Returns the cause of a Windows error (<c>winerror.h</c>), in Windows' own words if the project has none.</summary>
    public static string OfWin32(int error) => Known(error) ?? new Win32Exception(error).Message.TrimEnd('.');

    // Windows' own words, or those of Reloaded.VFS.Interop: .NET's process start puts its own in front of them.
    private static string OfSystem(Win32Exception e) => !OperatingSystem.IsWindows() ? OfNumber(e.NativeErrorCode)
        : e.NativeErrorCode == ProcedureNotFound ? e.Message.TrimEnd('.')
        : OfWin32(e.NativeErrorCode);

    private static string OfNumber(int number)
    {
        string? known = (number & 0xFFFF0000) == (FromWin32 & 0xFFFF0000) ? Known(number & 0xFFFF)
            : number is > 0 and <= LargestErrno && !OperatingSystem.IsWindows() ? OfErrno(number)
            : "the system refuses it";
        return known ?? string.Create(CultureInfo.InvariantCulture,
            $"the system refuses it (error {(number > 0 ? number : number & 0xFFFF)})");
    }

    // winerror.h.
    private static string? Known(int error) => error switch
    {
        2 or 3 or 15 => "it isn't there",
        4 => "too many files are open",
        5 => "access is denied",
        8 or 14 => "there isn't enough memory for it",
        17 => "it would have to be moved to another volume",
        19 => "the volume is write-protected",
        21 => "the drive isn't ready",
        23 or 483 or 1117 => "the drive reports an error",
        32 or 33 => "another program has it open",
        38 => "it ends too early",
        39 or 112 => "the disk is full",
        50 => "the file system can't do it",
        53 or 64 or 67 or 121 => "the network doesn't answer",
        80 or 183 => "something of that name is there already",
        123 or 161 => "it is no name that the file system can have",
        145 => "the folder isn't empty",
        206 => "its path is too long",
        223 => "it is larger than the file system allows",
        267 => "it is no folder",
        1392 => "it is damaged on the disk",
        1920 => "the system can't reach it",
        _ => null,
    };

    // asm-generic/errno-base.h and errno.h.
    private static string? OfErrno(int error) => error switch
    {
        1 or 13 => "access is denied",
        2 => "it isn't there",
        5 or 117 => "the drive reports an error",
        11 or 16 or 26 => "another program has it open",
        12 => "there isn't enough memory for it",
        17 => "something of that name is there already",
        18 => "it would have to be moved to another volume",
        20 => "it is no folder",
        21 => "it is a folder",
        23 or 24 => "too many files are open",
        27 => "it is larger than the file system allows",
        28 or 122 => "the disk is full",
        30 => "the volume is write-protected",
        36 => "its name is too long",
        38 or 95 => "the file system can't do it",
        39 => "the folder isn't empty",
        40 => "links lead in a circle",
        107 or 110 or 113 or 116 => "the network doesn't answer",
        _ => null,
    };
}

/// <summary>A file or folder that can't be used, with a cause that can be shown to users: a sentence.</summary>
internal sealed class UnreadableException(string text) : IOException(text), IOwnText
{
    public string OwnText { get; } = text;
}

/// <summary>File operations whose errors the user needn't know of. Other errors, such as a wrong argument, aren't caught.</summary>
internal static class FileErrors
{
    /// <summary>Runs an action, and ignores it if a file or folder can't be read or written.</summary>
    public static void Ignore(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The caller says why it doesn't matter.
        }
    }

    /// <summary>Returns the result of a function, or another value if a file or folder can't be read or written.</summary>
    public static T Ignore<T>(Func<T> function, T otherwise)
    {
        try
        {
            return function();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return otherwise;
        }
    }
}
