namespace Reloaded.VFS.Interop.Win32;

/// <summary>Functions of ole32. The DLL is loaded from the system's folder at the first call.</summary>
public static partial class Ole32
{
    /// <summary>The object is in this process (<c>combaseapi.h</c>).</summary>
    public const uint CLSCTX_INPROC_SERVER = 1;

    /// <summary>Has the calling thread enter an apartment of its own.</summary>
    /// <remarks>The image answers <c>CoInitializeEx</c> itself, and no thread enters one by it (<c>build/image/apartment.c</c>).</remarks>
    [LibraryImport("ole32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial int OleInitialize(nint pvReserved);

    /// <summary>Has the calling thread leave its apartment.</summary>
    [LibraryImport("ole32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial void OleUninitialize();

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
    /// <returns>An HRESULT, which is negative if the shell couldn't write it.</returns>
    public int Write(string file)
    {
        int result = 0;
        // The shell's objects belong to an apartment of one thread.
        Thread thread = new(() => result = WriteHere(file));
        thread.Start();
        thread.Join();
        return result;
    }

    private unsafe int WriteHere(string file)
    {
        Guid shellLink = new("00021401-0000-0000-C000-000000000046"), iShellLink = new("000214F9-0000-0000-C000-000000000046"),
            iPersistFile = new("0000010B-0000-0000-C000-000000000046");
        int entered = Ole32.OleInitialize(0);
        if (entered < 0)
            return entered;
        void** link = null, stored = null;
        try
        {
            int result = Ole32.CoCreateInstance(&shellLink, 0, Ole32.CLSCTX_INPROC_SERVER, &iShellLink, &link);
            if (result < 0 || (result = Set(link, SetPath, Target)) < 0 || (result = Set(link, SetArguments, Arguments)) < 0
                || (result = Set(link, SetWorkingDirectory, Folder)) < 0 || (result = Set(link, SetDescription, Description)) < 0)
                return result;
            fixed (char* icon = Icon)
                result = ((delegate* unmanaged<void**, char*, int, int>)(*(void***)link)[SetIconLocation])(link, icon, 0);
            if (result < 0)
                return result;
            result = ((delegate* unmanaged<void**, Guid*, void***, int>)(*(void***)link)[0])(link, &iPersistFile, &stored);
            if (result < 0)
                return result;
            fixed (char* path = file)
                return ((delegate* unmanaged<void**, char*, int, int>)(*(void***)stored)[Save])(stored, path, 1);
        }
        finally
        {
            Free(stored);
            Free(link);
            Ole32.OleUninitialize();
        }
    }

    private static unsafe int Set(void** link, int function, string value)
    {
        fixed (char* text = value)
            return ((delegate* unmanaged<void**, char*, int>)(*(void***)link)[function])(link, text);
    }

    private static unsafe void Free(void** instance)
    {
        if (instance is not null)
            _ = ((delegate* unmanaged<void**, uint>)(*(void***)instance)[Release])(instance);
    }
}
