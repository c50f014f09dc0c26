using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Dll.Runtime;

/// <summary>The file that this image was loaded from.</summary>
internal static unsafe class ImageFile
{
    private const int LongestPath = 32767;

    /// <summary>Gets the image's path as the loader knows it, or null if the system doesn't tell.</summary>
    public static string? Path { get; } = Find();

    private static string? Find()
    {
        char[] buffer = new char[LongestPath];
        fixed (char* text = buffer)
        {
            uint length = Modules.GetModuleFileNameW(NativeImports.rvfs_native_get_module(), text, (uint)buffer.Length);
            return length is 0 or LongestPath ? null : ModulePath.Complete(new string(text, 0, (int)length));
        }
    }
}
