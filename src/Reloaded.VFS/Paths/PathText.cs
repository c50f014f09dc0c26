using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Paths;

/// <summary>Functions that copy parts of paths.</summary>
/// <remarks>
/// They mostly have between 4 and 60 characters, for which the library's general copy has the overhead of a call and of selecting a method.
/// </remarks>
internal static unsafe class PathText
{
    /// <summary>
    /// Copies <paramref name="count"/> characters and returns the end of the copy. Writes nothing beyond the end. The caller guarantees
    /// readable and writable memory that doesn't overlap.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static char* Copy(char* from, char* to, int count)
    {
        const int width = 8; // characters in a vector
        char* end = to + count;
        if (count >= width)
        {
            char* last = from + count - width;
            do
            {
                Vector128.Store(Vector128.Load((ushort*)from), (ushort*)to);
                from += width;
                to += width;
            }
            while (from < last);
            // The last vector overlaps the previous one.
            Vector128.Store(Vector128.Load((ushort*)last), (ushort*)(end - width));
        }
        else if (count >= 4)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(from), last = Unsafe.ReadUnaligned<ulong>(from + count - 4);
            Unsafe.WriteUnaligned(to, first);
            Unsafe.WriteUnaligned(end - 4, last);
        }
        else
        {
            while (to < end)
                *to++ = *from++;
        }

        return end;
    }
}
