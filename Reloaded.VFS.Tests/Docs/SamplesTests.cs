using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the programs and mods in samples/ can be built, run, and do what their pages say.</summary>
[Collection(RealProcesses.Name)]
public sealed class SamplesTests : IDisposable
{
    private static readonly string Samples = Path.Combine(RepositoryFolders.Root, "samples");

    /// <summary>The ends of the lines that the loader in C prints.</summary>
    internal static readonly string[] SaidInC =
        ["base", "over", "(not there)", "base", "(not there)", "(not there)", "over", "written", "over", "overwrite", "2, 2"];

    /// <summary>The lines that the loader in C++ prints.</summary>
    internal static readonly string[] SaidInCpp = ["base", "over", "a.txt of over; 1 layer", "''", "base"];

    private readonly string _folder = RepositoryFolders.CreateTemporary();

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RealProcessFact]
    public void TheLoaderInC()
    {
        string program = Path.Combine(_folder, "overlay.exe");
        using Process compiler = Process.Start(NativePrograms.Compiler!, ["-Wall", "-Wextra", "-Werror", "-static", "-municode",
            "-I", Path.GetDirectoryName(PublishedArtifacts.Header)!, Path.Combine(Samples, "loader-c", "overlay.c"), "-o", program]);
        compiler.WaitForExit();
        Assert.Equal(0, compiler.ExitCode);
        AssertSaysWhatIsMissing(program);
        string[] lines = Run(program);
        Assert.Equal(SaidInC, lines.Select(line => line[(line.LastIndexOf(": ", StringComparison.Ordinal) + 2)..]));
        // What was written lies in the overwrite folder.
        Assert.Equal(["a.txt"], Directory.GetFiles(Path.Combine(_folder, "own", "data")).Select(Path.GetFileName));
        Assert.Equal("written", File.ReadAllText(Path.Combine(_folder, "own", "rvfs", "overwrite", "data", "written.txt")).Trim());
    }

    [RealProcessFact]
    public void TheLoaderInCSharp()
    {
        string published = DotNetPrograms.Publish(Path.Combine(Samples, "loader-csharp"), "Overlay"),
            program = Path.Combine(_folder, "overlay.exe");
        File.Copy(published, program);
        AssertSaysWhatIsMissing(program);
        Assert.Equal(["base", "over", "a.txt of over", "1 layer", "hidden", "base"], Run(program));
    }

    [RealProcessFact]
    public void TheModsThatAreFilesOnly()
    {
        CopyFolder(Path.Combine(Samples, "files-only", "rvfs"), Path.Combine(_folder, "rvfs"));
        File.Copy(NativePrograms.Probe, Path.Combine(_folder, "game.exe"));
        GameResult which =
            GameProcess.RunCommand([PublishedArtifacts.Launcher, "which", "--game", Path.Combine(_folder, "game.exe"), "data/hello.txt"]);
        Assert.True(which.ExitCode == 0, which.ToString());
        Assert.Contains("Texts", which.Text, StringComparison.Ordinal);
        GameResult conflicts =
            GameProcess.RunCommand([PublishedArtifacts.Launcher, "conflicts", "Texts", "--game", Path.Combine(_folder, "game.exe")]);
        Assert.Contains("hello.txt", conflicts.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("hero.svg", conflicts.Text, StringComparison.Ordinal);
    }

    /// <summary>Without arguments, and without the DLL beside it, the program reports just that.</summary>
    private static void AssertSaysWhatIsMissing(string program)
    {
        GameResult result = GameProcess.Run(program, []);
        Assert.Equal(1, result.ExitCode);
        Assert.StartsWith("usage: overlay", result.Errors, StringComparison.Ordinal);
        result = GameProcess.Run(program, [@"C:\over", @"C:\own"]);
        Assert.Equal(1, result.ExitCode);
        Assert.Contains("reloaded_vfs.dll", Assert.Single(result.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal);
    }

    /// <summary>Runs a program with the DLL beside it, which lays a folder over another one.</summary>
    private string[] Run(string program)
    {
        File.Copy(PublishedArtifacts.Library, Path.Combine(_folder, "reloaded_vfs.dll"));
        string over = Path.Combine(_folder, "over"), own = Path.Combine(_folder, "own");
        Write(over, "over\n");
        Write(own, "base\n");
        GameResult result = GameProcess.Run(program, [WinePrefix.ToWindows(over), WinePrefix.ToWindows(own)]);
        Assert.True(result.ExitCode == 0, result.ToString());
        return [.. result.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
    }

    private static void Write(string folder, string content) =>
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "data")).FullName, "a.txt"), content);

    private static void CopyFolder(string from, string to)
    {
        foreach (string file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            string path = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.Copy(file, path);
        }
    }
}
