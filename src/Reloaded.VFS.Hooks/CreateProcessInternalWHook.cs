using System.Runtime.InteropServices;
using Reloaded.VFS.Configuration;
using Reloaded.VFS.Hooks.Children;
using Reloaded.VFS.Hooks.Engine;
using Reloaded.VFS.Interop.Kernel32;

namespace Reloaded.VFS.Hooks;

/// <summary>
/// <c>CreateProcessInternalW</c>, to which <c>CreateProcess</c>, <c>ShellExecute</c>, <c>WinExec</c> and the C library's functions come down: the
/// new process gets the VFS before its first instruction, and a program that only a mod has is found.
/// </summary>
internal static unsafe class CreateProcessInternalWHook
{
    private const uint CREATE_SUSPENDED = 4;

    /// <summary>What the gate jumps to.</summary>
    public static nint Handler =>
        (nint)(delegate* unmanaged<nint, char*, char*, void*, void*, int, uint, void*, char*, void*, void*, nint*, int>)&Handle;

    [UnmanagedCallersOnly]
    private static int Handle(
        nint token, char* application, char* line, void* processAttributes, void* threadAttributes, int inherit, uint flags, void* environment,
        char* directory, void* startup, void* information, nint* newToken)
    {
        var original = (delegate* unmanaged<nint, char*, char*, void*, void*, int, uint, void*, char*, void*, void*, nint*, int>)
            HookContext.Original(GateIndex.CreateProcessInternalW);
        nint* mark = HookContext.Native.GetThreadState();
        IChildProcesses? children = HookContext.Children;
        string program = "";
        string? real = null;
        var mode = ChildMode.Leave;
        try
        {
            // Outside the scope: the program is searched for as the game would find it.
            *mark = (nint)ThreadMark.None;
            program = ProgramSearch.Find(application, line);
            *mark = (nint)ThreadMark.Inside;
            mode = children?.ModeOf(program) ?? ChildMode.Leave;
            // A launcher that sees no mods starts the game that does.
            real = mode == ChildMode.Mods || HookContext.Native.Gate->Enabled != 0 ? ProgramSearch.RealPath(program) : null;
        }
        catch (Exception)
        {
            // Out of memory, or a mistake of ours: the process is started as it would be without us.
        }

        *mark = (nint)ThreadMark.None;
        uint suspended = mode == ChildMode.Leave ? 0 : CREATE_SUSPENDED;
        int done;
        fixed (char* path = real)
            done = original(token, path == null ? application : path, line, processAttributes, threadAttributes, inherit, flags | suspended, environment, directory, startup, information, newToken);
        ProcessInformation created = default;
        if (done == 0 || suspended == 0 || HookContext.Native.TryCopy(&created, information, (nuint)sizeof(ProcessInformation)) == 0)
            return done;
        uint error = Processes.GetLastError();
        *mark = (nint)ThreadMark.Inside;
        try
        {
            children?.Enter(created.Process, program, mode);
        }
        catch (Exception)
        {
            // It runs without the VFS.
        }

        *mark = (nint)ThreadMark.None;
        if ((flags & CREATE_SUSPENDED) == 0)
            Processes.ResumeThread(created.Thread);
        Processes.SetLastError(error);
        return done;
    }
}
