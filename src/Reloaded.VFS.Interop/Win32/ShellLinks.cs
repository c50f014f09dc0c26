using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of ole32. The DLL is loaded from the system's folder at the first call.</summary>
public static partial class Ole32
{
    /// <summary>The object is in this process (<c>combaseapi.h</c>).</summary>
    public const uint CLSCTX_INPROC_SERVER = 1;

    /// <summary>The thread's apartment has this thread alone (<c>objbase.h</c>).</summary>
    public const uint COINIT_APARTMENTTHREADED = 2;

    /// <summary>Initializes COM for the calling thread.</summary>
    [LibraryImport("ole32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial int CoInitializeEx(nint pvReserved, uint dwCoInit);

    /// <summary>Creates an object of a class.</summary>
    [LibraryImport("ole32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static unsafe partial int CoCreateInstance(Guid* rclsid, nint pUnkOuter, uint dwClsContext, Guid* riid, void*** ppv);
}

/// <summary>The content of a shell link (<c>.lnk</c>).</summary>
/// <param name="Target">The program, an absolute path.</param>
/// <param name="Arguments">The program's arguments, as its command line has them.</param>
/// <param name="Folder">The current folder of the program.</param>
/// <param name="Description">The text that the shell shows.</param>
/// <param name="Icon">The file whose first icon the link has.</param>
public sealed record ShellLink(string Target, string Arguments, string Folder, string Description, string Icon)
{
    // shobjidl_core.h: the places of IShellLinkW's functions in its table, and of IPersistFile::Save (objidl.h).
    private const int Release = 2, SetDescription = 7, SetWorkingDirectory = 9, SetArguments = 11, SetIconLocation = 17, SetPath = 20, Save = 6;

    /// <summary>Writes the link to a file, which is replaced if it exists.</summary>
    /// <param name="file">The file, an absolute path.</param>
    /// <exception cref="IOException">The shell can't write it.</exception>
    public unsafe void Write(string file)
    {
        Guid shellLink = new("00021401-0000-0000-C000-000000000046"), iShellLink = new("000214F9-0000-0000-C000-000000000046"),
            iPersistFile = new("0000010B-0000-0000-C000-000000000046");
        _ = Ole32.CoInitializeEx(0, Ole32.COINIT_APARTMENTTHREADED);
        void** link = null, stored = null;
        try
        {
            Check(Ole32.CoCreateInstance(&shellLink, 0, Ole32.CLSCTX_INPROC_SERVER, &iShellLink, &link), file);
            Set(link, SetPath, Target, file);
            Set(link, SetArguments, Arguments, file);
            Set(link, SetWorkingDirectory, Folder, file);
            Set(link, SetDescription, Description, file);
            fixed (char* icon = Icon)
                Check(((delegate* unmanaged<void**, char*, int, int>)(*(void***)link)[SetIconLocation])(link, icon, 0), file);
            Check(((delegate* unmanaged<void**, Guid*, void***, int>)(*(void***)link)[0])(link, &iPersistFile, &stored), file);
            fixed (char* path = file)
                Check(((delegate* unmanaged<void**, char*, int, int>)(*(void***)stored)[Save])(stored, path, 1), file);
        }
        finally
        {
            Free(stored);
            Free(link);
        }
    }

    private static unsafe void Set(void** link, int function, string value, string file)
    {
        fixed (char* text = value)
            Check(((delegate* unmanaged<void**, char*, int>)(*(void***)link)[function])(link, text), file);
    }

    private static unsafe void Free(void** instance)
    {
        if (instance is not null)
            _ = ((delegate* unmanaged<void**, uint>)(*(void***)instance)[Release])(instance);
    }

    private static void Check(int result, string file)
    {
        if (result < 0)
            throw new IOException($"the shell can't write '{file}' (0x{result:X8})");
    }
}
