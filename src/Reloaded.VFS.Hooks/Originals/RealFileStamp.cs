using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Originals;

/// <summary>What the system tells of a file that changes with it.</summary>
/// <param name="Created">When it was made; times are in units of 100 ns since 1601, UTC.</param>
/// <param name="Written">When its content was last written.</param>
/// <param name="Changed">
/// When anything of it was last changed: content, streams, attributes, rights, names. No program sets it. 0 where the volume keeps none.
/// </param>
/// <param name="Size">In bytes.</param>
/// <param name="Attributes">Its attributes.</param>
internal readonly record struct RealFileStamp(long Created, long Written, long Changed, long Size, FileAttributes Attributes)
{
    /// <summary>Asks for a real file, in target form. Whether it is there.</summary>
    public static unsafe bool TryRead(ReadOnlySpan<char> path, out RealFileStamp stamp)
    {
        const int numbers = 7; // FILE_NETWORK_OPEN_INFORMATION: creation, access, write, change, allocated, size, attributes
        fixed (char* text = path)
        {
            UNICODE_STRING name;
            OBJECT_ATTRIBUTES attributes = RealFiles.Name(text, path.Length, &name);
            long* information = stackalloc long[numbers];
            bool isThere = new NtQueryFullAttributesFile(GateTable.Original(GateIndex.NtQueryFullAttributesFile))
                .Invoke(&attributes, information).IsSuccess();
            stamp = isThere
                ? new RealFileStamp(information[0], information[2], information[3], information[5], *(FileAttributes*)(information + 6))
                : default;
            return isThere;
        }
    }
}
