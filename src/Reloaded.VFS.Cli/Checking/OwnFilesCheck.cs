using System.Buffers.Binary;
using System.Reflection.PortableExecutable;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting.Wine;
using Reloaded.VFS.Interop.Entering;

namespace Reloaded.VFS.Cli.Checking;

/// <summary>
/// A check of whether the files of Reloaded VFS exist, are intact and can be loaded by Windows. Virus scanners remove, empty or block them.
/// </summary>
internal static class OwnFilesCheck
{
    /// <summary>The files that belong in one folder.</summary>
    public static readonly string[] Names = [OwnNames.Launcher, OwnNames.Dll];

    /// <summary>The longest path from which Windows loads a DLL into a program without support for longer ones.</summary>
    private const int LongestUsual = 259;

    /// <summary>Returns the folder of rvfs.exe, or null if it isn't found.</summary>
    public static string? FindFolder() =>
        OperatingSystem.IsWindows() ? LauncherFolder.Path : Path.GetDirectoryName(WineRun.TryFindLauncher());

    public static IEnumerable<Diagnostic> Run(SystemFacts facts, string folder) =>
        Names.Concat(Directory.Exists(Library32.FolderIn(folder)) ? [OwnNames.FolderOf32Bit + "/" + OwnNames.Dll] : [])
            .Select(name => Path.Combine(folder, name)).Select(file => Check(facts, file) is { } found ? found with { File = file } : null)
            .OfType<Diagnostic>();

    private static Diagnostic? Check(SystemFacts facts, string file)
    {
        try
        {
            FileInfo info = new(file);
            if (!info.Exists)
                return Diagnostic.Error("this file of Reloaded VFS is missing", fix: BlockedFile.ScannerCure);
            if (info.Length == 0)
                return Diagnostic.Error("this file of Reloaded VFS is empty: something has removed its content",
                    fix: BlockedFile.ScannerCure);
            if (ImageChecksum.IsChanged(file))
                return Diagnostic.Error("this file of Reloaded VFS has been changed since it was built: its checksum is wrong",
                    fix: BlockedFile.ScannerCure);
            ThrowIfDamaged(file);
        }
        catch (CliException e)
        {
            return Diagnostic.Error(e.OwnText.TrimEnd('.'), fix: BlockedFile.ScannerCure);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Diagnostic.Error($"this file of Reloaded VFS can't be read: {ErrorCause.Of(e)}", fix: BlockedFile.ScannerCure);
        }

        if (OperatingSystem.IsWindows() && file.Length > LongestUsual)
            return Diagnostic.Warning($"the path of this file is longer than {LongestUsual} characters: most games can't load it",
                fix: "move Reloaded VFS into a folder with a shorter path");
        if (facts.Files.TryMapImage(file) is uint status && (int)status < 0)
            return Diagnostic.Error($"Windows doesn't load this file of Reloaded VFS: {BlockedFile.Describe(status)}",
                fix: BlockedFile.Find(status)?.Cure ?? BlockedFile.ScannerCure);
        return null;
    }

    private static void ThrowIfDamaged(string file)
    {
        if (Path.GetFileName(file) == OwnNames.Dll)
            _ = DllExports.FindRva(file, WithheldImports.Export, Path.GetFileName(Path.GetDirectoryName(file)) == OwnNames.FolderOf32Bit);
    }
}

/// <summary>The checksum in the header of a program or DLL (PE).</summary>
/// <remarks>
/// The checksum is the sum of all 16-bit words with the carry added, without the field itself, plus the file's length. The linker writes
/// it; a later change of a byte leaves the old value.
/// </remarks>
internal static class ImageChecksum
{
    /// <summary>The offset of <c>IMAGE_OPTIONAL_HEADER.CheckSum</c> in the optional header, the same for 32 and 64 bits.</summary>
    private const int FieldOffset = 64;

    /// <summary>Determines whether the file contradicts its own checksum. False for a file without a checksum or no image.</summary>
    /// <exception cref="IOException">The file can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    public static bool IsChanged(string path)
    {
        byte[] bytes;
        using (FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
        {
            bytes = new byte[stream.Length];
            stream.ReadExactly(bytes);
        }

        if (FindField(bytes) is not int field)
            return false;
        uint said = BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(field));
        return said != 0 && said != Compute(bytes, field);
    }

    /// <summary>Returns the offset of the field, or null if the bytes are no image.</summary>
    public static int? FindField(byte[] image)
    {
        try
        {
            using MemoryStream stream = new(image);
            PEHeaders headers = new(stream);
            return headers.PEHeader is null ? null : headers.PEHeaderStartOffset + FieldOffset;
        }
        catch (BadImageFormatException)
        {
            return null;
        }
    }

    public static uint Compute(byte[] image, int field)
    {
        ulong sum = 0;
        for (int i = 0; i + 1 < image.Length; i += 2)
        {
            if (i != field && i != field + 2)
                sum += BinaryPrimitives.ReadUInt16LittleEndian(image.AsSpan(i));
        }

        if (image.Length % 2 != 0)
            sum += image[^1];
        while (sum >> 16 != 0)
            sum = (sum & 0xFFFF) + (sum >> 16);
        return (uint)sum + (uint)image.Length;
    }
}
