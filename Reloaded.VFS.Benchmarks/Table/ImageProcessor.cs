namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>The processors for which a native image is measured.</summary>
public enum ImageProcessor
{
    /// <summary>Every processor, as the DLL is shipped: with AVX2 if this processor has it.</summary>
    Any,

    /// <summary>A processor without AVX2, as the DLL is shipped.</summary>
    WithoutAvx2,

    /// <summary>Processors with AVX2 only, for which the whole image is compiled: it fails on others.</summary>
    OnlyWithAvx2,
}
