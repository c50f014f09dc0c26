using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;
using static Reloaded.VFS.Interop.Win32.VirtualMemory;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// The DLL's way into a process of which nothing has run: an APC of the suspended main thread. Windows and Wine run it when they have
/// initialised the process, on the thread that then enters the program; what others change in the suspended process before it is resumed is
/// in place by then. No thread is made in the process, and nothing waits for it. Not thread-safe, but for <see cref="QueueOn"/> and
/// <see cref="AboutToRun"/>.
/// </summary>
public sealed unsafe class ProcessEntry : IDisposable
{
    private const uint Page = 0x1000;
    private const nint ThisProcess = -1;

    private readonly nint _process;
    private readonly nint _code;
    private readonly nint _data;
    private readonly int _withheldAt;
    private readonly string _dll;
    private readonly Lock _running = new();
    private nint _done;
    private nint _go;
    private Action<string>? _withholds;

    private ProcessEntry(nint process, nint code, int withheldAt, string dll, nint done, nint go)
    {
        _withheldAt = withheldAt;
        _dll = dll;
        _process = process;
        _code = code;
        // One page of code, then data.
        _data = code + (nint)Page;
        _done = done;
        _go = go;
    }

    /// <summary>
    /// An event of this process: set when there is a result, and reset by the wait that sees it. Valid until <see cref="Dispose"/>.
    /// </summary>
    public nint Done => _done;

