using System.Reflection.PortableExecutable;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// The header of the game's file, read before anything starts. It says whether the file is a program, and whether a 64-bit DLL can be
/// loaded into it.
/// </summary>
/// <param name="Is64Bit">True if the program's process is a 64-bit one (x64).</param>
/// <param name="IsConsole">True if this is a console program (subsystem CUI).</param>
/// <param name="IsAnyCpu">
/// True if this is a .NET Framework program for any CPU: 32-bit by its header, 64-bit once Windows starts it.
/// </param>
/// <param name="HasFewAddresses">
/// True if this is a 64-bit program that declares that it can't use more than 2 GB of addresses. Windows then maps its own DLLs elsewhere,
/// and the VFS has no room.
/// </param>
internal sealed record GameExecutable(bool Is64Bit, bool IsConsole, bool IsAnyCpu, bool HasFewAddresses)
{
    /// <summary>Returns why mods can't be given to the program, and what to do, or null if nothing in its header prevents it.</summary>
    /// <param name="path">The path by which the message refers to the program.</param>
    /// <param name="serves32Bit">True if the DLL for 32-bit games is there (<see cref="Library32"/>) and can be used.</param>
    public (string Cause, string Cure)? WhyNoMods(string path, bool serves32Bit = false) =>
        !Is64Bit && !serves32Bit
            ? ($"'{path}' is a 32-bit program, and this copy of Reloaded VFS has no DLL for such games (the folder x86 beside rvfs.exe).",
                "Unpack one that has it; or, if the game has a 64-bit program too, name that one.")
        : HasFewAddresses
            ? ($"'{path}' is a 64-bit program that says it can't use more than 2 GB of addresses (LARGE_ADDRESS_AWARE); Reloaded VFS can't "
                + "give mods to such a one.", "If the game has another 64-bit program, name that one.")
        : null;

