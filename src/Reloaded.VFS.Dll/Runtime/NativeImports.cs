using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The C part of this image (<c>Native/native.h</c>), linked statically: calls are direct, no library is looked up.</summary>
internal static unsafe partial class NativeImports
{
    private const string Library = "reloaded_vfs_native";

    /// <summary>Gets the addresses that the hooks need.</summary>
    [LibraryImport(Library)]
    public static partial void rvfs_native_get_services(NativeServices* services);

    /// <summary>Returns this image's base.</summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_native_get_module();

    /// <summary>
    /// Returns the address of this thread's mark, valid as long as the thread lives, or null if there is no memory for it.
    /// </summary>
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

    /// <summary>
    /// Returns the number of look-ups of functions and libraries by the image that went to the loader since it was loaded.
    /// </summary>
    [LibraryImport(Library)]
    public static partial int rvfs_native_get_questions();

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
