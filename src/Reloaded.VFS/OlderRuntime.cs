using System.Runtime.Intrinsics.X86;

namespace Reloaded.VFS;

/// <summary>What .NET 8 lacks of the class library, under the names that newer versions have. Compiled for .NET 8 alone.</summary>
internal static class OlderRuntime
{
    private static int s_any = 1;

    extension(Volatile)
    {
        /// <summary>Keeps later reads from moving before earlier ones.</summary>
        public static void ReadBarrier()
        {
            // x86 reads in order, and the compiler moves nothing before a volatile read.
            if (X86Base.IsSupported)
                _ = Volatile.Read(ref s_any);
            else
                Interlocked.MemoryBarrier();
        }
    }

    extension(Vector128)
    {
        /// <summary>Narrows units to bytes; units that don't fit become 255.</summary>
        public static Vector128<byte> NarrowWithSaturation(Vector128<ushort> lower, Vector128<ushort> upper)
        {
            Vector128<ushort> most = Vector128.Create((ushort)byte.MaxValue);
            return Vector128.Narrow(Vector128.Min(lower, most), Vector128.Min(upper, most));
        }
    }

    extension(ReadOnlySpan<char> text)
    {
        /// <summary>Determines whether the text begins with a character.</summary>
        public bool StartsWith(char first) => text.Length > 0 && text[0] == first;
    }
}
