using Reloaded.VFS.Cli.Archives;
using Reloaded.VFS.Cli.OtherManagers.Formats;
using Reloaded.VFS.Interop.Entering;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Caching;
using Reloaded.VFS.Mods.Laying;
using Reloaded.VFS.Mods.Reports;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The plan of a start with mods, made before the game's process exists, and its result: the configuration for the DLL, the report, and
/// everything that is to be shown to the user.
/// </summary>
internal sealed class StartPlan
{
    private readonly List<Diagnostic> _diagnostics;
    private readonly DateTimeOffset _time = DateTimeOffset.UtcNow;
    private readonly string _game;
    private readonly string _reportFile;
    private readonly VfsConfiguration _configuration;
    private readonly bool _is32Bit;
    private readonly bool _remember;
    private readonly List<Diagnostic> _late = [];
    private StartReport? _report;
    private DateTime _lateRead;
    private bool _isPackageSearched;
    private bool _hasNoReport;
    private bool _reportIsAsWritten;

    private StartPlan(string game, bool is32Bit, VfsConfiguration configuration, List<Diagnostic> diagnostics, bool remember)
    {
        _game = game;
        _is32Bit = is32Bit;
        Dll = is32Bit ? Library32.In(LauncherFolder.Path) : Path.Combine(LauncherFolder.Path, OwnNames.Dll);
        _configuration = configuration;
        _diagnostics = diagnostics;
        _reportFile = configuration.Report!;
        _remember = remember;
    }

    /// <summary>Gets the path of the DLL that goes into the game.</summary>
    public string Dll { get; }

    public VfsConfiguration Configuration => _configuration;

    /// <summary>Gets the configuration as the DLL reads it: JSON in UTF-8. Empty if the game can't be started.</summary>
    public byte[] ConfigurationText { get; private set; } = [];

    /// <summary>Gets a value indicating whether something missing stops the game.</summary>
    public bool Strict => _configuration.OnError == ErrorPolicy.Stop;

    /// <summary>Gets a value indicating whether there is a DLL and something for it to do.</summary>
    public bool CanStart { get; private set; } = true;

    /// <summary>
    /// Gets a value indicating whether something that was asked for is missing. This includes a mod that order.txt names, because a save
    /// may need it.
    /// </summary>
    public bool HasErrors => _diagnostics.Exists(d => d.IsError)
        || (_report is { } report
            && (!report.Running || report.HasErrors || report.Mods.Any(m => m.State is ModState.Missing or ModState.Error)));

    /// <summary>Gets the load order, if it has been read already.</summary>
    public LoadOrder? Order { get; private set; }

    /// <summary>Gets a value indicating whether the game has its mods.</summary>
    public bool IsRunning => _report is { Running: true };

    /// <summary>Reads the configuration and checks everything that can be checked in advance.</summary>
    /// <param name="game">The game's program.</param>
    /// <param name="is32Bit">True if the game is a 32-bit program.</param>
    /// <param name="machine">The architecture of the system's own code, or null to determine it (<see cref="NativeMachine.Get"/>).</param>
    /// <exception cref="CliException">The game must not be started at all.</exception>
    public static StartPlan Make(RunOptions options, string game, bool is32Bit, ushort? machine = null)
    {
        if (WineFunctions.IsWine)
            CachedMods.OwnStamps = new NtFolderStamps(FolderState.TryGetTimes, FolderState.TryGetId);
        string gameFolder = Path.GetDirectoryName(game)!;
        List<Diagnostic> diagnostics = [];
        VfsConfiguration configuration = RunConfiguration.Read(options, gameFolder, diagnostics);
        if (configuration.Writes == WritePolicy.Overwrite)
            OverwriteCheck.ThrowIfOverlapping(configuration);
        if (!configuration.Offline)
            AntiCheat.ThrowIfFound(gameFolder, configuration.Targets);
        StartPlan plan = new(game, is32Bit, configuration, diagnostics, remember: options.ReportFile is null);
        int before = diagnostics.Count;
        plan.Check(machine ?? NativeMachine.Get());
        if (!plan.CanStart || plan.HasErrors)
            diagnostics.InsertRange(before, plan.FindPackage());
        if (plan.CanStart)
        {
            CacheRefresh refresh = new(configuration);
            if (refresh.Run() is { } failure)
                diagnostics.Add(failure);
            plan.Order = refresh.Order;
            plan.WriteConfiguration();
        }

        return plan;
    }

