using Reloaded.VFS.Interop.Win32;
using Reloaded.VFS.Mods.Configuration;

namespace Reloaded.VFS.Hooks.Children;

/// <summary>
/// <c>CreateProcessInternalW</c>, to which <c>CreateProcess</c>, <c>ShellExecute</c>, <c>WinExec</c> and the C library's functions lead.
/// </summary>
/// <remarks>
/// The new process runs the VFS first, on its main thread, before the program's first instruction; and a program that only a mod has is
/// found.
/// </remarks>
internal static unsafe class CreateProcessInternalWHook
{
    public static nint Handler => CreateProcessInternalW.AddressOf(&Handle);

    [UnmanagedCallersOnly]
    private static int Handle(
        nint token, char* application, char* line, void* processAttributes, void* threadAttributes, int inherit,
        ProcessCreationFlags flags, void* environment, char* directory, void* startup, void* information, nint* newToken)
    {
        var call = new Call(token, application, line, processAttributes, threadAttributes, inherit, flags, environment, directory, startup,
            information, newToken);
        int done = HookedCall.RunOutside<Call, int>(ref call);
        *GateTable.Native.GetThreadState() = (nint)ThreadMark.None;
        return done;
    }

    private readonly struct Call(
        nint token, char* application, char* line, void* processAttributes, void* threadAttributes, int inherit,
        ProcessCreationFlags flags, void* environment, char* directory, void* startup, void* information, nint* newToken) : IHookedCall<int>
    {
        public static string Failure => "a program was started as it would be without the VFS, or runs without it";

        private bool StaysSuspended => (flags & ProcessCreationFlags.CREATE_SUSPENDED) != 0;

        public int Answer(MergedView view, bool isPathMissing, ref Ended<int> ended)
        {
            nint* mark = GateTable.Native.GetThreadState();
            IChildProcesses? children = ChildPolicy.Current;
            string text = CallerText.Read(line) ?? "";
            // Outside the scope: the program is searched for as the game would find it.
            *mark = (nint)ThreadMark.None;
            string? name = CallerText.Read(application);
            string program = ProgramSearch.Find(name, text, out string? quoted);
            *mark = (nint)ThreadMark.Inside;
            ChildMode mode = children?.ModeOf(
                program, () => ProgramSearch.RealPath(view, program, children.SeesLess ? children : null) is not null) ?? ChildMode.Leave;
            if (mode != ChildMode.Leave && ChildRequest.CauseToLeave(flags, text, startup, &TryCopy) is { } cause)
            {
                mode = ChildMode.Leave;
                children?.Leave(program, cause);
            }

            // A launcher that sees no mods starts the game, which sees them.
            IChildProcesses? host = mode == ChildMode.Mods && children!.SeesLess ? children : null;
            string? real = SeesProgram(program, mode, children) ? ProgramSearch.RealPath(view, program, host) : null;
            string? realFolder = mode == ChildMode.Mods ? WorkingFolder.RealPath(view, CallerText.Read(directory), host) : null;
            // The system would make a line of the real path, by which a batch file would find itself in the mod's folder, or use the given
            // line as it is.
            if (real is not null && text.Length == 0)
                quoted = $"\"{name}\"";
            char[]? own = real is null || quoted is null ? null : [.. quoted, '\0'];
            // What the program is to inherit is open now. If this process sees no mods, it doesn't know what leads to them.
            bool inherits = inherit != 0 && (children?.SeesLess != false || view.Handles.MayPassOn());
            // A mod's real folder may be one that the game doesn't see. Everything else that the call opens then is on disk under its own
            // name.
            *mark = (nint)(realFolder is null ? ThreadMark.None : ThreadMark.Inside);
            ProcessCreationFlags suspended = mode == ChildMode.Leave ? 0 : ProcessCreationFlags.CREATE_SUSPENDED;
            int done;
            fixed (char* path = real, folder = realFolder, madeLine = own)
            {
                done = ended.With(Invoke(path is null ? application : path, madeLine is null ? line : madeLine, flags | suspended,
                    folder is null ? directory : folder));
            }

            *mark = (nint)ThreadMark.None;
            ProcessInformation created = default;
            if (done == 0 || suspended == 0
                || GateTable.Native.TryCopy(&created, information, (nuint)sizeof(ProcessInformation)) == 0)
                return done;
            uint error = Kernel32.GetLastError();
            *mark = (nint)ThreadMark.Inside;
            try
            {
                Begin(children, created, program, mode, realFolder is not null, inherits);
            }
            finally
            {
                Kernel32.SetLastError(error);
            }

            return done;
        }

        public int AnswerWithoutVfs(MergedView view)
        {
            *GateTable.Native.GetThreadState() = (nint)ThreadMark.None;
            return Invoke(application, line, flags, directory);
        }

        /// <summary>
        /// Starts the VFS in the new process, and resumes the process, whatever the outcome, unless the game wants it suspended.
        /// </summary>
        private void Begin(IChildProcesses? children, in ProcessInformation created, string program, ChildMode mode, bool isInMod,
            bool inherits)
        {
            IChildStart? start = null;
            try
            {
                start = children?.Begin(created, program, mode, isInMod, inherits);
                if (!StaysSuspended)
                    start?.AboutToRun();
            }
            finally
            {
                if (!StaysSuspended)
                    Kernel32.ResumeThread(created.Thread);
                if (StaysSuspended)
                    start?.LeftSuspended();
                else
                    start?.Resumed();
            }
        }

        private int Invoke(char* program, char* text, ProcessCreationFlags wanted, char* folder)
        {
            int done = InvokeOnce(program, text, wanted, folder);
            // Wine says so if the process was gone before Wine's part in it was ready, which happens once in thousands on a busy machine:
            // nothing of the program has run, and there is no handle by which anybody could have ended it.
            return done == 0 && NtFunctions.IsWine && Kernel32.GetLastError() == Win32Error.ERROR_INTERNAL_ERROR
                ? InvokeOnce(program, text, wanted, folder)
                : done;
        }

        private int InvokeOnce(char* program, char* text, ProcessCreationFlags wanted, char* folder) =>
            new CreateProcessInternalW(GateTable.Original(GateIndex.CreateProcessInternalW)).Invoke(
                token, program, text, processAttributes, threadAttributes, inherit, wanted, environment, folder, startup, information,
                newToken);
    }

    /// <summary>
    /// Determines whether the started program may lie in a mod. For a batch file the system starts the command interpreter, which has to
    /// see the file by the name in the command line.
    /// </summary>
    private static bool SeesProgram(string program, ChildMode mode, IChildProcesses? children) =>
        mode == ChildMode.Mods
        || (GateTable.Native.Gate->Enabled != 0
            && (!ProgramSearch.IsBatchFile(program) || (mode == ChildMode.Follow && children!.SeesLess)));

    private static bool TryCopy(void* to, void* from, nuint bytes) => GateTable.Native.TryCopy(to, from, bytes) != 0;
}
