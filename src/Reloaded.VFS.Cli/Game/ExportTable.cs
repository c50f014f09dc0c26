using System.Reflection.PortableExecutable;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Cli.Game;

/// <summary>
/// Where an export of reloaded_vfs.dll is, so that its address is known in a process in which nothing has called GetProcAddress: base plus
/// relative virtual address (RVA).
/// </summary>
internal static class ExportTable
{
    /// <summary>The RVA of <paramref name="export"/> in the x64 DLL <paramref name="path"/>.</summary>
    /// <exception cref="CliException">The file is missing, cut off, no x64 DLL, or doesn't export the name.</exception>
    public static uint FindRva(string path, string export)
    {
        const string Cure = "Unpack Reloaded VFS again, so that rvfs.exe and reloaded_vfs.dll are of the same version; a virus scanner may "
            + "have removed or changed the DLL.";
        if (!File.Exists(path))
            throw new CliException(ExitCodes.Failed, $"'{path}' is missing; it belongs beside rvfs.exe.", Cure);
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using PEReader reader = new(stream);
            PEHeaders headers = reader.PEHeaders;
            if (headers.PEHeader is null || !headers.IsDll || headers.CoffHeader.Machine != Machine.Amd64)
                throw new CliException(ExitCodes.Failed, $"'{path}' is no 64-bit DLL.", Cure);
            foreach (SectionHeader section in headers.SectionHeaders)
            {
                if ((long)(uint)section.PointerToRawData + (uint)section.SizeOfRawData > stream.Length)
                    throw new CliException(ExitCodes.Failed,
                        $"'{path}' is cut off: it has {stream.Length} bytes, and should have more.", Cure);
            }

            uint rva = DllExports.Read(reader).FirstOrDefault(e => e.Names.Contains(export))?.Rva ?? 0;
            if (rva == 0)
                throw new CliException(ExitCodes.Failed,
                    $"'{path}' has no export '{export}': it is another program's DLL, or of another version.", Cure);
            return rva;
        }
        catch (Exception e) when (e is BadImageFormatException or ArgumentOutOfRangeException or InvalidOperationException)
        {
            throw new CliException(ExitCodes.Failed, $"'{path}' is damaged or cut off: it can't be read as a DLL.", Cure);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException(ExitCodes.Failed, $"'{path}' can't be read: {ErrorCause.Of(e)}", Cure);
        }
    }
}