    /// <summary>Reads the header of <paramref name="path"/>.</summary>
    /// <exception cref="CliException">The file isn't a Windows program that could be started; the message says what it is.</exception>
    public static GameExecutable Read(string path)
    {
        string name = Path.GetFileName(path);
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            ThrowIfOtherKind(stream, path, name);
            PEHeaders headers;
            try
            {
                headers = new PEHeaders(stream);
            }
            catch (BadImageFormatException)
            {
                throw Cannot(
                    $"'{path}' is damaged or cut off: it begins like a Windows program ({stream.Length} bytes), but its "
                        + $"header can't be read.", Reinstall);
            }

            return Classify(headers, stream.Length, path, name);
        }
        catch (UnauthorizedAccessException)
        {
            throw StorePackage.Find(path) is { } package
                ? Cannot(
                    $"'{path}' can't be read: access is denied. It is a program of the Microsoft Store or Game Pass ('{package.Mark}'), "
                        + $"whose exe only Windows itself opens.", $"What works: {StorePackage.Cure}.")
                : Cannot($"'{path}' can't be read: access is denied.", "Check the file's permissions.");
        }
        catch (IOException e)
        {
            throw Cannot($"'{path}' can't be read: {ErrorCause.Of(e)}");
        }
    }

    private const string Reinstall = "Get the file again: verify the game's files in your store's client, or copy it anew.";

    private static GameExecutable Classify(PEHeaders headers, long length, string path, string name)
    {
        if (headers.PEHeader is null)
            throw Cannot($"'{path}' is an object file, not a program.");
        if (headers.IsDll)
            throw Cannot($"'{path}' is a DLL, not a program.", "Name the game's .exe.");
        if (DllExports.FindEndBehind(headers, length) is { } end)
            throw Cannot($"'{path}' is cut off: it has {length} bytes, its header speaks of {end}.", Reinstall);

        Machine machine = headers.CoffHeader.Machine;
        CorFlags flags = headers.CorHeader?.Flags ?? 0;
        bool anyCpu = machine == Machine.I386 && (flags & CorFlags.ILOnly) != 0
            && (flags & (CorFlags.Requires32Bit | CorFlags.Prefers32Bit)) == 0;
        if (machine is not (Machine.Amd64 or Machine.I386))
            throw Cannot($"'{name}' is for another processor ({machine}); this build of Reloaded VFS is for 64-bit x86 (x64) games.");
        bool isLarge = (headers.CoffHeader.Characteristics & Characteristics.LargeAddressAware) != 0;
        return new(machine == Machine.Amd64 || anyCpu, headers.PEHeader.Subsystem == Subsystem.WindowsCui, anyCpu,
            machine == Machine.Amd64 && !isLarge);
    }

    /// <summary>Throws for the usual mistakes, which are recognized by the beginning of the file.</summary>
    private static void ThrowIfOtherKind(FileStream stream, string path, string name)
    {
        Span<byte> head = stackalloc byte[64];
        int read = stream.ReadAtLeast(head, head.Length, throwOnEndOfStream: false);
        head = head[..read];
        stream.Position = 0;
        if (read == 0)
            throw Cannot($"'{path}' is empty.", Reinstall);
        if (!head.StartsWith("MZ"u8))
        {
            string kind = Path.GetExtension(name).ToLowerInvariant() switch
            {
                ".bat" or ".cmd" => "a batch file; name the game's .exe that it starts",
                ".lnk" or ".url" => "a shortcut; name the .exe that it leads to",
                ".msi" => "an installer",
                _ when head.StartsWith("\u007fELF"u8) => "a Linux program; Reloaded VFS is for Windows games",
                _ when head.StartsWith("#!"u8) => "a script; name the game's .exe that it starts",
                _ => "no Windows program (it doesn't begin with 'MZ')",
            };
            throw Cannot($"'{path}' is {kind}.");
        }

        if (read < 64)
            throw Cannot($"'{path}' is cut off: it has {read} bytes.", Reinstall);
        uint header = BitConverter.ToUInt32(head[60..]);
        if (header + 4L > stream.Length)
            throw Cannot(
                $"'{path}' is cut off, or a program for DOS: it has {stream.Length} bytes, its Windows header would be at {header}.",
                Reinstall);
        stream.Position = header;
        Span<byte> signature = stackalloc byte[4];
        stream.ReadExactly(signature);
        stream.Position = 0;
        if (signature[..2].SequenceEqual("NE"u8) || signature[..2].SequenceEqual("LE"u8))
            throw Cannot($"'{path}' is a 16-bit program; this build of Reloaded VFS is for 64-bit games.");
        if (!signature.SequenceEqual("PE\0\0"u8))
            throw Cannot($"'{path}' is no Windows program: it has no PE header.", Reinstall);
    }

    private static CliException Cannot(string message, string? cure = null) => new(ExitCodes.CannotRun, message, cure);
}

/// <summary>The DLL for 32-bit games, in a folder of its own beside rvfs.exe. Not every copy of Reloaded VFS has one.</summary>
internal static class Library32
{
    private const string RuntimeFolder = "reloaded_vfs_runtime";

    /// <summary>Returns the folder of the DLL, which also has the proxies' template.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static string FolderIn(string launcher) => Path.Combine(launcher, OwnNames.FolderOf32Bit);

    /// <summary>Returns the DLL's path.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static string In(string launcher) => Path.Combine(FolderIn(launcher), OwnNames.Dll);

    /// <summary>
    /// Returns the files that belong beside the DLL wherever it is put, relative to its folder, with slashes: those of its runtime. None if the
    /// DLL brings no runtime in a folder.
    /// </summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static IEnumerable<string> FilesBeside(string launcher)
    {
        DirectoryInfo runtime = new(Path.Combine(FolderIn(launcher), RuntimeFolder));
        return !runtime.Exists ? [] : runtime.EnumerateFiles().Select(file => $"{RuntimeFolder}/{file.Name}").Order(StringComparer.Ordinal);
    }

    /// <summary>Returns the files that serve 32-bit games, relative to the launcher's folder. None if the DLL isn't there.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static IEnumerable<string> FilesOf(string launcher) =>
        IsIn(launcher) ? FilesBeside(launcher).Append(OwnNames.Dll).Select(file => $"{OwnNames.FolderOf32Bit}/{file}") : [];

    /// <summary>Determines whether the DLL is there.</summary>
    /// <param name="launcher">The folder of rvfs.exe.</param>
    public static bool IsIn(string launcher) => File.Exists(In(launcher));
}
