using System.Buffers.Binary;
using System.ComponentModel;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Win32;
using static Reloaded.VFS.Interop.Win32.VirtualMemory;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>The options for the entry into a process. Immutable.</summary>
/// <param name="Flags">The flags for the process.</param>
/// <param name="ExitCode">The exit code for <see cref="EntryFlags.Stop"/>.</param>
/// <param name="Holds">True if the program waits for <see cref="ProcessEntry.LetGo"/>.</param>
/// <param name="Withheld">The withheld imports, copied into the process for <c>rvfs_import</c>; null if nothing was withheld.</param>
public sealed record EntryOptions(EntryFlags Flags, uint ExitCode, bool Holds, WithheldImports? Withheld = null);

/// <summary>
/// The loading of the DLL into a new process of which nothing has run, by data alone: no code is written to the process and no thread is
/// created in it.
/// </summary>
/// <remarks>
/// <para>The suspended main thread gets APCs, each of which is a function of Windows. Windows and Wine run them after they have initialised
/// the process, on the thread that then enters the program. Changes that others make to the suspended process before it is resumed are in
/// place by then. Not thread-safe, except for <see cref="QueueOn"/> and <see cref="AboutToRun"/>.</para>
/// <para>The first APC loads the DLL, which finds the block that was written for it (<c>entry.c</c>). The second one reads the block's gate
/// page, at which the DLL runs its start. Two more signal this process that the thread has been there, and the last one waits until the
/// program may run: for the start if another thread runs it, or for <see cref="LetGo"/> if the DLL can't be loaded.</para>
/// </remarks>
public sealed unsafe partial class ProcessEntry : IDisposable
{
    /// <summary>The first value of a block.</summary>
    public const ulong Magic = 0x9D1E_5C6B_5256_4653;

    /// <summary>The second value of a block.</summary>
    public const ulong MagicEnd = 0x1A7F_30E2_4B58_C6D9;

    // The addresses to try for a block, far from where programs and heaps are.
    private const ulong FirstAddress = 0x5256_4600_0000;
    private const uint FirstAddressOn32Bit = 0x5256_0000;
    private const int MostAddresses = 16;
    private const int Step = 0x100_0000;

    private const int Page = 0x1000;
    private const nint ThisProcess = -1;

    // The time after which a thread stops waiting for another thread's start, or for a process that has ended.
    private const uint WaitMilliseconds = 30_000;

    private readonly nint _process;
    private readonly nint _block;
    private readonly nint _gate;
    private readonly List<nint> _threads = [];
    private readonly int _withheldAt;
    private readonly string _dll;
    private readonly uint _exitCode;
    private readonly Lock _running = new();
    private nint _done;
    private nint _go;
    private nint _opened;
    private bool _is32Bit;
    private EntryBlock _written;
    private Action<string>? _withholds;

    private ProcessEntry(nint process, nint block, int size, int withheldAt, string dll, EntryOptions options)
    {
        _process = process;
        _block = block;
        _gate = block + size - Page;
        _withheldAt = withheldAt;
        _dll = dll;
        _exitCode = options.ExitCode;
        _done = Kernel32.CreateSemaphoreW(null, 0, int.MaxValue, null);
        _opened = Kernel32.CreateEventW(null, 1, 0, null);
        _go = options.Holds ? Kernel32.CreateEventW(null, 0, 0, null) : 0;
    }

    /// <summary>
    /// Gets a semaphore of this process, released when there may be a result (<see cref="TryRead(out EntryRequest)"/>), and again if there
    /// may not have been one yet. Valid until <see cref="Dispose"/>.
    /// </summary>
    public nint Done => _done;

