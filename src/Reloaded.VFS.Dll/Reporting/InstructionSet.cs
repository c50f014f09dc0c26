using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>The CPU's instructions that this image's code uses.</summary>
internal static class InstructionSet
{
    /// <summary><c>SSE4.2</c>, <c>AVX2</c>, <c>AVX-512</c>: the widest that vector code here runs on.</summary>
    public static string Name =>
        Vector512.IsHardwareAccelerated ? "AVX-512"
        : Avx2.IsSupported || PathHash.HasImageCode ? "AVX2"
        : Sse42.IsSupported ? "SSE4.2"
        : Vector128.IsHardwareAccelerated ? "SSE2"
        : "none";
}
