using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The text of <c>rvfs_last_error</c>, one for the process. Thread-safe.</summary>
internal static unsafe class LastError
{
    /// <summary>Sets the text and returns the status.</summary>
    public static RvfsStatus Set(RvfsStatus status, string text)
    {
        fixed (char* first = text)
            NativeImports.rvfs_native_set_last_error(first, (uint)text.Length);
        return status;
    }

    /// <summary>Sets the text to that of a start's most severe diagnostic and returns the status.</summary>
    public static RvfsStatus Set(RvfsStatus status, IEnumerable<Diagnostic> diagnostics) =>
        Set(status, diagnostics.MaxBy(d => d.Severity)?.ToString() ?? "The start failed.");

    /// <summary>
    /// Runs a function of the C interface and turns every exception into a status and a text: an exception that left it would end the game.
    /// </summary>
    public static RvfsStatus Guard(Func<RvfsStatus> call)
    {
        try
        {
            return call();
        }
        catch (RvfsException e)
        {
            return Set(e.Status, e.OwnText);
        }
        catch (ArgumentException e)
        {
            return Set(RvfsStatus.InvalidArgument, Sentence(e));
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return Set(RvfsStatus.NotFound, Sentence(e));
        }
        catch (OutOfMemoryException e)
        {
            return Set(RvfsStatus.OutOfMemory, Sentence(e));
        }
        catch (Exception e)
        {
            return Set(RvfsStatus.Internal, Sentence(e));
        }
    }

    private static string Sentence(Exception e) =>
        (ErrorCause.PathOf(e) is { } place ? $"{place}: " : "") + UnexpectedError.Describe(e) + ".";
}
