using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Dll.Interface;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The text of <c>rvfs_last_error</c>, one for the process. Thread-safe.</summary>
internal static unsafe class LastError
{
    /// <summary>Sets it, and hands back what the call returns.</summary>
    public static RvfsStatus Set(RvfsStatus status, string text)
    {
        fixed (char* first = text)
            NativeImports.rvfs_native_set_last_error(first, (uint)text.Length);
        return status;
    }

    /// <summary>Sets it from the gravest that a start has to tell.</summary>
    public static RvfsStatus Set(RvfsStatus status, IEnumerable<Diagnostic> diagnostics) =>
        Set(status, diagnostics.MaxBy(d => d.Severity)?.ToString() ?? "The start failed.");

    /// <summary>
    /// Runs a call of the C interface: what goes wrong in it becomes a status and a text. Nothing is thrown past it, which would end the
    /// game.
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
        (ErrorCause.PlaceOf(e) is { } place ? $"{place}: " : "") + UnexpectedError.Describe(e) + ".";
}
