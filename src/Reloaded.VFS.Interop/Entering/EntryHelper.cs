using System.ComponentModel;
using System.Globalization;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// A 64-bit process (<c>rvfs.exe</c>) that enters a 64-bit child of a 32-bit process, which itself can't reach the child's addresses.
/// </summary>
/// <remarks>
/// The helper gets two numbers: the id of the 32-bit process, and the address of a request in its memory. The helper reads the request,
/// copies the handles that are named there, queues the entry, and when the outcome of the start is known writes into the request what the
/// user should be told. The helper then ends by itself.
/// </remarks>
public sealed unsafe class EntryHelper : IPendingEntry
{
    /// <summary>The first argument of rvfs.exe; the two numbers follow.</summary>
    public const string Command = "enter-child";

    private const uint QueueMilliseconds = 30_000, WithoutLimit = uint.MaxValue;
    private const nint ThisProcess = -1;
    private const int TextChars = 512, RequestSize = At.End * sizeof(uint);

    private readonly uint* _request;
    private nint _helper;

    private EntryHelper(uint* request) => _request = request;

    private enum RequestState
    {
        /// <summary>There is nothing that the user should know.</summary>
        Silent,

        /// <summary>The text says why the child runs without mods.</summary>
        Said,

        /// <summary>The text says why the child isn't let run.</summary>
        Stopped,

        /// <summary>The child couldn't be entered, with Windows' error code.</summary>
        Refused,
    }

    /// <inheritdoc/>
    public nint Done => _helper;

    /// <summary>Starts the helper and waits until the entry is queued.</summary>
    /// <param name="helper">The path of rvfs.exe.</param>
    /// <param name="created">The child's handles, with all access. They must stay open until this function returns.</param>
    /// <param name="configuration">The configuration, as in a file.</param>
    /// <param name="options">The options. Nothing is withheld or held.</param>
    /// <param name="withholds">True if the child's imports are to be withheld.</param>
    /// <exception cref="Win32Exception">The helper couldn't be started, or the system refused it the child.</exception>
    public static EntryHelper Start(string helper, in ProcessInformation created, ReadOnlySpan<byte> configuration, EntryOptions options,
        bool withholds)
    {
        uint* request = (uint*)NativeMemory.AllocZeroed((nuint)(RequestSize + configuration.Length));
        nint queued = Kernel32.CreateEventW(null, 1, 0, null);
        request[At.Size] = RequestSize;
        request[At.Process] = (uint)created.Process;
        request[At.Thread] = (uint)created.Thread;
        request[At.Queued] = (uint)queued;
        request[At.Flags] = (uint)options.Flags;
        request[At.ExitCode] = options.ExitCode;
        request[At.Withholds] = withholds ? 1u : 0;
        request[At.ConfigurationSize] = (uint)configuration.Length;
        configuration.CopyTo(new Span<byte>(request + At.End, configuration.Length));
        EntryHelper entry = new(request);
        try
        {
            entry._helper = StartProcess(helper, (nuint)request);
            nint* handles = stackalloc nint[2] { queued, entry._helper };
            if (Kernel32.WaitForMultipleObjects(2, handles, 0, QueueMilliseconds) != WaitResult.WAIT_OBJECT_0)
            {
                _ = Kernel32.TerminateProcess(entry._helper, 1);
                throw new Win32Exception(Win32Error.ERROR_TIMEOUT);
            }

            if ((RequestState)request[At.State] == RequestState.Refused)
                throw new Win32Exception((int)request[At.Error]);
            return entry;
        }
        catch
        {
            // The helper has ended, or never began: it has no use for the memory any more.
            entry.Dispose();
            throw;
        }
        finally
        {
            _ = Kernel32.CloseHandle(queued);
        }
    }

    /// <inheritdoc/>
    public void AboutToRun()
    {
        // The helper has withheld the imports.
    }

    /// <inheritdoc/>
    public bool TryFinish(Action<string, bool> said)
    {
        if (Kernel32.WaitForSingleObject(_helper, 0) != WaitResult.WAIT_OBJECT_0)
            return false;
        var state = (RequestState)_request[At.State];
        if (state is RequestState.Said or RequestState.Stopped)
            said(new string((char*)(_request + At.Text), 0, (int)Math.Min(_request[At.Length], TextChars)), state == RequestState.Stopped);
        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_helper != 0)
        {
            // It writes into the request until it ends.
            _ = Kernel32.WaitForSingleObject(_helper, QueueMilliseconds);
            _ = Kernel32.CloseHandle(_helper);
            _helper = 0;
        }