    /// <summary>Writes the request to the process and makes the process's main thread load the DLL first.</summary>
    /// <param name="process">The process, with all access. The handle must stay open as long as this object is used.</param>
    /// <param name="mainThread">The process's only thread, suspended, which has never run.</param>
    /// <param name="dll">The DLL's full path.</param>
    /// <param name="configuration">The configuration, as in a file.</param>
    /// <param name="options">The options.</param>
    /// <exception cref="Win32Exception">The system refused; the process is unchanged, except for some allocated memory.</exception>
    public static ProcessEntry Queue(
        nint process, nint mainThread, string dll, ReadOnlySpan<byte> configuration, EntryOptions options)
    {
        (EntryFlags flags, uint exitCode, bool holds, WithheldImports? withheld) = options;
        // The block, the path, the configuration, and the withheld imports (now or later); then the gate.
        int configurationAt = Aligned(sizeof(EntryBlock) + ((dll.Length + 1) * sizeof(char)));
        int withheldAt = Aligned(configurationAt + configuration.Length);
        byte[] bytes = new byte[withheldAt + WithheldImports.Size];
        MemoryMarshal.AsBytes(dll.AsSpan()).CopyTo(bytes.AsSpan(sizeof(EntryBlock)));
        configuration.CopyTo(bytes.AsSpan(configurationAt));
        withheld?.Bytes.CopyTo(bytes.AsSpan(withheldAt));

        int size = ((bytes.Length + Page - 1) & -Page) + Page;
        nint block = Allocate(process, size, First);
        ProcessEntry entry = new(process, block, size, withheldAt, dll, options);
        try
        {
            entry._written = new()
            {
                Magic = Magic,
                MagicEnd = MagicEnd,
                Request = new()
                {
                    Size = (uint)sizeof(EntryRequest),
                    Flags = flags,
                    ExitCode = exitCode,
                    ConfigurationSize = (uint)configuration.Length,
                    Configuration = (byte*)(block + configurationAt),
                    Done = entry.CopyOf(entry._done),
                    Go = holds ? entry.CopyOf(entry._go) : 0,
                    Withheld = withheld is null ? null : (void*)(block + withheldAt),
                },
                Opened = entry.CopyOf(entry._opened),
                Gate = entry._gate,
                Returned = -1,
            };
            MemoryMarshal.AsBytes(new ReadOnlySpan<EntryBlock>(in entry._written)).CopyTo(bytes);
            ThrowUnless(TryWrite(process, block, bytes));
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

    /// <summary>Writes the request to a 32-bit process and makes the program import the DLL for such programs. From a 64-bit process.</summary>
    /// <remarks>
    /// The start runs where the other way has it: on the main thread, before the program's first instruction. A DLL that can't be loaded
    /// keeps the program from starting, like any other import.
    /// </remarks>
    /// <param name="process">The process, of which nothing has run, with all access. The handle must stay open.</param>
    /// <param name="dll">The DLL's full path.</param>
    /// <param name="configuration">The configuration, as in a file.</param>
    /// <param name="options">The options.</param>
    /// <param name="cause">The reason if the result is null, a sentence without a full stop.</param>
    /// <returns>The entry, or null if the program can't import the DLL. The program is unchanged then.</returns>
    /// <exception cref="Win32Exception">The system refused; the program is unchanged.</exception>
    public static ProcessEntry? Import(nint process, string dll, ReadOnlySpan<byte> configuration, EntryOptions options, out string cause)
    {
        cause = "the path has characters that such a program can't be given; move Reloaded VFS to a folder whose path has only those of English";
        if (AddedImport.Name(dll) is not { } name)
            return null;
        int imports = AddedImport.Measure(process, name, out cause);
        if (imports == 0)
            return null;
        int configurationAt = Aligned(EntryBlock32.Size), withheldAt = Aligned(configurationAt + configuration.Length),
            importsAt = Aligned(withheldAt + (options.Withheld is null ? 0 : WithheldImports.Size));
        byte[] bytes = new byte[importsAt];
        configuration.CopyTo(bytes.AsSpan(configurationAt));
        options.Withheld?.Bytes.CopyTo(bytes.AsSpan(withheldAt));
        nint block = Allocate(process, importsAt + imports, (nint)FirstAddressOn32Bit);
        ProcessEntry entry = new(process, block, 0, 0, dll, options) { _is32Bit = true };
        try
        {
            Put(EntryBlock32.Magic, Magic);
            Put(EntryBlock32.MagicEnd, MagicEnd);
            Put(EntryBlock32.Request, EntryBlock32.RequestSize);
            Put(EntryBlock32.Flags, (uint)options.Flags);
            Put(EntryBlock32.ExitCode, options.ExitCode);
            Put(EntryBlock32.ConfigurationSize, (uint)configuration.Length);
            Put(EntryBlock32.Configuration, (uint)(block + configurationAt));
            // A handle has 32 significant bits. No gate: the DLL is imported.
            Put(EntryBlock32.Done, (uint)entry.CopyOf(entry._done));
            Put(EntryBlock32.Go, options.Holds ? (uint)entry.CopyOf(entry._go) : 0);
            Put(EntryBlock32.Withheld, options.Withheld is null ? 0 : (uint)(block + withheldAt));
            Put(EntryBlock32.Returned, uint.MaxValue);
            ThrowUnless(TryWrite(process, block, bytes));
            if (AddedImport.TryWrite(process, name, block + importsAt))
                return entry;
            cause = "the program's headers can't be written";
            entry.Dispose();
            return null;
        }
        catch
        {
            entry.Dispose();
            throw;
        }

        void Put<T>(int at, T value)
            where T : unmanaged => MemoryMarshal.Write(bytes.AsSpan(at), in value);
    }

    /// <summary>
    /// Makes another thread of the process, which has never run, load the DLL first. The first of these threads starts the VFS; the others
    /// wait until it has.
    /// </summary>
    /// <remarks>Thread-safe. Has no effect if the start has happened already, and may be called after <see cref="Dispose"/>.</remarks>
    /// <param name="thread">
    /// The suspended thread, with the rights <c>THREAD_SET_CONTEXT</c> and <c>THREAD_QUERY_LIMITED_INFORMATION</c>.
    /// </param>
    public NtStatus QueueOn(nint thread)
    {
        // Whichever thread comes first loads what the program imports.
        if (_is32Bit)
            return NtStatus.STATUS_SUCCESS;
        Remember(thread);
        // Only the offsets of the fields matter: the block is in the other process.
        EntryBlock own;
        nint path = _block + sizeof(EntryBlock), copied = _block + (nint)((byte*)&own.Copied - (byte*)&own),
            returned = _block + (nint)((byte*)&own.Returned - (byte*)&own);
        nint patience = _written.Request.Go != 0 ? unchecked((nint)uint.MaxValue) : (nint)WaitMilliseconds;
        // Functions of three arguments, as many as an APC has: on 32 bit the callee pops them.
        NtStatus status = Queue(SystemExports.LoadLibraryExW, path, 0, 0);
        if (status.IsSuccess())
            status = Queue(SystemExports.LstrcpynW, copied, _gate, 2);
        if (status.IsSuccess())
            status = Queue(SystemExports.ReleaseSemaphore, _written.Request.Done, 1, returned);
        // The first release's result is written after the release, so the thread that is woken may read too early.
        if (status.IsSuccess())
            status = Queue(SystemExports.ReleaseSemaphore, _written.Request.Done, 1, 0);
        return status.IsSuccess() ? Queue(SystemExports.WaitForSingleObjectEx, _written.Opened, patience, 0) : status;

        NtStatus Queue(nint function, nint first, nint second, nint third)
        {
            ThrowUnlessShared(function);
            return NtQueueApcThread.Exported.Invoke(thread, (void*)function, (void*)first, (void*)second, (void*)third);
        }
    }

    /// <summary>
    /// Withholds the program's imports when <see cref="AboutToRun"/> is called: until then the process is unchanged, and whoever holds it
    /// suspended may change its import table. Call before any other code knows this object.
    /// </summary>
    /// <param name="failed">Receives the reason if withholding fails, a sentence without a full stop. Called on any thread.</param>
    public void WithholdImports(Action<string> failed) => _withholds = failed;

    /// <summary>
    /// Prepares the process for a thread that is about to be resumed, perhaps as the first one to run: Windows' loader then reads the
    /// import table. Callable on any thread, any number of times.
    /// </summary>
    public void AboutToRun()
    {
        lock (_running)
        {
            // Without the DLL nothing would restore the imports. A running process already has its imports.
            if (_withholds is not { } failed || !File.Exists(_dll) || !TryRead(out EntryRequest request)
                || request.State != EntryState.ToCome)
                return;
            _withholds = null;
            if (WithheldImports.TryTake(_process, out string cause) is { } withheld)
            {
                if (TryHandOver(withheld, request.Flags))
                    return;
                withheld.PutBack();
                cause = "its memory can't be written";
            }

            failed(cause);
        }
    }

    /// <summary>Reads the state of the process. Returns false if its memory can't be read because the process has ended.</summary>
    /// <remarks>If the DLL couldn't be loaded, the program waits for a while for <see cref="LetGo"/>.</remarks>
    public bool TryRead(out EntryRequest request)
    {
        if (_is32Bit)
            return TryRead32(out request);
        EntryBlock block;
        bool isRead = TryRead(_block, new Span<byte>(&block, sizeof(EntryBlock)));
        request = isRead ? block.Request : default;
        if (isRead && request.State == EntryState.ToCome && block.Returned >= 0)
        {
            request.State = EntryState.NotLoaded;
            request.Status = FindLoadError();
        }

        return isRead;
    }

    private bool TryRead32(out EntryRequest request)
    {
        Span<byte> block = stackalloc byte[EntryBlock32.Size];
        bool isRead = TryRead(_block, block);
        request = !isRead ? default : new EntryRequest
        {
            State = (EntryState)BinaryPrimitives.ReadInt32LittleEndian(block[EntryBlock32.State..]),
            Status = BinaryPrimitives.ReadInt32LittleEndian(block[EntryBlock32.Status..]),
            Imported = BinaryPrimitives.ReadInt32LittleEndian(block[EntryBlock32.Imported..]),
            Flags = (EntryFlags)BinaryPrimitives.ReadUInt32LittleEndian(block[EntryBlock32.Flags..]),
            ExitCode = BinaryPrimitives.ReadUInt32LittleEndian(block[EntryBlock32.ExitCode..]),
            Starter = BinaryPrimitives.ReadUInt32LittleEndian(block[EntryBlock32.Starter..]),
            Withheld = (void*)(nuint)BinaryPrimitives.ReadUInt32LittleEndian(block[EntryBlock32.Withheld..]),
        };
        return isRead;
    }

    /// <summary>Reads the copy of the withheld imports, as the process has left it.</summary>
    public bool TryReadWithheld(Span<byte> withheld) =>
        TryRead(out EntryRequest request) && request.Withheld is not null && TryRead((nint)request.Withheld, withheld);

    /// <summary>Releases a program that waits, or into which the DLL couldn't be loaded.</summary>
    public void LetGo()
    {
        if (_go != 0)
            _ = NtSetEvent.Exported.Invoke(_go, null);
        if (TryRead(out EntryRequest request) && request.State == EntryState.NotLoaded)
            _ = NtSetEvent.Exported.Invoke(_opened, null);
    }

    /// <summary>Closes this process's handles. The other process's copies stay.</summary>
    public void Dispose()
    {
        lock (_running)
        {
            foreach (nint handle in (ReadOnlySpan<nint>)[_done, _go, _opened, .. _threads])
            {
                if (handle != 0)
                    _ = Kernel32.CloseHandle(handle);
            }

            _threads.Clear();
            _done = _go = _opened = 0;
        }
    }

    private static nint First => sizeof(nint) == sizeof(uint) ? (nint)FirstAddressOn32Bit : unchecked((nint)FirstAddress);

    /// <summary>Allocates readable and writable memory in the process, at the first free address.</summary>
    private static nint Allocate(nint process, int size, nint first)
    {
        for (int i = 0; i < MostAddresses; i++)
        {
            nint block = Kernel32.VirtualAllocEx(process, first + ((nint)i * Step), (nuint)size, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
            if (block != 0)
                return block;
        }

        throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    /// <summary>Keeps a handle of a thread that loads the DLL, for <see cref="FindLoadError"/>.</summary>
    private void Remember(nint thread)
    {
        lock (_running)
        {
            nint copy = 0;
            if (_done != 0 && Kernel32.DuplicateHandle(
                ThisProcess, thread, ThisProcess, &copy, 0, 0, DuplicateOptions.DUPLICATE_SAME_ACCESS) != 0)
                _threads.Add(copy);
        }
    }

    /// <summary>Returns the address of the thread's block (TEB); zero if it can't be queried, and in Wine before it begins.</summary>
    private static nint FindThreadBlock(nint thread)
    {
        // THREAD_BASIC_INFORMATION (phnt): a status, then the address.
        nint* information = stackalloc nint[7];
        uint size = sizeof(nint) == 8 ? 48u : 28u;
        return NtQueryInformationThread.Exported.Invoke(thread, THREADINFOCLASS.ThreadBasicInformation, information, size, null).IsSuccess()
            ? information[1]
            : 0;
    }

    /// <summary>Returns Windows' error code of a thread that couldn't load the DLL and waits; zero if there is none.</summary>
    private int FindLoadError()
    {
        int lastErrorValue = sizeof(nint) == 8 ? 0x68 : 0x34; // of the TEB
        lock (_running)
        {
            foreach (nint thread in _threads)
            {
                int error = 0;
                if (FindThreadBlock(thread) is var block and not 0
                    && TryRead(block + lastErrorValue, new Span<byte>(&error, sizeof(int))) && error != 0)
                    return error;
            }
        }

        return 0;
    }

    /// <summary>
    /// Checks that a function of kernel32 has the same address in every process of a session. Another module (a compatibility layer) may
    /// have put an address of its own into the export table here, which isn't valid in the other process.
    /// </summary>
    private static void ThrowUnlessShared(nint function)
    {
        MEMORY_BASIC_INFORMATION memory = default;
        ThrowUnless(function != 0 && Kernel32.VirtualQuery((void*)function, &memory, (nuint)sizeof(MEMORY_BASIC_INFORMATION)) != 0);
        if ((nint)memory.AllocationBase is var module && module != SystemModules.Kernel32 && module != SystemModules.Kernelbase
            && module != SystemModules.Ntdll)
            throw new Win32Exception(Win32Error.ERROR_PROC_NOT_FOUND, "a function of kernel32.dll leads into another module of this process");
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
        EntryBlock own;
        nint flagsAt = _block + (nint)((byte*)&own.Request.Flags - (byte*)&own),
            pointerAt = _block + (nint)((byte*)&own.Request.Withheld - (byte*)&own);
        nint at = _block + _withheldAt;
        flags |= EntryFlags.Withheld;
        return TryWrite(_process, at, withheld.Bytes)
            && TryWrite(_process, flagsAt, MemoryMarshal.AsBytes(new ReadOnlySpan<EntryFlags>(in flags)))
            && TryWrite(_process, pointerAt, MemoryMarshal.AsBytes(new ReadOnlySpan<nint>(in at)));
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
