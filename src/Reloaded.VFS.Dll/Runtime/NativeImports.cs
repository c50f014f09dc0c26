using System.Runtime.InteropServices;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The C part of this image (<c>Native/native.h</c>), linked statically: calls are direct, no library is looked up.</summary>
internal static unsafe partial class NativeImports
{
    private const string Library = "reloaded_vfs_native";

    [LibraryImport(Library)]
    private static partial void rvfs_native_get_services(NativeServices* services);

    /// <summary>Gets the functions and the state that the hooks need.</summary>
    public static NativeServices Services
    {
        get
        {
            NativeServices services;
            rvfs_native_get_services(&services);
            return services;
        }
    }

    /// <summary>Returns this image's base.</summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_native_get_module();

    /// <summary>Returns the address of this thread's mark, valid while the thread lives, or null if there is no memory for it.</summary>
    [LibraryImport(Library)]
    public static partial nint* rvfs_native_get_thread_state();

    /// <summary>Sets the text of <c>rvfs_last_error</c>, truncated if too long. Thread-safe.</summary>
    [LibraryImport(Library)]
    public static partial void rvfs_native_set_last_error(char* text, uint length);

    /// <summary>Starts (or with 0 stops) counting the runtime's look-ups of functions on this thread.</summary>
    [LibraryImport(Library)]
    public static partial void rvfs_native_count_lookups(int on);

    /// <summary>
    /// Returns the number of look-ups answered without the loader, and gets the number of those that only the loader could answer.
    /// </summary>
    [LibraryImport(Library)]
    public static partial int rvfs_native_get_lookups(out int withoutAnswer);

    /// <summary>Returns the number of look-ups of functions and libraries by the image that went to the loader since its load.</summary>
    [LibraryImport(Library)]
    public static partial int rvfs_native_get_questions();

    /// <summary>Returns the version. It has no arguments, so all calling conventions are the same for it.</summary>
    [LibraryImport(Library)]
    public static partial char* rvfs_version_string();

    /// <summary>
    /// Returns the function that hashes paths with AVX2 (<c>PathHash.UseImageCode</c>), or null if the processor can't run it.
    /// </summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_path_hash_get_avx2();

    /// <summary>
    /// Returns the function that makes names' keys with AVX2 (<c>PathHash.UseImageCode</c>), or null if the processor can't run it.
    /// </summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_path_keys_get_avx2();
}

/// <summary>The text of <c>rvfs_last_error</c>, one for the process. Thread-safe.</summary>
internal static unsafe class LastError
{
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
