using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Hooks.Naming;

/// <summary>
/// A name in the game's buffer, as the system writes it: truncated if it doesn't fit, with the lengths of the whole name. Buffers below a
/// class's fixed size are refused by the original, so they don't come here.
/// </summary>
internal static unsafe class NameResult
{
    /// <summary>
    /// Writes a <c>FILE_NAME_INFORMATION</c>, alone or at the end of a larger structure whose first <paramref name="offset"/> bytes are
    /// written already.
    /// </summary>
    /// <returns>Success, buffer overflow, or the status for invalid memory.</returns>
    public static NtStatus WriteFileName(string name, void* ioStatusBlock, byte* information, uint length, int offset)
    {
        uint bytes = (uint)(name.Length * sizeof(char));
        uint room = length - (uint)(offset + sizeof(uint));
        uint written = Math.Min(bytes, room);
        fixed (char* text = name)
        {
            if (Copy(information + offset, &bytes, sizeof(uint)) == 0 || Copy(information + offset + sizeof(uint), text, written) == 0)
                return NtStatus.STATUS_ACCESS_VIOLATION;
        }

        NtStatus status = written < bytes ? NtStatus.STATUS_BUFFER_OVERFLOW : NtStatus.STATUS_SUCCESS;
        IO_STATUS_BLOCK result;
        result.Status = (nint)status;
        result.Information = (uint)(offset + sizeof(uint)) + written;
        return Copy(ioStatusBlock, &result, (uint)sizeof(IO_STATUS_BLOCK)) == 0 ? NtStatus.STATUS_ACCESS_VIOLATION : status;
    }

    /// <summary>Writes a <c>UNICODE_STRING</c> with its text and a terminating zero.</summary>
    /// <param name="name">The name.</param>
    /// <param name="buffer">The game's buffer, of at least <see cref="ObjectNameBytes"/>.</param>
    public static NtStatus WriteObjectName(string name, byte* buffer)
    {
        UNICODE_STRING header = default;
        header.Length = (ushort)(name.Length * sizeof(char));
        header.MaximumLength = (ushort)(header.Length + sizeof(char));
        header.Buffer = (char*)(buffer + sizeof(UNICODE_STRING));
        fixed (char* text = name) // .NET's strings end in a zero, too
        {
            return Copy(header.Buffer, text, header.MaximumLength) == 0 || Copy(buffer, &header, (uint)sizeof(UNICODE_STRING)) == 0
                ? NtStatus.STATUS_ACCESS_VIOLATION
                : NtStatus.STATUS_SUCCESS;
        }
    }

    /// <summary>Returns the number of bytes that <see cref="WriteObjectName"/> needs.</summary>
    public static uint ObjectNameBytes(string name) => (uint)(sizeof(UNICODE_STRING) + (name.Length + 1) * sizeof(char));

    /// <summary>Copies to or from the game's memory. Returns 0 if the memory is invalid.</summary>
    public static int Copy(void* destination, void* source, uint bytes) => GateTable.Native.TryCopy(destination, source, bytes);
}
