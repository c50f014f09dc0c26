using System.Runtime.CompilerServices;
using unsafe Function = delegate* unmanaged<ushort, ushort>;

namespace Reloaded.VFS.Interop.Nt;

/// <summary><c>RtlUpcaseUnicodeChar</c>: the upper case of a character (ntifs.h).</summary>
/// <seealso href="https://learn.microsoft.com/windows-hardware/drivers/ddi/ntifs/nf-ntifs-rtlupcaseunicodechar"/>
/// <param name="address">The function, or a way to it; zero where the system has none.</param>
public readonly unsafe struct RtlUpcaseUnicodeChar(nint address)
{
    /// <summary>What ntdll exports under that name.</summary>
    public static RtlUpcaseUnicodeChar Exported => new(SystemExports.RtlUpcaseUnicodeChar);

    /// <summary>The function's address; zero where the system has none.</summary>
    public nint Address => address;

    /// <summary>Calls it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort Invoke(ushort sourceCharacter) =>
        ((Function)address)(sourceCharacter);
}
