using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>A file system of Linux that shows several folders as one, mounted before each start.</summary>
internal sealed class Overlay : BesideContender
{
    /// <summary>The name of the kernel's own.</summary>
    public const string Kernels = "overlayfs";

    private const int Tries = 50;

    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(10), s_pause = TimeSpan.FromMilliseconds(100);

    private readonly string _program;
    private readonly Func<string, string[]> _arguments;
    private string _own = "", _lower = "";
    private Process? _server;

    private Overlay(string name, string program, Func<string, string[]> arguments)
        : base(name)
    {
        (_program, _arguments) = (program, arguments);
    }

    private string Mounted => Path.Combine(_own, "game");

    private bool IsServer => _program != "mount";

    /// <summary>Creates the three that are measured. The highest folder comes first; <c>:</c> is between two.</summary>
    public static BesideContender[] CreateAll() =>
    [
        new Overlay(Kernels, "mount", lower => ["-t", "overlay", "overlay", "-o", $"lowerdir={lower},upperdir=upper,workdir=work", "game"]),
        new Overlay("fuse-overlayfs", "fuse-overlayfs",
            lower => ["-f", "-o", $"lowerdir={lower},upperdir=upper,workdir=work", "game"]),
        new Overlay("mergerfs", "mergerfs", lower => ["-f", "-o", "category.search=ff,category.create=ff", $"upper:{lower}", "game"]),
    ];

    /// <inheritdoc/>
    public override string? WhyMissing()
    {
        if (!OperatingSystem.IsLinux())
            return "it is Linux'";
        if (Executables.Find(_program) is null)
            return $"{_program} isn't installed, of Debian's package of that name";
        if (!Environment.IsPrivilegedProcess)
            return "mounting it needs root";
        if (IsServer && !File.Exists("/dev/fuse"))
            return "there is no /dev/fuse";
        string folder = RepositoryFolders.CreateTemporary();
        try
        {
            Prepare(Path.Combine(folder, "own"),
                [.. ((string[])["a", "b"]).Select(name => Directory.CreateDirectory(Path.Combine(folder, name)).FullName)]);
            SetUp();
            TakeDown();
            return null;
        }
        catch (InvalidOperationException e)
        {
            return e.Message;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <inheritdoc/>
    public override void Prepare(BesidePlace place, string own) => Prepare(own, [.. place.Mods.Reverse(), place.Game]);

    /// <inheritdoc/>
    public override TimeSpan? SetUp()
    {
        long began = Stopwatch.GetTimestamp();
        Process process = Start(_program, _arguments(_lower));
        for (bool isLast = false; !IsMounted(); isLast = process.HasExited || Stopwatch.GetElapsedTime(began) > s_longest)
        {
            if (isLast)
                throw new InvalidOperationException($"{Name} can't be mounted: {Say(process)}");
            Thread.Sleep(1);
        }

        if (IsServer)
            _server = process;
        else
            process.Dispose();
        return Stopwatch.GetElapsedTime(began);
    }

    /// <inheritdoc/>
    public override GameResult Run(IReadOnlyList<string> arguments) => GameProcess.Run(Path.Combine(Mounted, BesideSet.Program), arguments);

    /// <inheritdoc/>
    public override TimeSpan? TakeDown()
    {
        for (int attempt = 1; ; attempt++)
        {
            // Wine's server holds the folder for a moment after the program's end. What is awaited isn't counted.
            long began = Stopwatch.GetTimestamp();
            using Process process = Start("umount", attempt < Tries ? [Mounted] : ["-l", Mounted]);
            process.WaitForExit();
            if (process.ExitCode == 0)
            {
                _server?.WaitForExit(s_longest);
                TimeSpan took = Stopwatch.GetElapsedTime(began);
                _server?.Dispose();
                _server = null;
                return took;
            }

            if (attempt >= Tries)
                throw new InvalidOperationException($"{Mounted} can't be unmounted: {Say(process)}");
            Thread.Sleep(s_pause);
        }
    }

    private void Prepare(string own, IEnumerable<string> folders)
    {
        _own = own;
        // A mount has few characters for options: names relative to the folder where it is made.
        _lower = string.Join(':', folders.Select(folder => Path.GetRelativePath(own, folder)));
        foreach (string name in (string[])["upper", "work", "game"])
            Directory.CreateDirectory(Path.Combine(own, name));
    }

    private bool IsMounted() => File.ReadAllText("/proc/self/mounts").Contains(
        $" {Mounted.Replace(" ", @"\040", StringComparison.Ordinal)} ", StringComparison.Ordinal);

    private Process Start(string program, string[] arguments) => Process.Start(
        new ProcessStartInfo(Executables.Find(program) ?? program, arguments) { WorkingDirectory = _own, RedirectStandardError = true })!;

    private static string Say(Process process)
    {
        if (!process.HasExited)
            process.Kill();
        return process.StandardError.ReadToEnd().Trim();
    }
}
