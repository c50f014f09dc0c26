namespace Reloaded.VFS.Testing;

/// <summary>A real folder for one test, deleted after the test.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("rvfs-test-").FullName;

    public string At(string relative) => Path.Combine(Root, relative.Replace('/', Path.DirectorySeparatorChar));

    public string Folder(string relative) => Directory.CreateDirectory(At(relative)).FullName;

    public string File(string relative, string content = "x") => File(relative, System.Text.Encoding.UTF8.GetBytes(content));

    public string File(string relative, byte[] content)
    {
        string path = At(relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        System.IO.File.WriteAllBytes(path, content);
        return path;
    }

    /// <summary>
    /// Runs a script of bash, to make names that .NET can't: names that aren't UTF-8, paths longer than the system accepts.
    /// </summary>
    public static void Shell(string script, params string[] arguments)
    {
        using var process = System.Diagnostics.Process.Start(
            new System.Diagnostics.ProcessStartInfo("bash", ["-c", script, "bash", .. arguments]))!;
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }

    public void Dispose() => Delete(Root);

    /// <summary>Deletes a folder and its contents. Retries, because programs left running by a killed one may still write there.</summary>
    public static void Delete(string folder)
    {
        const int tries = 50;
        for (int i = 0; Directory.Exists(folder); i++)
        {
            try
            {
                Directory.Delete(folder, recursive: true);
            }
            catch (IOException) when (i < tries)
            {
                Thread.Sleep(20);
            }
        }
    }
}
