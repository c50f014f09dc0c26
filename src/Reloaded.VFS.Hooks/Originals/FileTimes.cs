using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>
/// Times of real files, with or without the hooks. .NET's own way to them looks for the time zone first: in the registry, by functions that
/// it asks the loader for.
/// </summary>
internal static unsafe class FileTimes
{
    private const int NetworkOpenNumbers = 7, WrittenNumber = 2; // FILE_NETWORK_OPEN_INFORMATION, in numbers of 64 bits

    /// <summary>Reads them, UTC. False where nothing is there, or it can't be asked.</summary>
    /// <param name="path">The file, in target form.</param>
    /// <param name="created">When it was created.</param>
    /// <param name="written">When it was last written to.</param>
    public static bool TryRead(string path, out DateTime created, out DateTime written)
    {
        (created, written) = (default, default);
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            long* information = stackalloc long[NetworkOpenNumbers];
            if (!NtQueryFullAttributesFile.Exported.Invoke(&attributes, information).IsSuccess())
                return false;
            (created, written) = (DateTime.FromFileTimeUtc(information[0]), DateTime.FromFileTimeUtc(information[WrittenNumber]));
            return true;
        }
    }
}