    /// <summary>Makes the checks that can't stop a start, while the game's process loads.</summary>
    public void CheckMeanwhile()
    {
        foreach (Diagnostic finding in FindPackage())
            Add(finding);
        if (Order is not { } order)
            return;
        // The DLL reports a mod that can't be read.
        FileErrors.Ignore(() =>
        {
            foreach (Diagnostic finding in HigherTarget.Find(_configuration, order.Mods).ToList())
                Add(finding);
        });
    }

    /// <summary>Does what remains once the game runs.</summary>
    public void EndStart()
    {
        if (_reportIsAsWritten && _remember)
            ReportFiles.Remember(_reportFile);
    }

    /// <summary>
    /// Shows what the game's process has added to its report since, such as programs that it started without mods. Call it now and then
    /// while the game runs.
    /// </summary>
    public void ShowLate()
    {
        try
        {
            if (!IsRunning || _hasNoReport || File.GetLastWriteTimeUtc(_reportFile) is var written && written == _lateRead)
                return;
            _lateRead = written;
            ShowLate(StartReportFile.Read(_reportFile));
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            // The report is read once more when the game has ended.
        }
    }

    private void ShowLate(StartReport report)
    {
        Diagnostic[] late = [.. report.Diagnostics.Except([.. _diagnostics, .. _report?.Diagnostics ?? [], .. _late])
            .Where(diagnostic => diagnostic.Severity != Severity.Notice)];
        Messages.Show(late);
        _late.AddRange(late);
    }

    public void Add(Diagnostic diagnostic)
    {
        _diagnostics.Add(diagnostic);
        Messages.Show(diagnostic);
    }

    /// <summary>Prints the diagnostics found so far.</summary>
    public void Show() => Messages.Show(_diagnostics);

    /// <summary>Reads and prints the DLL's report, and adds the launcher's findings to it.</summary>
    /// <param name="injectionError">The error, or null if the DLL reports that it has started.</param>
    public void ReadReport(string? injectionError)
    {
        int own = _diagnostics.Count;
        try
        {
            if (File.Exists(_reportFile))
                _report = StartReportFile.Read(_reportFile);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            _diagnostics.Add(Diagnostic.Error($"the DLL's report can't be read: {ErrorCause.Of(e)}", file: _reportFile));
        }

        if (injectionError is not null && _report is not { HasErrors: true })
            _diagnostics.Add(Diagnostic.Error(injectionError.TrimEnd('.')));
        else if (injectionError is null && _report is null)
        {
            // The DLL reports that it runs, with everything that was asked for, so something like a full disk affects only the report.
            _diagnostics.Add(Diagnostic.Warning("the report of the start couldn't be written; the game has its mods",
                file: _reportFile, fix: "make room on the volume, so that 'rvfs last' can show the next start"));
            _report = new() { Version = CliVersion.Text, Time = _time, Game = _game, Running = true, Targets = _configuration.Targets };
            _hasNoReport = true;
        }

        if (injectionError is not null)
            _report = _report is null ? null : _report with { Running = false };

        if (_report is not null && !_hasNoReport)
        {
            Console.Error.WriteLine(WrappedText.WrapParagraph(StartLine.Of(_report), TerminalSize.ForErrors, 6));
            Messages.Show(_report.Diagnostics.Where(d => d.Severity != Severity.Notice || d.Mod is not null));
            foreach (HookReport hook in _report.Hooks.Where(h => h.State == HookState.Failed))
                Messages.Error($"{hook.Function} couldn't be hooked: {hook.Detail}");
        }

        Messages.Show(_diagnostics[own..]);
        // The DLL has written the report, and may add to it as soon as the game runs.
        _reportIsAsWritten = _report is not null && injectionError is null && _diagnostics.Count == 0;
        if (!_reportIsAsWritten && !_hasNoReport)
            SaveReport();
    }

    /// <summary>Writes the report for <c>rvfs last</c>.</summary>
    public void SaveReport()
    {
        StartReport report = _report ?? new()
        {
            Version = CliVersion.Text,
            Time = _time,
            Game = _game,
            Targets = _configuration.Targets,
            ModsFolder = _configuration.Mods,
        };
        Write(report with { Diagnostics = [.. _diagnostics, .. report.Diagnostics] });
    }

