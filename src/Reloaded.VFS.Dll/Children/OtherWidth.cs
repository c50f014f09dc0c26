namespace Reloaded.VFS.Dll.Children;

/// <summary>
/// The DLL for programs of the other width, where Reloaded VFS has been unpacked: that for 32-bit programs is in the folder <c>x86</c> beside
/// the other one. Immutable.
/// </summary>
/// <param name="Dll">The DLL's path.</param>
/// <param name="Helper">The program that enters a 64-bit process on behalf of a 32-bit one (rvfs.exe); null in a 64-bit process.</param>
internal sealed record OtherWidth(string Dll, string? Helper)
{
    /// <summary>Returns where the other DLL belongs.</summary>
    /// <param name="image">The path of this DLL.</param>
    public static unsafe OtherWidth Beside(string image)
    {
        string own = Path.GetDirectoryName(image) ?? "";
        if (sizeof(nint) == sizeof(ulong))
            return new(Path.Combine(own, OwnNames.FolderOf32Bit, OwnNames.Dll), null);
        string folder = Path.GetDirectoryName(own) ?? own;
        return new(Path.Combine(folder, OwnNames.Dll), Path.Combine(folder, OwnNames.Launcher));
    }

    /// <summary>Returns the kind of program for which the DLL is missing, as the end of a sentence, or null if it is there.</summary>
    public string? WhyMissing() =>
        (Helper is { } helper && !File.Exists(helper) ? helper : File.Exists(Dll) ? null : Dll) is { } missing
            ? $"a {(Helper is null ? "32" : "64")}-bit program, and '{missing}', which such a one needs, isn't there"
            : null;
}
