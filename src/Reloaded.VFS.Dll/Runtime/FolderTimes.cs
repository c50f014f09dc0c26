using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>Times of folders, asked by name. To be called before the hooks redirect, or on a thread of the VFS.</summary>
internal static unsafe class FolderTimes
{
    private const int LastWrite = 2, Change = 3, Count = 7; // FILE_NETWORK_OPEN_INFORMATION: creation, access, write, change, ...

    /// <summary>When a folder was last written to, and when it last changed, as FILETIMEs. Whether it's there.</summary>
    public static bool TryGet(string path, out long lastWrite, out long change)
    {
        string target = NtPath.From(path);
        long* information = stackalloc long[Count];
        fixed (char* text = target)
        {
            UNICODE_STRING name = new()
            {
                Length = (ushort)(target.Length * sizeof(char)),
                MaximumLength = (ushort)(target.Length * sizeof(char)),
                Buffer = text,
            };
            OBJECT_ATTRIBUTES attributes = new()
            {
                Length = (uint)sizeof(OBJECT_ATTRIBUTES),
                ObjectName = &name,
                Attributes = ObjectAttributeFlags.OBJ_CASE_INSENSITIVE,
            };
            bool isThere = NtQueryFullAttributesFile.Exported.Invoke(&attributes, information).IsSuccess();
            (lastWrite, change) = isThere ? (information[LastWrite], information[Change]) : default;
            return isThere;
        }
    }
}
