namespace Reloaded.VFS.Tests.Cli.Game;

/// <summary>Creates programs that can't use more than 2 GB of addresses, as the linker's <c>/LARGEADDRESSAWARE:NO</c> does.</summary>
internal static class FewAddresses
{
    /// <summary>Copies a program without <c>IMAGE_FILE_LARGE_ADDRESS_AWARE</c> in its header.</summary>
    /// <returns>The copy's path.</returns>
    public static string Make(string program, string copy) => LargeAddresses.Set(program, copy, isAware: false);
}

/// <summary>Creates 32-bit programs that can use 4 GB of addresses, as the linker's <c>/LARGEADDRESSAWARE</c> does.</summary>
internal static class LargeAddresses
{
    /// <summary>Copies a program with <c>IMAGE_FILE_LARGE_ADDRESS_AWARE</c> in its header.</summary>
    /// <returns>The copy's path.</returns>
    public static string Make(string program, string copy) => Set(program, copy, isAware: true);

    internal static string Set(string program, string copy, bool isAware)
    {
        byte[] image = File.ReadAllBytes(program);
        int characteristics = BitConverter.ToInt32(image, 0x3C) + 22;
        image[characteristics] = (byte)(isAware ? image[characteristics] | 0x20 : image[characteristics] & ~0x20);
        File.WriteAllBytes(copy, image);
        return copy;
    }
}
