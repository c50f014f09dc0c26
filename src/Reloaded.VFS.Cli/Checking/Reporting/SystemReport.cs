using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using System.Security.Cryptography;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Interop.Nt;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>
/// The report of <c>rvfs doctor --system</c>: everything that a remote helper needs to know of a system, as text to paste, without the
/// user's names and folders.
/// </summary>
internal static class SystemReport
{
    private static readonly (uint Bit, string Name)[] s_integrity =
    [
        (CodeIntegrity.Enabled, "drivers"), (CodeIntegrity.TestSigning, "test signing"), (CodeIntegrity.Programs, "programs"),
        (CodeIntegrity.ProgramsAudited, "programs, audited only"), (CodeIntegrity.Hypervisor, "memory integrity"),
    ];

    /// <summary>Creates the report. On Linux rvfs.exe contributes its part under Wine.</summary>
    /// <param name="game">The game's program; null for the system alone.</param>
    public static string Make(SystemFacts facts, StartedProgram? game)
    {
        StringBuilder text = new();
        if (OperatingSystem.IsWindows())
            WriteWindows(facts, game, text);
        else
            LinuxReport.Write(game, text);
        return PrivateText.Here().Clean(text.ToString());
    }

    private static void WriteWindows(SystemFacts facts, StartedProgram? game, StringBuilder text)
    {
        text.AppendLine($"Reloaded VFS {CliVersion.Text}");
        WriteFiles(LauncherFolder.Path, text);
        text.AppendLine($"System: {WindowsVersion.Describe(facts.Registry)}");
        text.AppendLine($"  machine 0x{facts.Machine():X4}, {Environment.ProcessorCount} processors, code page {facts.Text.CodePage}");
        text.AppendLine($"Processor: {Processor.Name()}");
        text.AppendLine("  " + Processor.Features());
        text.AppendLine("Code integrity: " + DescribeIntegrity(facts));
        text.AppendLine("This process (rvfs.exe):");
        ProcessReport.Write(Environment.ProcessId, text);
        text.AppendLine("Hooks, in a process of rvfs.exe:");
        HookProbe.Write(text);
        if (game is not null)
            GameReport.Write(facts, game, text);
        WriteFindings(facts, text);
    }

    /// <summary>Writes the files of Reloaded VFS in a folder, with what tells one build from another.</summary>
    public static void WriteFiles(string folder, StringBuilder text)
    {
        foreach (string name in OwnFilesCheck.Names)
        {
            string file = Path.Combine(folder, name);
            try
            {
                using FileStream stream = new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
                text.AppendLine($"  {name,-17} {stream.Length,9} bytes  SHA-256 {Convert.ToHexStringLower(SHA256.HashData(stream))}");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                text.AppendLine($"  {name,-17} {ErrorCause.Of(e)}");
            }
        }
    }

    public static void WriteFindings(SystemFacts facts, StringBuilder text)
    {
        text.AppendLine("Findings:");
        Diagnostic[] findings = [.. SystemChecks.Run(facts)];
        foreach (Diagnostic finding in findings)
            text.AppendLine("  " + (finding with { Fix = null }));
        if (findings.Length == 0)
            text.AppendLine("  none");
    }

    private static string DescribeIntegrity(SystemFacts facts)
    {
        string smart = facts.Registry.Read(CodeIntegrityCheck.SmartAppControlKey, CodeIntegrityCheck.SmartAppControlValue) switch
        {
            0 => "off",
            1 => "on",
            2 => "finding out",
            null => "not there",
            _ => "unknown",
        };
        if (facts.CodeIntegrity() is not uint options)
            return $"unknown; Smart App Control {smart}";
        string names = string.Join(", ", s_integrity.Where(n => (options & n.Bit) != 0).Select(n => n.Name));
        return $"0x{options:X} ({names}); Smart App Control {smart}";
    }
}

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

/// <summary>The real version of Windows, whatever programs without a manifest are told, and of Wine.</summary>
internal static unsafe class WindowsVersion
{
    private const string Key = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    /// <summary>Returns one line: <c>Windows 10.0.26100.2033 (24H2, Professional)</c>, <c>..., Wine 8.0 on Linux 6.1.0</c>.</summary>
    public static string Describe(IRegistryFacts registry)
    {
        // .NET calls RtlGetVersion, which returns the real version.
        Version version = Environment.OSVersion.Version;
        string update = registry.Read(Key, "UBR") is int number ? "." + number.ToString(CultureInfo.InvariantCulture) : "";
        string[] names = [
            .. ((string[])["DisplayVersion", "EditionID", "InstallationType"]).Select(n => registry.Read(Key, n) as string ?? "")
                .Where(n => n.Length > 0)];
        return $"Windows {version.ToString(3)}{update}{(names.Length > 0 ? $" ({string.Join(", ", names)})" : "")}{Wine()}";
    }

    private static string Wine()
    {
        if (!NtFunctions.IsWine)
            return "";
        string text = ", Wine " + Marshal.PtrToStringUTF8((nint)WineGetVersion.Exported.Invoke());
        if (WineGetHostVersion.Exported.Address == 0)
            return text;
        byte* system = null, release = null;
        WineGetHostVersion.Exported.Invoke(&system, &release);
        return $"{text} on {Marshal.PtrToStringUTF8((nint)system)} {Marshal.PtrToStringUTF8((nint)release)}";
    }
}
