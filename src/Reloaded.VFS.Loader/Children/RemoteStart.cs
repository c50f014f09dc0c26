using Reloaded.VFS.Configuration;
using Reloaded.VFS.Interop.Kernel32;
using static Reloaded.VFS.Interop.Kernel32.Processes;

namespace Reloaded.VFS.Loader.Children;

/// <summary>
/// Starts the VFS in a process of which nothing has run: remote threads load this DLL there and call its exports, in whose course Windows
/// initialises the process.
/// </summary>
internal sealed unsafe class RemoteStart(nint process, string dll)
{
    private const uint LoadMilliseconds = 30_000, CallMilliseconds = 120_000;

    /// <summary>Loads and starts. Null, or why the process runs without it, without a full stop.</summary>
    /// <param name="configurationFile">What <c>rvfs_start_config</c> is given.</param>
    /// <param name="mode">Whether files are redirected.</param>
    public string? Run(string configurationFile, ChildMode mode)
    {
        nint loadLibrary = Modules.GetProcAddress(Modules.GetModuleHandleW("kernel32.dll"), "LoadLibraryW"); // the same address in every process of a session
        if (!TryCall(loadLibrary, dll, LoadMilliseconds, out _))
            return "the DLL couldn't be loaded into it";
        nint module = FindModule();
        if (module == 0)
            return "the DLL wasn't loaded into it";
        if (!TryCall(module + Rva("rvfs_start_config"), configurationFile, CallMilliseconds, out int status))
            return "the start didn't end";
        if (status < 0)
            return $"rvfs_start_config returned {status}";
        if (mode == ChildMode.Follow && (!TryCall(module + Rva("rvfs_disable"), null, LoadMilliseconds, out status) || status < 0))
            return "it couldn't be kept from redirecting";
        return null;
    }

    private static nint Rva(string export)
    {
        nint own = NativeImports.rvfs_native_get_module();
        return Modules.GetProcAddress(own, export) - own;
    }

    private bool TryCall(nint function, string? text, uint milliseconds, out int result)
    {
        uint code = 0;
        result = 0;
        nint memory = 0;
        if (text != null)
        {
            nuint size = (nuint)(text.Length + 1) * sizeof(char);
            memory = VirtualAllocEx(process, 0, size, MEM_COMMIT_RESERVE, PAGE_READWRITE);
            fixed (char* p = text) // a string ends in NUL
            {
                nuint written;
                if (memory == 0 || WriteProcessMemory(process, memory, p, size, &written) == 0)
                    return false;
            }
        }

        nint thread = CreateRemoteThread(process, null, 0, function, memory, 0, null);
        if (thread == 0)
            return false;
        nint* handles = stackalloc nint[2] { process, thread };
        bool ended = WaitForMultipleObjects(2, handles, 0, milliseconds) == 1 && GetExitCodeThread(thread, &code) != 0;
        CloseHandle(thread);
        // What a thread may still read stays.
        if (ended && memory != 0)
            _ = VirtualFreeEx(process, memory, 0, MEM_RELEASE);
        result = (int)code;
        return ended;
    }

    private nint FindModule()
    {
        const int capacity = 1024, longest = 32768;
        nint[] modules = new nint[capacity];
        char[] path = new char[longest];
        uint needed;
        fixed (nint* p = modules)
        {
            if (K32EnumProcessModulesEx(process, p, (uint)(capacity * sizeof(nint)), &needed, LIST_MODULES_64BIT) == 0)
                return 0;
        }

        ReadOnlySpan<char> name = Path.GetFileName(dll.AsSpan());
        for (int i = 0; i < Math.Min(capacity, (int)needed / sizeof(nint)); i++)
        {
            fixed (char* p = path)
            {
                int length = (int)K32GetModuleFileNameExW(process, modules[i], p, longest);
                if (Path.GetFileName(new ReadOnlySpan<char>(p, length)).Equals(name, StringComparison.OrdinalIgnoreCase))
                    return modules[i];
            }
        }

        return 0;
    }
}