        NativeMemory.Free(_request);
    }

    /// <summary>Runs the helper: enters the child, and waits for the outcome.</summary>
    /// <param name="parent">The id of the 32-bit process.</param>
    /// <param name="address">The address of the request there.</param>
    /// <param name="dll">The full path of the DLL for the child.</param>
    /// <returns>The exit code: 0 if the child was entered.</returns>
    public static int Run(string parent, string address, string dll)
    {
        uint* request = (uint*)NativeMemory.AllocZeroed((nuint)RequestSize);
        nuint count;
        if (!uint.TryParse(parent, CultureInfo.InvariantCulture, out uint id) || !uint.TryParse(address, CultureInfo.InvariantCulture, out uint at)
            || Kernel32.OpenProcess(ProcessAccess.PROCESS_VM_READ | ProcessAccess.PROCESS_VM_WRITE | ProcessAccess.PROCESS_VM_OPERATION
                | ProcessAccess.PROCESS_DUP_HANDLE | ProcessAccess.PROCESS_QUERY_LIMITED_INFORMATION, false, id) is not (not 0 and var from)
            || Kernel32.ReadProcessMemory(from, (nint)at, request, (nuint)RequestSize, &count) == 0 || request[At.Size] != RequestSize)
            return 1;
        byte[] configuration = new byte[request[At.ConfigurationSize]];
        fixed (byte* p = configuration)
        {
            if (Kernel32.ReadProcessMemory(from, (nint)at + RequestSize, p, (nuint)configuration.Length, &count) == 0)
                return 1;
        }

        nint queued = 0;
        ProcessEntry entry;
        try
        {
            queued = Copy(from, request[At.Queued]);
            nint process = Copy(from, request[At.Process]);
            entry = ProcessEntry.Queue(process, Copy(from, request[At.Thread]), dll, configuration,
                new EntryOptions((EntryFlags)request[At.Flags], request[At.ExitCode], Holds: false));
            if (request[At.Withholds] != 0)
            {
                entry.WithholdImports(cause => Say($"a mod's DLL isn't loaded that it imports: {cause}", false));
                entry.AboutToRun();
            }

            _ = NtSetEvent.Exported.Invoke(queued, null);
            nint* handles = stackalloc nint[2] { entry.Done, process };
            while (!entry.TryFinish(Say))
                _ = Kernel32.WaitForMultipleObjects(2, handles, 0, WithoutLimit);
            return 0;
        }
        catch (Win32Exception e)
        {
            request[At.State] = (uint)RequestState.Refused;
            request[At.Error] = (uint)e.NativeErrorCode;
            Write();
            if (queued != 0)
                _ = NtSetEvent.Exported.Invoke(queued, null);
            return 1;
        }

        void Say(string text, bool stopped)
        {
            request[At.State] = (uint)(stopped ? RequestState.Stopped : RequestState.Said);
            request[At.Length] = (uint)Math.Min(text.Length, TextChars);
            text.AsSpan(0, (int)request[At.Length]).CopyTo(new Span<char>(request + At.Text, TextChars));
            Write();
        }

        // If the process has ended, no result is needed.
        void Write() => _ = Kernel32.WriteProcessMemory(from, (nint)at, request, (nuint)RequestSize, null);
    }

    private static nint Copy(nint from, uint handle)
    {
        nint copy = 0;
        return Kernel32.DuplicateHandle(from, (nint)handle, ThisProcess, &copy, 0, 0, DuplicateOptions.DUPLICATE_SAME_ACCESS) != 0
            ? copy
            : throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    private static nint StartProcess(string helper, nuint request)
    {
        STARTUPINFOW startup = new() { cb = (uint)sizeof(STARTUPINFOW) };
        ProcessInformation started;
        string line = string.Create(CultureInfo.InvariantCulture, $"\"{helper}\" {Command} {Environment.ProcessId} {request}\0");
        fixed (char* text = line.ToCharArray())
        {
            if (!Kernel32.CreateProcessW(helper, text, null, null, false, ProcessCreationFlags.CREATE_NO_WINDOW, null,
                Path.GetDirectoryName(helper), &startup, &started))
                throw new Win32Exception(Marshal.GetLastPInvokeError());
        }

        _ = Kernel32.CloseHandle(started.Thread);
        return started.Process;
    }

    /// <summary>
    /// The offsets of a request's fields in units of four bytes, the same in both processes. The text has <see cref="TextChars"/> UTF-16
    /// units, and the configuration follows.
    /// </summary>
    private static class At
    {
        public const int Size = 0, Process = 1, Thread = 2, Queued = 3, Flags = 4, ExitCode = 5, Withholds = 6, ConfigurationSize = 7, State = 8,
            Error = 9, Length = 10, Text = 11, End = Text + (TextChars * sizeof(char) / sizeof(uint));
    }
}
