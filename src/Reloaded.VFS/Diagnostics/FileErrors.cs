namespace Reloaded.VFS.Diagnostics;

/// <summary>The errors of files and folders that nobody has to know of. Others, such as a wrong argument, aren't caught.</summary>
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
