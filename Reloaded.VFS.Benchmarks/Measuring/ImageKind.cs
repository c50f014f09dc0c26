using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Reloaded.VFS.Hashing;

namespace Reloaded.VFS.Benchmarks.Measuring;

/// <summary>A description of the running code.</summary>
public static class ImageKind
{
    /// <summary>Gets <c>JIT</c>, or <c>AOT</c> for a native image, and the image's system.</summary>
    public static string Name => $"{(RuntimeFeature.IsDynamicCodeCompiled ? "JIT" : "AOT")} {RuntimeInformation.RuntimeIdentifier}";

    /// <summary>Gets the widest vector instructions that the code can use.</summary>
    public static string InstructionSet =>
        Vector512.IsHardwareAccelerated ? "AVX-512"
        : Avx2.IsSupported || PathHash.HasImageCode ? "AVX2"
        : Sse42.IsSupported ? "SSE4.2"
        : Vector128.IsHardwareAccelerated ? "Vector128"
        : "none";
}
