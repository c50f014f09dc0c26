using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Building;

/// <summary>
/// Tests that the published <c>rvfs</c> for Linux is one native file that needs only the C library, and nothing of the environment.
/// </summary>
[Collection(RealProcesses.Name)]
public sealed class LinuxLauncherTests
{
    /// <summary>The oldest supported system.</summary>
    private const string Release = "bullseye";

    [LinuxLauncherFact]
    public void ItRunsWithAnEmptyEnvironment()
    {
        (int code, string text) = Run("/usr/bin/env", ["-i", PublishedArtifacts.LinuxLauncher, "--version"]);
        Assert.True(code == 0, text);
        Assert.Contains("0.", text, StringComparison.Ordinal);
    }

    /// <summary>
    /// Steam starts programs with its own libraries before the system's, and with its overlay for both word sizes preloaded.
    /// </summary>
    [LinuxLauncherFact]
    public void ItRunsWithSteamsLibrariesInFrontOfTheSystems()
    {
        using var folder = new TemporaryFolder();
        string[] libraries = ["libssl.so.3", "libcrypto.so.3", "libz.so.1", "libstdc++.so.6", "libgcc_s.so.1", "libicuuc.so.72",
            "liblttng-ust.so.1", "libbrotlidec.so.1"];
        foreach (string library in libraries)
            File.WriteAllText(Path.Combine(folder.Root, library), "not the library that a program of today wants");
        (int code, string text) = Run("/usr/bin/env",
            [$"LD_LIBRARY_PATH={folder.Root}", $"LD_PRELOAD={folder.Root}/libz.so.1:{folder.Root}/gone/gameoverlayrenderer.so",
             PublishedArtifacts.LinuxLauncher, "conflicts", "--mods", folder.Root, "--target", folder.Root]);
        Assert.True(code == 0, text);
        // The dynamic loader complains about the preloaded ones, so both were really loaded.
        Assert.Contains("gameoverlayrenderer.so", text, StringComparison.Ordinal);
        Assert.Contains("libz.so.1", text, StringComparison.Ordinal);
    }

    [LinuxLauncherFact(needsDebian: true)]
    public void ItRunsInAMinimalDebian11()
    {
        string root = Path.Combine(RepositoryFolders.Cache, "debian-" + Release);
        MakeDebian(root);
        string program = Path.Combine(root, "opt", "rvfs");
        File.Copy(PublishedArtifacts.LinuxLauncher, program, overwrite: true);
        foreach (string mod in new[] { "first", "second" })
        {
            string data = Directory.CreateDirectory(Path.Combine(root, "opt", "mods", mod, "data")).FullName;
            File.WriteAllText(Path.Combine(data, "shared.txt"), mod);
        }
        // With /proc, as on every running system: the C library finds the main thread's stack there.
        (int code, string text) = Run("/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c",
                "mount -t proc proc \"$0/proc\" && exec chroot \"$0\" /usr/bin/env -i /opt/rvfs conflicts --all --mods /opt/mods --target /opt", root]);
        Assert.True(code == 0, text);
        Assert.Contains("shared.txt", text, StringComparison.Ordinal);
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
        using Process process = Process.Start(
            new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, text + errors.Result);
    }
}

/// <summary>A fact for the launcher for Linux, which is skipped with the reason if it can't run at all.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LinuxLauncherFactAttribute : FactAttribute
{
    /// <summary>Determines whether the test can run.</summary>
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
