namespace Reloaded.VFS.Tests.Mods;

/// <summary>A real folder for one test, gone after it.</summary>
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

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
