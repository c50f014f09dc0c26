using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Reloaded.VFS.Paths;

/// <summary>
/// Copies of parts of paths: mostly between 4 and 60 characters, where the library's general copy is a call and a choice of ways.
/// </summary>
internal static unsafe class PathText
{
    /// <summary>
    /// Copies <paramref name="count"/> characters and returns where the copy ends. The caller guarantees that so many are readable and
    /// writable; the two don't overlap. Writes nothing behind the end.
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
            // The last one overlaps what is there already.
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
