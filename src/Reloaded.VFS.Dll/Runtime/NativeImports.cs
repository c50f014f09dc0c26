using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The C part of this image (<c>Native/native.h</c>), linked in: calls are plain calls, no library is looked up.</summary>
internal static unsafe partial class NativeImports
{
    private const string Library = "reloaded_vfs_native";

    /// <summary>Fills in the addresses of what the hooks need.</summary>
    [LibraryImport(Library)]
    public static partial void rvfs_native_get_services(NativeServices* services);

    /// <summary>This image's base.</summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_native_get_module();

    /// <summary>This thread's mark; the address is valid as long as the thread lives. Null where there is no memory for it.</summary>
    [LibraryImport(Library)]
    public static partial nint* rvfs_native_get_thread_state();

    /// <summary>Sets the text of <c>rvfs_last_error</c>; longer ones are cut. Thread-safe.</summary>
    [LibraryImport(Library)]
    public static partial void rvfs_native_set_last_error(char* text, uint length);

    /// <summary>From now on the runtime's questions for functions on this thread are counted (0: no more).</summary>
    [LibraryImport(Library)]
    public static partial void rvfs_native_count_lookups(int on);

    /// <summary>How many of them were answered without the loader, and how many only the loader could answer.</summary>
    [LibraryImport(Library)]
    public static partial int rvfs_native_get_lookups(out int withoutAnswer);

    /// <summary>How often the image has asked the loader for a function or a library since it was loaded.</summary>
    [LibraryImport(Library)]
    public static partial int rvfs_native_get_questions();

    /// <summary>The function that hashes paths with AVX2 (<c>PathHash.UseImageCode</c>); null where the processor can't run it.</summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_path_hash_get_avx2();

    /// <summary>The function that makes names' keys with AVX2 (<c>PathHash.UseImageCode</c>); null likewise.</summary>
    [LibraryImport(Library)]
    public static partial nint rvfs_path_keys_get_avx2();
}
