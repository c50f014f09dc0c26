using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Watching;

/// <summary>When a folder's list of names last changed.</summary>
internal static unsafe class FolderTime
{
    /// <summary>
    /// The time as a FILETIME; 0 where the folder isn't there. The change time, which no program sets back (an unpacker sets the other), or
    /// where the file system has none the time of the last write.
    /// </summary>
    public static long Get(string path)
    {
        string target = NtPath.From(path);
        long* information = stackalloc long[7]; // FILE_NETWORK_OPEN_INFORMATION: creation, access, write, change
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
            return NtQueryFullAttributesFile.Exported.Invoke(&attributes, information).IsSuccess()
                ? Math.Max(information[2], information[3])
                : 0;
        }
    }

    /// <summary>The latest change of a mods folder's names, of its <c>order.txt</c> and of its <c>prefer.txt</c>.</summary>
    public static long OfOrder(string mods) => Math.Max(Get(mods),
        Math.Max(Get(Path.Join(mods, OrderFile.Name)), Get(Path.Join(mods, PreferenceFile.Name))));
}
