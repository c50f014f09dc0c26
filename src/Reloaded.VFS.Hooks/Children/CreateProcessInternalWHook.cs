using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>
/// <c>CreateProcessInternalW</c>, to which <c>CreateProcess</c>, <c>ShellExecute</c>, <c>WinExec</c> and the C library's functions come
/// down: the new process runs the VFS first, on its main thread, before the program's first instruction;
/// and a program that only a mod has is found.
/// </summary>
internal static unsafe class CreateProcessInternalWHook
{
    /// <summary>What the gate jumps to.</summary>
    public static nint Handler => CreateProcessInternalW.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static int Handle(
        nint token, char* application, char* line, void* processAttributes, void* threadAttributes, int inherit,
        ProcessCreationFlags flags, void* environment, char* directory, void* startup, void* information, nint* newToken)
    {
        var original = new CreateProcessInternalW(GateTable.Original(GateIndex.CreateProcessInternalW));
        nint* mark = GateTable.Native.GetThreadState();
        IChildProcesses? children = ChildPolicy.Current;
        string program = "";
        string? real = null, realFolder = null;
        char[]? own = null;
        var mode = ChildMode.Leave;
        IChildStart? start = null;
        try
        {
            // Outside the scope: the program is searched for as the game would find it.
            *mark = (nint)ThreadMark.None;
            program = ProgramSearch.Find(application, line, out string? quoted);
            *mark = (nint)ThreadMark.Inside;
            mode = children?.ModeOf(program, () => ProgramSearch.RealPath(program, children.SeesLess ? children : null) is not null)
                ?? ChildMode.Leave;
            if (mode != ChildMode.Leave && ChildRequest.CauseToLeave(flags, TextOf(line), startup, &TryCopy) is { } cause)
            {
                mode = ChildMode.Leave;
                children?.Leave(program, cause);
            }

            // A launcher that sees no mods starts the game that does.
            IChildProcesses? host = mode == ChildMode.Mods && children!.SeesLess ? children : null;
            real = SeesProgram(program, mode, children) ? ProgramSearch.RealPath(program, host) : null;
            realFolder = mode == ChildMode.Mods ? WorkingFolder.RealPath(directory, host) : null;
            // The system would make a line of the real path, by which a batch file would find itself in the mod's folder, or take the one
            // that was given as it is.
            if (real is not null && TextOf(line).IsEmpty)
                quoted = $"\"{new string(application)}\"";
            if (real is not null)
                own = quoted is null ? null : [.. quoted, '\0'];
        }
        catch (Exception e)
        {
            // Out of memory, or a fault of the VFS: the process is started as it would be without the VFS.
            HandlerFaults.Note("a program was started as it would be without the VFS", e);
        }

        // A mod's real folder may be one that the game doesn't see. Whatever else the call opens then is on disk under the name that it
        // has.
        *mark = (nint)(realFolder is null ? ThreadMark.None : ThreadMark.Inside);
        ProcessCreationFlags suspended = mode == ChildMode.Leave ? 0 : ProcessCreationFlags.CREATE_SUSPENDED;
        int done;
        fixed (char* path = real, folder = realFolder, madeLine = own)
        {
            done = original.Invoke(
                token, path is null ? application : path, madeLine is null ? line : madeLine, processAttributes, threadAttributes, inherit,
                flags | suspended, environment, folder is null ? directory : folder, startup, information, newToken);
        }

        *mark = (nint)ThreadMark.None;
        ProcessInformation created = default;
        if (done == 0 || suspended == 0 || GateTable.Native.TryCopy(&created, information, (nuint)sizeof(ProcessInformation)) == 0)
            return done;
        uint error = Kernel32.GetLastError();
        *mark = (nint)ThreadMark.Inside;
        try
        {
            start = children?.Begin(created, program, mode, realFolder is not null);
            if ((flags & ProcessCreationFlags.CREATE_SUSPENDED) == 0)
                start?.AboutToRun();
        }
        catch (Exception e)
        {
            // It runs without the VFS.
            HandlerFaults.Note("a program runs without the VFS", e);
        }

        bool staysSuspended = (flags & ProcessCreationFlags.CREATE_SUSPENDED) != 0;
        if (!staysSuspended)
            Kernel32.ResumeThread(created.Thread);
        try
        {
            if (staysSuspended)
                start?.LeftSuspended();
            else
                start?.Resumed();
        }
        catch (Exception e)
        {
            // What it comes to is in its own report.
            HandlerFaults.Note("a program that was started may run without the VFS", e);
        }

        *mark = (nint)ThreadMark.None;
        Kernel32.SetLastError(error);
        return done;
    }

    /// <summary>
    /// Whether what is started may lie in a mod. Of a batch file the system starts the command interpreter, which has to see the file by
    /// the name that the line has.
    /// </summary>
    private static bool SeesProgram(string program, ChildMode mode, IChildProcesses? children) =>
        mode == ChildMode.Mods
        || (GateTable.Native.Gate->Enabled != 0
            && (!ProgramSearch.IsBatchFile(program) || (mode == ChildMode.Follow && children!.SeesLess)));

    private static bool TryCopy(void* to, void* from, nuint bytes) => GateTable.Native.TryCopy(to, from, bytes) != 0;

    private static ReadOnlySpan<char> TextOf(char* line) =>
        line is null ? default : MemoryMarshal.CreateReadOnlySpanFromNullTerminated(line);
}
