using System.Diagnostics;
using Reloaded.VFS.Tests.Shipped;

namespace Reloaded.VFS.Tests.Building;

/// <summary>The published <c>rvfs</c> for Linux is one file that needs neither .NET nor ICU nor anything of the environment.</summary>
[Collection(RealProcesses.Name)]
public sealed class LinuxLauncherTests
{
    /// <summary>The oldest system that it is meant for.</summary>
    private const string Release = "bullseye";

    [LinuxLauncherFact]
    public void It_runs_with_an_empty_environment()
    {
        (int code, string text) = Run("/usr/bin/env", ["-i", PublishedArtifacts.LinuxLauncher, "--version"]);
        Assert.True(code == 0, text);
        Assert.Contains("0.", text, StringComparison.Ordinal);
    }

    [LinuxLauncherFact(needsDebian: true)]
    public void It_runs_in_a_minimal_Debian_11()
    {
        string root = Path.Combine(RepositoryFolders.Cache, "debian-" + Release);
        MakeDebian(root);
        string program = Path.Combine(root, "opt", "rvfs");
        File.Copy(PublishedArtifacts.LinuxLauncher, program, overwrite: true);
        // With /proc, as every running system has it: the C library finds the main thread's stack there.
        (int code, string text) = Run("/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", "mount -t proc proc \"$0/proc\" && exec chroot \"$0\" /usr/bin/env -i /opt/rvfs --version", root]);
        Assert.True(code == 0, text);
        Assert.Contains("0.", text, StringComparison.Ordinal);
        // Minimal indeed.
        Assert.False(Directory.Exists(Path.Combine(root, "usr", "share", "dotnet")));
        Assert.Empty(Directory.GetFiles(Path.Combine(root, "usr", "lib", "x86_64-linux-gnu"), "libicu*"));
    }

    private static void MakeDebian(string root)
    {
        string stamp = Path.Combine(root, ".complete");
        if (File.Exists(stamp))
            return;
        if (Directory.Exists(root))
            Directory.Delete(root, recursive: true);
        (int code, string text) = Run("/usr/sbin/debootstrap", ["--variant=minbase", Release, root]);
        Assert.True(code == 0, text);
        File.WriteAllText(stamp, "");
    }

    private static (int Code, string Text) Run(string program, string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, text + errors.Result);
    }
}

/// <summary>A test of the launcher for Linux: skipped, with the reason, where it can't run at all.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LinuxLauncherFactAttribute : FactAttribute
{
    /// <summary>Finds out whether the test can run.</summary>
    public LinuxLauncherFactAttribute(bool needsDebian = false)
    {
        if (OperatingSystem.IsWindows())
            Skip = "the launcher for Linux";
        else if (RealProcesses.WhySkip(Needs.Published) is string missing)
            Skip = missing;
        else if (needsDebian && Environment.UserName != "root")
            Skip = "making a minimal Debian needs root";
        else if (needsDebian && !File.Exists("/usr/sbin/debootstrap"))
            Skip = "no debootstrap; build/setup.sh installs it";
    }
}
