using System.ComponentModel;
using System.Runtime.InteropServices;
using static Reloaded.VFS.Cli.Injection.Win32.Modules;
using static Reloaded.VFS.Cli.Injection.Win32.Processes;
using static Reloaded.VFS.Cli.Injection.Win32.RemoteMemory;

namespace Reloaded.VFS.Cli.Injection;

/// <summary>How getting the DLL into the game ended.</summary>
internal enum InjectionOutcome
{
    /// <summary>The export has run and said 0.</summary>
    Started,

    /// <summary>It failed, and the game is as it was: it can run without the VFS.</summary>
    Failed,

    /// <summary>Something didn't answer in time: this process is in an unknown state and mustn't run.</summary>
    TimedOut,

    /// <summary>The process ended before it began: it lacks a DLL of its own, for example.</summary>
    GameEnded,
}

/// <summary>
/// Loads a DLL into a suspended process and calls an export of it: a remote thread runs LoadLibraryW, another one the export. Windows
/// initialises the process in the first of them; the program's own entry point doesn't run.
/// </summary>
internal sealed unsafe class RemoteDll(GameProcess game, string dllPath)
{
    /// <summary>Loading took 30-100 ms where it was measured; a virus scanner may take its time.</summary>
    public uint LoadTimeout { get; init; } = 30_000;

    /// <summary>The export reads the mods' folders, perhaps from a slow disk.</summary>
    public uint CallTimeout { get; init; } = 120_000;

    private nint _module;

    /// <summary>
    /// Loads the DLL and calls <c>uint32 export(const wchar_t *argument)</c>. <paramref name="error"/> is a sentence unless it started.
    /// </summary>
    public InjectionOutcome Start(string export, uint exportRva, string argument, out string error)
    {
        nint loadLibrary = NativeLibrary.GetExport(NativeLibrary.Load("kernel32"), "LoadLibraryW"); // the same address in every process of a session
        InjectionOutcome outcome = Call(loadLibrary, dllPath, LoadTimeout, "loading the DLL", out _, out error);
        if (outcome != InjectionOutcome.Started)
            return outcome;
        // The thread's exit code has only the low half of the module's address, so the process is asked.
        _module = FindModule();
        if (_module == 0)
        {
            if (HasEnded())
                return Ended("loading the DLL", out error);
            error = File.Exists(dllPath)
                ? $"Windows didn't load '{dllPath}' into the game: it may be damaged, or a virus scanner or a policy blocks it."
                : $"'{dllPath}' has just disappeared: a virus scanner may have removed it.";
            return InjectionOutcome.Failed;
        }
        outcome = Call(_module + (nint)exportRva, argument, CallTimeout, "starting the VFS", out uint status, out error);
        if (outcome != InjectionOutcome.Started)
            return outcome;
        if (status != 0 && HasEnded())
            return Ended("starting the VFS", out error);
        // rvfs_status: below zero is an error, above zero a success with something to tell.
        if ((int)status < 0)
        {
            error = $"the VFS didn't start ({export} returned {(int)status}).";
            return InjectionOutcome.Failed;
        }
        if (FindModule() == 0)
        {
            error = $"'{dllPath}' is no longer in the game after its start: something unloaded it.";
            return InjectionOutcome.Failed;
        }
        return InjectionOutcome.Started;
    }

    /// <summary>After <see cref="Start"/>: calls an export with a copy of <paramref name="block"/>, which comes back as the export has left it.</summary>
    public InjectionOutcome Call(uint exportRva, Span<byte> block, string what, out uint result, out string error) =>
        Call(_module + (nint)exportRva, block, CallTimeout, what, out result, out error);

    // A string ends in NUL.
    private InjectionOutcome Call(nint function, string text, uint timeout, string what, out uint result, out string error) =>
        Call(function, MemoryMarshal.AsBytes($"{text}\0".ToCharArray().AsSpan()), timeout, what, out result, out error);

    /// <summary>Runs <paramref name="function"/> with a copy of <paramref name="block"/> on a thread of the game.</summary>
    private InjectionOutcome Call(nint function, Span<byte> block, uint timeout, string what, out uint result, out string error)
    {
        result = 0;
        error = "";
        nint memory = VirtualAllocEx(game.Handle, 0, (nuint)block.Length, MEM_COMMIT_RESERVE, PAGE_READWRITE);
        nint thread = 0;
        bool running = false;
        try
        {
            bool written = false;
            if (memory != 0)
            {
                fixed (byte* p = block)
                    written = WriteProcessMemory(game.Handle, memory, p, (nuint)block.Length, out nuint count) && count == (nuint)block.Length;
            }
            if (written)
                thread = CreateRemoteThread(game.Handle, null, 0, function, memory, 0, out _);
            if (thread == 0)
            {
                error = $"Windows doesn't let rvfs into the game while {what}: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}";
                return InjectionOutcome.Failed;
            }
            nint* handles = stackalloc nint[2] { game.Handle, thread };
            uint ended = WaitForMultipleObjects(2, handles, false, timeout);
            if (ended == WAIT_OBJECT_0)
                return Ended(what, out error);
            running = ended != WAIT_OBJECT_0 + 1;
            if (running || !GetExitCodeThread(thread, out result))
            {
                error = $"{what} took more than {timeout / 1000} seconds.";
                return InjectionOutcome.TimedOut;
            }
            fixed (byte* p = block)
                ReadProcessMemory(game.Handle, memory, p, (nuint)block.Length, out _);
            return InjectionOutcome.Started;
        }
        finally
        {
            if (thread != 0)
                CloseHandle(thread);
            if (memory != 0 && !running)
                VirtualFreeEx(game.Handle, memory, 0, MEM_RELEASE);
        }
    }

    /// <summary>A process that ends itself ends its threads first, so a failed call is looked at once more.</summary>
    private bool HasEnded() => WaitForSingleObject(game.Handle, 500) == WAIT_OBJECT_0;

    private static InjectionOutcome Ended(string what, out string error)
    {
        error = $"the game ended while {what}.";
        return InjectionOutcome.GameEnded;
    }

    private nint FindModule()
    {
        nint[] modules = new nint[256];
        while (true)
        {
            uint needed;
            fixed (nint* p = modules)
            {
                if (!K32EnumProcessModulesEx(game.Handle, p, (uint)(modules.Length * sizeof(nint)), out needed, LIST_MODULES_64BIT))
                    return 0;
            }
            int count = (int)(needed / (uint)sizeof(nint));
            if (count <= modules.Length)
            {
                modules = modules[..count];
                break;
            }
            modules = new nint[count + 16];
        }
        char[] path = new char[32768];
        foreach (nint module in modules)
        {
            fixed (char* p = path)
            {
                int length = (int)K32GetModuleFileNameExW(game.Handle, module, p, (uint)path.Length);
                if (IsOurs(new string(p, 0, length)))
                    return module;
            }
        }
        return 0;
    }

    // By name: Windows may spell the folder in another way (8.3 names, a junction, \\?\).
    private bool IsOurs(string path) => Path.GetFileName(path.AsSpan()).Equals(Path.GetFileName(dllPath.AsSpan()), StringComparison.OrdinalIgnoreCase);
}
