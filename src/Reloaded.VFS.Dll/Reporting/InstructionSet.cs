using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>The instruction set that this image's code uses.</summary>
internal static class InstructionSet
{
    /// <summary>Gets the widest instruction set of the vector code: <c>SSE4.2</c>, <c>AVX2</c>, <c>AVX-512</c>.</summary>
    public static string Name =>
        Vector512.IsHardwareAccelerated ? "AVX-512"
        : Avx2.IsSupported || PathHash.HasImageCode ? "AVX2"
        : Sse42.IsSupported ? "SSE4.2"
        : Vector128.IsHardwareAccelerated ? "SSE2"
        : "none";
}
