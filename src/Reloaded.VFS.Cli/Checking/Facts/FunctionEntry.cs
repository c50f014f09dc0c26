using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>The start of a function of ntdll or kernelbase in this process.</summary>
/// <remarks>
/// Overlays hook functions only in games, but virus scanners and security suites hook them in every program: a hook in rvfs.exe is in the
/// game, too.
/// </remarks>
/// <param name="Bytes">The function's first bytes.</param>
/// <param name="Jump">The kind of jump at the start (such as <c>jmp rel32</c>), or null if the function is unchanged.</param>
/// <param name="Module">The file that the jump leads into; null if it leads into memory without a file, or this is unknown.</param>
internal sealed unsafe partial record FunctionEntry(byte[] Bytes, string? Jump, string? Module)
{
    /// <summary>The number of bytes of a system call's stub.</summary>
    public const int Length = 24;

    /// <summary>The number of jumps that are followed: a hook leads to a relay nearby, and from there to its module.</summary>
    private const int MostJumps = 4;

    private const uint FromAddressUnchanged = 6;

    /// <summary>Reads a function's start. Returns null if this isn't Windows or neither ntdll nor kernelbase has the function.</summary>
    public static FunctionEntry? Read(string function)
    {
        if (!OperatingSystem.IsWindows())
            return null;
        if (!NativeLibrary.TryGetExport(NativeLibrary.Load("ntdll"), function, out nint address)
            && !NativeLibrary.TryGetExport(NativeLibrary.Load("kernelbase"), function, out address))
            return null;
        byte[] bytes = new ReadOnlySpan<byte>((void*)address, Length).ToArray();
        string? first = null;
        nint at = address;
        for (int i = 0; i < MostJumps && Find(new ReadOnlySpan<byte>((void*)at, Length), at) is { } jump; i++)
        {
            first ??= jump.Kind;
            if (jump.IsIndirect && !IsReadable(jump.To, sizeof(nint), mustRun: false))
                break;
            at = jump.IsIndirect ? *(nint*)jump.To : jump.To;
            if (!IsReadable(at, Length, mustRun: true))
                break;
        }

        return new(bytes, first, first is null ? null : ModuleOf(at));
    }

    /// <summary>Finds a jump at the start of code, also after <c>mov r10, rcx</c>. Returns null if there is none.</summary>
    /// <param name="code">The code, at least 16 bytes.</param>
    /// <param name="address">The code's address.</param>
    public static (string Kind, nint To, bool IsIndirect)? Find(ReadOnlySpan<byte> code, nint address)
    {
        ReadOnlySpan<byte> moveR10 = [0x4C, 0x8B, 0xD1];
        if (code.StartsWith(moveR10) && Find(code[3..], address + 3) is { } behind)
            return behind with { Kind = "mov r10, rcx; " + behind.Kind };
        if (code.Length < 14)
            return null;
        return code switch
        {
            [0xE9, ..] => ("jmp rel32", address + 5 + BinaryPrimitives.ReadInt32LittleEndian(code[1..]), false),
            [0xEB, ..] => ("jmp rel8", address + 2 + (sbyte)code[1], false),
            [0xFF, 0x25, ..] => ("jmp [rip]", address + 6 + BinaryPrimitives.ReadInt32LittleEndian(code[2..]), true),
            [0x48, 0xB8, _, _, _, _, _, _, _, _, 0xFF, 0xE0, ..] =>
                ("mov rax; jmp rax", (nint)BinaryPrimitives.ReadInt64LittleEndian(code[2..]), false),
            [0x68, _, _, _, _, 0xC3, ..] => ("push; ret", BinaryPrimitives.ReadInt32LittleEndian(code[1..]), false),
            _ => null,
        };
    }

    private static bool IsReadable(nint address, int length, bool mustRun)
    {
        const uint Executable = 0xF0, Readable = 0xFE, Guard = 0x100, Committed = 0x1000;
        nint* information = stackalloc nint[6]; // MEMORY_BASIC_INFORMATION
        if (Kernel32.VirtualQuery(address, information, (nuint)(6 * sizeof(nint))) == 0)
            return false;
        uint state = (uint)((ulong)information[4] & uint.MaxValue), protection = (uint)((ulong)information[4] >> 32);
        ulong end = (ulong)information[0] + (ulong)information[3];
        return state == Committed && (protection & Guard) == 0 && (protection & (mustRun ? Executable : Readable)) != 0
            && (ulong)address + (uint)length <= end;
    }

    private static string? ModuleOf(nint address)
    {
        if (!Modules.GetModuleHandleExW(FromAddressUnchanged, address, out nint module))
            return null;
        char[] path = new char[32768];
        fixed (char* p = path)
        {
            uint length = Modules.GetModuleFileNameW(module, p, (uint)path.Length);
            return length == 0 ? null : new string(p, 0, (int)length);
        }
    }
}