    /// <summary>Writes the request into the process and has its main thread run it first.</summary>
    /// <param name="process">The process, with all access; must stay open as long as this object is used.</param>
    /// <param name="mainThread">Its only thread, suspended, which has never run.</param>
    /// <param name="dll">The DLL's full path.</param>
    /// <param name="configuration">As in a file.</param>
    /// <param name="flags">What is wanted.</param>
    /// <param name="exitCode">For <see cref="EntryFlags.Stop"/>.</param>
    /// <param name="holds">Whether the program waits for <see cref="LetGo"/>.</param>
    /// <param name="withheld">A copy goes into the process, for <c>rvfs_import</c>; null: nothing was withheld.</param>
    /// <exception cref="Win32Exception">The system refused; the process is as it was, but for some memory.</exception>
    public static ProcessEntry Queue(
        nint process, nint mainThread, string dll, ReadOnlySpan<byte> configuration, EntryFlags flags, uint exitCode, bool holds,
        WithheldImports? withheld = null)
    {
        // Data: the fixed part, the path, the configuration, what is withheld, now or later.
        int pathBytes = (dll.Length + 1) * sizeof(char);
        int configurationAt = Aligned(EntryStub.PathOffset + pathBytes);
        int withheldAt = Aligned(configurationAt + configuration.Length);
        byte[] bytes = new byte[withheldAt + WithheldImports.Size];
        MemoryMarshal.AsBytes(dll.AsSpan()).CopyTo(bytes.AsSpan(EntryStub.PathOffset));
        configuration.CopyTo(bytes.AsSpan(configurationAt));
        withheld?.Bytes.CopyTo(bytes.AsSpan(withheldAt));

        // High up: away from where a program that is unpacked into the suspended process wants its image.
        nuint size = (nuint)(Page + bytes.Length);
        nint code = Kernel32.VirtualAllocEx(process, 0, size, MEM_COMMIT | MEM_RESERVE | MEM_TOP_DOWN, PAGE_READWRITE);
        ThrowUnless(code != 0);
        ProcessEntry entry = new(process, code, withheldAt, dll, Kernel32.CreateEventW(null, 0, 0, null),
            holds ? Kernel32.CreateEventW(null, 0, 0, null) : 0);
        nint data = entry._data;
        try
        {
            EntryStub.Data fixedPart = new()
            {
                Request = new()
                {
                    Size = (uint)sizeof(EntryRequest),
                    Flags = flags,
                    ExitCode = exitCode,
                    ConfigurationSize = (uint)configuration.Length,
                    Configuration = (byte*)(data + configurationAt),
                    Done = entry.CopyOf(entry._done),
                    Go = holds ? entry.CopyOf(entry._go) : 0,
                    Withheld = withheld is null ? null : (void*)(data + withheldAt),
                },
                LoadLibraryW = FunctionOf("LoadLibraryW"),
                GetProcAddress = FunctionOf("GetProcAddress"),
                GetLastError = FunctionOf("GetLastError"),
                SetEvent = FunctionOf("SetEvent"),
                WaitForSingleObject = FunctionOf("WaitForSingleObject"),
                TerminateProcess = FunctionOf("TerminateProcess"),
            };
            Encoding.ASCII.GetBytes(EntryStub.Export, new Span<byte>(fixedPart.Export, 16));
            MemoryMarshal.AsBytes(new ReadOnlySpan<EntryStub.Data>(in fixedPart)).CopyTo(bytes);
            uint old;
            ThrowUnless(TryWrite(process, code, EntryStub.Code) && TryWrite(process, data, bytes));
            ThrowUnless(Kernel32.VirtualProtectEx(process, code, Page, PAGE_EXECUTE_READ, &old) != 0
                && Kernel32.FlushInstructionCache(process, (void*)code, Page) != 0);
            NtStatus status = entry.QueueOn(mainThread);
            if (!status.IsSuccess())
                throw new Win32Exception((int)RtlNtStatusToDosError.Exported.Invoke(status));
            return entry;
        }
        catch
        {
            entry.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Has another thread of the process, which has never run, run the request first. Whichever of them comes first starts, and the others
    /// wait until it has. Any thread may call it, and it makes no difference whether the start has come already or this is disposed.
    /// </summary>
    /// <param name="thread">The thread, suspended, with the right <c>THREAD_SET_CONTEXT</c>.</param>
    public NtStatus QueueOn(nint thread) =>
        // Not QueueUserAPC: it hands an address of this process's activation context on.
        NtQueueApcThread.Exported.Invoke(thread, (void*)_code, (void*)_data, null, null);

    /// <summary>
    /// Withholds what the program imports once <see cref="AboutToRun"/> is called: until then the process stays as it is, and whoever holds
    /// it suspended may change its import table. Before anyone else knows this object.
    /// </summary>
    /// <param name="failed">Takes why it can't be done, a sentence without its full stop; called by any thread.</param>
    public void WithholdImports(Action<string> failed) => _withholds = failed;

    /// <summary>
    /// A thread of the process is resumed next, perhaps the first that runs: Windows' loader reads the import table then. Any thread, any
    /// number of times.
    /// </summary>
    public void AboutToRun()
    {
        lock (_running)
        {
            // Without the DLL nothing would put the imports back. A process that runs already has its imports.
            if (_withholds is not { } failed || !File.Exists(_dll) || !TryRead(out EntryRequest request)
                || request.State != EntryState.ToCome)
                return;
            _withholds = null;
            if (WithheldImports.TryTake(_process, out string cause) is { } withheld)
            {
                if (TryHandOver(withheld, request.Flags))
                    return;
                withheld.PutBack(_process);
                cause = "its memory can't be written";
            }

            failed(cause);
        }
    }

    /// <summary>What the process has come to; false where its memory can't be read, because it has ended.</summary>
    public bool TryRead(out EntryRequest request)
    {
        fixed (EntryRequest* p = &request)
            return TryRead(_data, new Span<byte>(p, sizeof(EntryRequest)));
    }

    /// <summary>The copy of what was withheld, as the process has left it.</summary>
    public bool TryReadWithheld(Span<byte> withheld) =>
        TryRead(out EntryRequest request) && request.Withheld is not null && TryRead((nint)request.Withheld, withheld);

    /// <summary>Lets a program run that waits for it.</summary>
    public void LetGo()
    {
        if (_go != 0)
            _ = NtSetEvent.Exported.Invoke(_go, null);
    }

    /// <summary>Closes the events. The process's own copies stay.</summary>
    public void Dispose()
    {
        if (_done != 0)
            _ = Kernel32.CloseHandle(_done);
        if (_go != 0)
            _ = Kernel32.CloseHandle(_go);
        _done = _go = 0;
    }

    /// <summary>
    /// A function of kernel32's, which lies at one address in every process of a session. Another module may have put an address of its own
    /// into the table of exports here (compatibility layers do): in the other process nothing lies there.
    /// </summary>
    private static nint FunctionOf(string name)
    {
        nint function = Modules.GetProcAddress(Modules.GetModuleHandleW("kernel32.dll"), name);
        MEMORY_BASIC_INFORMATION memory = default;
        ThrowUnless(function != 0 && Kernel32.VirtualQuery((void*)function, &memory, (nuint)sizeof(MEMORY_BASIC_INFORMATION)) != 0);
        foreach (string module in (ReadOnlySpan<string>)["kernel32.dll", "kernelbase.dll", "ntdll.dll"])
        {
            if (Modules.GetModuleHandleW(module) == (nint)memory.AllocationBase)
                return function;
        }

        throw new Win32Exception(Win32Error.ERROR_PROC_NOT_FOUND, $"{name} of kernel32.dll leads into another module of this process");
    }

    private nint CopyOf(nint handle)
    {
        nint copy = 0;
        ThrowUnless(handle != 0
            && Kernel32.DuplicateHandle(ThisProcess, handle, _process, &copy, 0, 0, DuplicateOptions.DUPLICATE_SAME_ACCESS) != 0);
        return copy;
    }

    private bool TryHandOver(WithheldImports withheld, EntryFlags flags)
    {
        EntryRequest* request = (EntryRequest*)_data;
        nint at = _data + _withheldAt;
        flags |= EntryFlags.Withheld;
        return TryWrite(_process, at, withheld.Bytes)
            && TryWrite(_process, (nint)(&request->Flags), MemoryMarshal.AsBytes(new ReadOnlySpan<EntryFlags>(in flags)))
            && TryWrite(_process, (nint)(&request->Withheld), MemoryMarshal.AsBytes(new ReadOnlySpan<nint>(in at)));
    }

    private bool TryRead(nint address, Span<byte> to)
    {
        nuint count;
        fixed (byte* p = to)
            return Kernel32.ReadProcessMemory(_process, address, p, (nuint)to.Length, &count) != 0 && count == (nuint)to.Length;
    }

    private static bool TryWrite(nint process, nint address, ReadOnlySpan<byte> bytes)
    {
        nuint count;
        fixed (byte* p = bytes)
            return Kernel32.WriteProcessMemory(process, address, p, (nuint)bytes.Length, &count) != 0 && count == (nuint)bytes.Length;
    }

    private static int Aligned(int offset) => (offset + 15) & ~15;

    private static void ThrowUnless(bool done)
    {
        if (!done)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }
}
