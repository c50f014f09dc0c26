using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Text;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The processor's description of itself (CPUID).</summary>
internal static class Processor
{
    /// <summary>Returns the processor's name, as given by its maker.</summary>
    public static string Name()
    {
        if (!X86Base.IsSupported || (uint)X86Base.CpuId(unchecked((int)0x8000_0000), 0).Eax < 0x8000_0004)
            return RuntimeInformation.ProcessArchitecture.ToString();
        Span<int> words = stackalloc int[12];
        for (int i = 0; i < 3; i++)
            (words[i * 4], words[(i * 4) + 1], words[(i * 4) + 2], words[(i * 4) + 3]) = X86Base.CpuId(unchecked((int)0x8000_0002) + i, 0);
        return Encoding.ASCII.GetString(MemoryMarshal.AsBytes(words)).Trim('\0', ' ');
    }

    /// <summary>Returns the instruction sets that vector code here may use, and those for shadow stacks.</summary>
    public static string Features()
    {
        if (!X86Base.IsSupported)
            return "none of x86";
        // .NET reports what this image was compiled for; CPUID reports what the processor has.
        List<string> features = [];
        (_, _, int ecx, _) = X86Base.CpuId(1, 0);
        Add(ecx, 20, "SSE4.2");
        Add(ecx, 23, "POPCNT");
        Add(ecx, 28, "AVX");
        if (X86Base.CpuId(0, 0).Eax >= 7)
        {
            (_, int ebx, ecx, int edx) = X86Base.CpuId(7, 0);
            Add(ebx, 5, "AVX2");
            Add(ebx, 8, "BMI2");
            Add(ebx, 16, "AVX-512F");
            Add(ecx, 7, "CET-SS");
            Add(edx, 20, "CET-IBT");
        }

        return string.Join(' ', features);

        void Add(int register, int bit, string name)
        {
            if ((register & 1 << bit) != 0)
                features.Add(name);
        }
    }
}
