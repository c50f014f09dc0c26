using System.IO.Compression;
using Reloaded.VFS.Cli.Checking.Facts;
using Reloaded.VFS.Mods.Laying;

namespace Reloaded.VFS.Cli.Checking.Reporting;

/// <summary>The texts that a bug report needs, without the names of users and of the computer. Immutable.</summary>
internal sealed class BugReport
{
    private const int MostReports = 5, LargestText = 1024 * 1024;

    private readonly List<(string Name, byte[] Content)> _entries = [];
    private readonly PrivateText _private = PrivateText.Here();

    /// <summary>Gets the texts, each with the name that it has in the file.</summary>
    public IReadOnlyList<(string Name, byte[] Content)> Entries => _entries;

    /// <summary>Collects everything. What can't be collected is named in its place.</summary>
    /// <param name="options">The game; null for the one in a folder, or else the last that was started.</param>
    /// <param name="folder">The folder in which a game is searched for.</param>
    public static BugReport Make(RunOptions? options, string folder)
    {
        BugReport report = new();
        StartedProgram? game = options is null ? null : GameArguments.FindProgram(options);
        report.Add("system.txt", () => SystemReport.Make(SystemFacts.Real, game));
        report.Add("doctor.txt", () => string.Join(Environment.NewLine, Examination.Run(options).Select(finding => finding.ToString())));
        string? last = game is null
            ? ReportFiles.FindLast(folder) ?? ReportFiles.FindRemembered()
            : ReportFiles.FindLast(Path.GetDirectoryName(game.Path)!) ?? GameArguments.Configure(options!).Targets
                .Select(ReportFiles.FindLast).FirstOrDefault(file => file is not null);
        if (last is not null)
        {
            foreach (string file in Directory.GetFiles(Path.GetDirectoryName(last)!, "start-*.json").OrderDescending(StringComparer.Ordinal)
                .Take(MostReports))
                report.Add("reports/" + Path.GetFileName(file), () => Read(file));
        }

        if (options is not null)
            report.AddSettings(GameArguments.Configure(options), options);
        return report;
    }

    /// <summary>Writes the file, completely or not at all.</summary>
    public void Save(string file) => AtomicFile.Put(file, temporary =>
    {
        using ZipArchive archive = new(File.Create(temporary), ZipArchiveMode.Create);
        foreach ((string name, byte[] content) in _entries)
        {
            using Stream entry = archive.CreateEntry(name).Open();
            entry.Write(content);
        }
    }, replaces: false);

    private void AddSettings(VfsConfiguration configuration, RunOptions options)
    {
        string settings = options.Config is { } given ? GameQuestion.HostPath(given)
            : configuration.Targets.Select(VfsConfiguration.GetFile).FirstOrDefault(File.Exists)
                ?? VfsConfiguration.GetFile(configuration.Targets[0]);
        string mods = configuration.Mods!;
        string[] files = [settings, configuration.Order ?? Path.Combine(mods, OrderFile.Name), Path.Combine(mods, "prefer.txt")];
        foreach (string file in files.Where(File.Exists))
            Add("settings/" + Path.GetFileName(file), () => Read(file));
        Add("mods.txt", () =>
        {
            StringBuilder text = new();
            foreach (LoadedMod mod in ModSet.Load(configuration).Mods)
                text.Append(mod.Mod.Name).Append('\t').Append(mod.Mod.State).Append('\t').Append(mod.Mod.Metadata.Id ?? "-").Append('\t')
                    .Append(mod.Mod.Metadata.Version ?? "-").AppendLine();
            return text.ToString();
        });
    }

    private void Add(string name, Func<string> read)
    {
        string text;
        try
        {
            text = read();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException or CliException)
        {
            text = $"This can't be read: {ErrorCause.Of(e)}";
        }

        _entries.Add((name, Encoding.UTF8.GetBytes(_private.Clean(text))));
    }

    private static string Read(string file) => new FileInfo(file).Length > LargestText
        ? "This is larger than a text that is put into a bug report."
        : File.ReadAllText(file);
}
