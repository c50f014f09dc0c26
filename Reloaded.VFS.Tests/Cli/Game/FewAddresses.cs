namespace Reloaded.VFS.Tests.Cli.Game;

/// <summary>Creates programs that can't use more than 2 GB of addresses, as the linker's <c>/LARGEADDRESSAWARE:NO</c> does.</summary>
internal static class FewAddresses
{
    /// <summary>Copies a program without <c>IMAGE_FILE_LARGE_ADDRESS_AWARE</c> in its header.</summary>
    /// <returns>The copy's path.</returns>
    public static string Make(string program, string copy)
    {
        byte[] image = File.ReadAllBytes(program);
        int header = BitConverter.ToInt32(image, 0x3C);
        image[header + 22] &= unchecked((byte)~0x20);
        File.WriteAllBytes(copy, image);
        return copy;
    }
}