    /// <summary>Adds the game's end to the report, to which the DLL may have written last.</summary>
    public void SaveExit(uint code)
    {
        if (_hasNoReport)
            return;
        try
        {
            StartReport report = StartReportFile.Read(_reportFile);
            ShowLate(report);
            Write(report with
            {
                Exit = (report.Exit ?? new()) with { Time = DateTimeOffset.UtcNow, Code = code, Status = NtStatusNames.NameOf(code) },
            });
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"the game's end couldn't be added to '{_reportFile}': {ErrorCause.Of(e)}");
        }
    }

    /// <summary>
    /// Records the game's own files that mods replace, so that 'rvfs doctor' can tell if an update changes them. If none was replaced when
    /// the game began, and none before, the mods aren't read for this.
    /// </summary>
    public void RememberOriginals()
    {
        if (_report is not { Running: true } report || (report.Replaces == 0 && !OriginalsRecord.IsBeside(_reportFile)))
            return;
        // Only the doctor would have used the record, so a failure doesn't matter.
        FileErrors.Ignore(() =>
        {
            using ModResolver resolver = new(ModSet.Load(_configuration));
            OriginalsRecord known = OriginalsRecord.Read([Path.GetDirectoryName(_reportFile)!]), now = known.With(resolver);
            if (!now.Files.SequenceEqual(known.Files))
                now.Write(_reportFile);
        });
    }

    private void Check(ushort machine)
    {
        if (NativeMachine.WhyRefused(machine) is { } refusal)
            Fail(refusal);
        try
        {
            _ = DllExports.FindRva(Dll, WithheldImports.Export, _is32Bit);
        }
        catch (CliException e)
        {
            Fail(Diagnostic.Error(e.OwnText.TrimEnd('.'), fix: e.Cure?.TrimEnd('.')));
        }

        foreach (string target in _configuration.Targets)
        {
            if (!Directory.Exists(target))
                Fail(Diagnostic.Error("there is no such folder to add mods to", file: target));
            else if (ModulePath.IsOnNoDrive(target))
                Fail(Diagnostic.Error("mods can't be added to a folder that is on no drive of the Wine prefix",
                    file: target, fix: TargetFolders.DriveCure));
        }

        if (!Directory.Exists(_configuration.Mods))
            Fail(Diagnostic.Error(LoadOrder.NotThere, file: _configuration.Mods, fix: LoadOrder.Making));
        else if (CannotList(_configuration.Mods) is { } cause)
            Fail(Diagnostic.Error($"the mods folder can't be read: {cause}", file: _configuration.Mods));
        if (!CanStart)
            return;
        if (Strict)
            CheckMods();
    }

    /// <summary>Writes the configuration for the DLL, with the content of other mod managers' files, which the DLL doesn't read.</summary>
    private void WriteConfiguration()
    {
        List<Diagnostic> faults = [];
        HandedOverModJsons? texts = ForeignMetadata.HandOver((Order ?? LoadOrder.Of(_configuration)).Mods, faults);
        _diagnostics.AddRange(faults.Except(_diagnostics));
        try
        {
            ConfigurationText = ConfigurationWriter.ToJson(_configuration with { ModJsons = texts });
        }
        catch (ArgumentException e)
        {
            Fail(Diagnostic.Error($"the configuration for the game can't be written: {ErrorCause.Of(e)}"));
        }
    }

    /// <summary>Adds errors of the mods. The DLL finds the same, but only in the game's process, after its DLLs are loaded.</summary>
    private void CheckMods()
    {
        var set = ModSet.Load(_configuration);
        _diagnostics.AddRange(set.Diagnostics.Where(d => d.IsError));
        foreach (LoadedMod mod in set.Mods.Where(m => m.Mod.State == ModState.Missing))
        {
            _diagnostics.Add(Diagnostic.Error($"there is no mod '{mod.Mod.Name}'") with
            {
                File = _configuration.Order ?? Path.Combine(_configuration.Mods!, OrderFile.Name),
                Line = mod.Mod.Line,
                Mod = mod.Mod.Name,
                Fix = "put the mod into the mods folder, or remove the line",
            });
        }
    }

    /// <summary>Returns, at the first call, the diagnostic that says that the game is from the Microsoft Store.</summary>
    private Diagnostic[] FindPackage()
    {
        if (_isPackageSearched)
            return [];
        _isPackageSearched = true;
        return StorePackage.Find(_game) is { } package ? [package.ToDiagnostic()] : [];
    }

    private void Fail(Diagnostic diagnostic)
    {
        _diagnostics.Add(diagnostic);
        CanStart = false;
    }

    private static string? CannotList(string folder)
    {
        try
        {
            using IEnumerator<string> entries = Directory.EnumerateFileSystemEntries(folder).GetEnumerator();
            entries.MoveNext();
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ErrorCause.Of(e);
        }
    }

    private void Write(StartReport report)
    {
        try
        {
            StartReportFile.Write(report, _reportFile);
            if (_remember)
                ReportFiles.Remember(_reportFile);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Messages.Warn($"the start report couldn't be written to '{_reportFile}': {ErrorCause.Of(e)}");
        }
    }
}
