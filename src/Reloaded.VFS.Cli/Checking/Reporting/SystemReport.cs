using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Cli.Starting;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Cli.Wine;
using Reloaded.VFS.Diagnostics;

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
    /// <param name="facts">The system.</param>
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
        text.AppendLine(CultureInfo.InvariantCulture, $"Reloaded VFS {CliVersion.Text}");
        WriteFiles(LauncherFolder.Path, text);
        text.AppendLine(CultureInfo.InvariantCulture, $"System: {WindowsVersion.Describe(facts.Registry)}");
        text.AppendLine(CultureInfo.InvariantCulture,
            $"  machine 0x{facts.Machine():X4}, {Environment.ProcessorCount} processors, code page {facts.Text.CodePage}");
        text.AppendLine(CultureInfo.InvariantCulture, $"Processor: {Processor.Name()}");
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
                text.AppendLine(CultureInfo.InvariantCulture,
                    $"  {name,-17} {stream.Length,9} bytes  SHA-256 {Convert.ToHexStringLower(SHA256.HashData(stream))}");
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                text.AppendLine(CultureInfo.InvariantCulture, $"  {name,-17} {ErrorCause.Of(e)}");
            }
        }
    }

    /// <summary>Writes the findings about the system itself.</summary>
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
        return string.Create(CultureInfo.InvariantCulture, $"0x{options:X} ({names}); Smart App Control {smart}");
    }
}
