using System.Runtime.InteropServices;

namespace Reloaded.VFS.Interop.Entering;

/// <summary>
/// The code that a new process's main thread runs first (x64), and what it reads. It loads the DLL and calls <c>rvfs_enter</c>; where that
/// can't be done, it leaves Windows' error code, tells of it, waits to be let go, and ends the process if that was asked for. It calls
/// nothing but kernel32, by the addresses that it is given, and needs no place of its own: one argument, the address of <see cref="Data"/>.
/// </summary>
public static class EntryStub
{
    /// <summary>The export that it calls.</summary>
    public const string Export = "rvfs_enter";

    /// <summary>What is behind <see cref="Data"/> at once: the DLL's path, UTF-16, ending in NUL.</summary>
    public const int PathOffset = 0x80;

    // Offsets are those of Data's fields.
    private static readonly byte[] Instructions =
    [
        0x55, //                               push rbp
        0x53, //                               push rbx
        0x48, 0x89, 0xE5, //                   mov rbp, rsp
        0x48, 0x83, 0xEC, 0x28, //             sub rsp, 28h
        0x48, 0x83, 0xE4, 0xF0, //             and rsp, -10h       ; whatever the caller's stack is like
        0x48, 0x89, 0xCB, //                   mov rbx, rcx
        0x48, 0x8D, 0x8B, 0x80, 0, 0, 0, //    lea rcx, [rbx+80h]  ; path
        0xFF, 0x53, 0x40, //                   call [rbx+40h]      ; LoadLibraryW
        0x48, 0x85, 0xC0, //                   test rax, rax
        0x74, 0x16, //                         jz failed
        0x48, 0x89, 0xC1, //                   mov rcx, rax
        0x48, 0x8D, 0x53, 0x70, //             lea rdx, [rbx+70h]  ; Export
        0xFF, 0x53, 0x48, //                   call [rbx+48h]      ; GetProcAddress
        0x48, 0x85, 0xC0, //                   test rax, rax
        0x74, 0x07, //                         jz failed
        0x48, 0x89, 0xD9, //                   mov rcx, rbx
        0xFF, 0xD0, //                         call rax            ; rvfs_enter(Request)
        0xEB, 0x3C, //                         jmp end
        0xFF, 0x53, 0x50, //           failed: call [rbx+50h]      ; GetLastError
        0x89, 0x43, 0x08, //                   mov [rbx+8], eax    ; Status
        0xC7, 0x43, 0x04, 3, 0, 0, 0, //       mov dword [rbx+4], 3 ; State = NotLoaded
        0x48, 0x8B, 0x4B, 0x28, //             mov rcx, [rbx+28h]  ; Done
        0xFF, 0x53, 0x58, //                   call [rbx+58h]      ; SetEvent
        0x48, 0x8B, 0x4B, 0x30, //             mov rcx, [rbx+30h]  ; Go
        0x83, 0xCA, 0xFF, //                   or edx, -1
        0x48, 0x85, 0xC9, //                   test rcx, rcx
        0x75, 0x09, //                         jnz wait
        0x48, 0x83, 0xC9, 0xFF, //             or rcx, -1          ; this process: half a second, in which Status is read
        0xBA, 0xF4, 0x01, 0, 0, //             mov edx, 500
        0xFF, 0x53, 0x60, //             wait: call [rbx+60h]      ; WaitForSingleObject
        0xF6, 0x43, 0x10, 0x24, //             test byte [rbx+10h], 24h ; Flags & (Stop | Withheld)
        0x74, 0x0A, //                         jz end
        0x48, 0x83, 0xC9, 0xFF, //             or rcx, -1          ; this process
        0x8B, 0x53, 0x14, //                   mov edx, [rbx+14h]  ; ExitCode
        0xFF, 0x53, 0x68, //                   call [rbx+68h]      ; TerminateProcess
        0x48, 0x89, 0xEC, //              end: mov rsp, rbp
        0x5B, //                               pop rbx
        0x5D, //                               pop rbp
        0xC3, //                               ret
    ];

    /// <summary>The code.</summary>
    public static ReadOnlySpan<byte> Code => Instructions;

    /// <summary>What the code reads. The addresses are those of the process that runs it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Data
    {
        /// <summary>At 0: what <c>rvfs_enter</c> gets.</summary>
        public EntryRequest Request;

        /// <summary>At 40h.</summary>
        public nint LoadLibraryW;

        /// <summary>At 48h.</summary>
        public nint GetProcAddress;

        /// <summary>At 50h.</summary>
        public nint GetLastError;

        /// <summary>At 58h.</summary>
        public nint SetEvent;

        /// <summary>At 60h.</summary>
        public nint WaitForSingleObject;

        /// <summary>At 68h.</summary>
        public nint TerminateProcess;

        /// <summary>At 70h: <see cref="EntryStub.Export"/>, ASCII, ending in NUL.</summary>
        public fixed byte Export[16];
    }
}
