using System.Reflection.PortableExecutable;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Mods.Reports;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>
/// The part of a report about one game: its program's header, Windows' settings for it, its last start, and its process if it runs.
/// </summary>
internal static class GameReport
{
    private const ushort ExtendedCharacteristics = 20; // IMAGE_DEBUG_TYPE_EX_DLLCHARACTERISTICS
    private const int CetCompatible = 1;

    public static void Write(SystemFacts facts, StartedProgram program, StringBuilder text)
    {
        string game = program.Path;
        text.AppendLine($"Game: {game}");
        if (program.Mod is { } mod)
            text.AppendLine($"  a file of the mod {mod}: {program.File}");
        text.AppendLine("  " + Header(program.File));
        if (StorePackage.Find(game) is { } package)
            text.AppendLine($"  package of the Microsoft Store or Game Pass: {package.Mark}");
        foreach ((byte[] options, string? of) in MitigationCheck.Of(facts, program.File))
        {
            IEnumerable<string> named = Mitigation.All.Where(m => m.In(options) != 0).Select(m => $"{m.Name}={m.In(options)}");
            text.AppendLine($"  MitigationOptions {(of is null ? "of all programs" : "of " + of)}: "
                    + $"{Convert.ToHexString(options)} ({string.Join(' ', named)})");
        }

        WriteLastStart(game, text);
        if (!OperatingSystem.IsWindows())
            return;
        int[] running = [.. ProcessReport.FindRunning(game)];
        if (running.Length == 0)
            text.AppendLine("  not running now; asked while it runs, a report has its modules and its mitigation policies");
        foreach (int id in running)
        {
            text.AppendLine("  running now:");
            ProcessReport.Write(id, text);
        }
    }

    private static void WriteLastStart(string game, StringBuilder text)
    {
        if (ReportFiles.FindLast(Path.GetDirectoryName(game)!) is not { } file)
        {
            text.AppendLine("  never started with mods");
            return;
        }

        try
        {
            StartReport report = StartReportFile.Read(file);
            text.AppendLine($"  last start: {report.Time:u}, version {report.Version}, {report.System}, {report.InstructionSet}, "
                    + $"{(report.Running ? "running" : "not running")}, {report.Mods.Count} mods, {report.Files} files, "
                    + $"{report.Milliseconds} ms{(report.Exit is { } exit ? $", ended with {exit.Code}" : "")}");
            foreach (HookReport hook in report.Hooks)
                text.AppendLine($"    {hook.Function,-32} {hook.State}: {hook.Detail}");
            foreach (Diagnostic diagnostic in report.Diagnostics)
                text.AppendLine("    " + diagnostic);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            text.AppendLine($"  last start: the report can't be read: {ErrorCause.Of(e)}");
        }
    }

    private static string Header(string game)
    {
        try
        {
            using FileStream stream = new(game, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            using PEReader reader = new(stream);
            PEHeaders headers = reader.PEHeaders;
            if (headers.PEHeader is not { } header)
                return "no program";
            bool cet = reader.ReadDebugDirectory()
                .Any(d => (int)d.Type == ExtendedCharacteristics && d.DataSize >= 4 && reader.GetEntireImage() is { } image
                && d.DataPointer >= 0 && d.DataPointer + 4 <= image.Length && (image.GetContent(d.DataPointer, 4)[0] & CetCompatible) != 0);
            return string.Create(CultureInfo.InvariantCulture,
                $"{stream.Length} bytes, {headers.CoffHeader.Machine}, {header.Subsystem}, linker "
                    + $"{header.MajorLinkerVersion}.{header.MinorLinkerVersion}, DllCharacteristics "
                    + $"0x{(int)header.DllCharacteristics:X4}{(cet ? ", CET compatible" : "")}"
                    + $"{(headers.CorHeader is null ? "" : ", .NET")}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException)
        {
            return e is BadImageFormatException ? "no program, or a damaged one" : ErrorCause.Of(e);
        }
    }
}
