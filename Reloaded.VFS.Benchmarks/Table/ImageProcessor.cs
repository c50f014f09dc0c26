namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>For which processors a native image is measured.</summary>
public enum ImageProcessor
{
    /// <summary>As the DLL is shipped: for each processor, with AVX2 where this one has it.</summary>
    Any,

    /// <summary>As the DLL is shipped, on a processor without AVX2.</summary>
    WithoutAvx2,

    /// <summary>All of the image compiled for processors with AVX2: it ends on others.</summary>
    OnlyWithAvx2,
}
