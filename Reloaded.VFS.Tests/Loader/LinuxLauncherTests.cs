using System.Diagnostics;
using Reloaded.VFS.Tests.Shipped;
using Xunit.Abstractions;

namespace Reloaded.VFS.Tests.Loader;

/// <summary>The published <c>rvfs</c> for Linux is one file that needs neither .NET nor ICU nor anything of the environment.</summary>
[Collection(RealProcesses.Name)]
public sealed class LinuxLauncherTests(ITestOutputHelper output)
{
    /// <summary>The oldest system that it is meant for.</summary>
    private const string Release = "bullseye";

    [RealProcessFact]
    public void It_runs_with_an_empty_environment()
    {
        if (OperatingSystem.IsWindows())
            return;
        (int code, string text) = Run("/usr/bin/env", ["-i", PublishedArtifacts.LinuxLauncher, "--version"]);
        Assert.True(code == 0, text);
        Assert.Contains("0.", text, StringComparison.Ordinal);
    }

    [RealProcessFact]
    public void It_runs_in_a_minimal_Debian_11()
    {
        if (OperatingSystem.IsWindows())
            return;
        string root = Path.Combine(RepositoryFolders.Cache, "debian-" + Release);
        if (WhyNoDebian(root) is string why)
        {
            // No root here, or no archive to load it from: the test above is what can be shown.
            output.WriteLine($"SKIPPED: no minimal Debian 11 can be made here ({why}).");
            return;
        }

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

    private static string? WhyNoDebian(string root)
    {
        if (Environment.UserName != "root")
            return "not root";
        if (!File.Exists("/usr/sbin/debootstrap"))
            return "no debootstrap; build/setup.sh installs it";
        string stamp = Path.Combine(root, ".complete");
        if (File.Exists(stamp))
            return null;
        if (Directory.Exists(root))
            Directory.Delete(root, recursive: true);
        (int code, string text) = Run("/usr/sbin/debootstrap", ["--variant=minbase", Release, root]);
        if (code != 0)
            return text.Split('\n', StringSplitOptions.RemoveEmptyEntries).LastOrDefault() ?? "debootstrap failed";
        File.WriteAllText(stamp, "");
        return null;
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
