using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the pictures of a terminal show what the programs print.</summary>
[Collection(RealProcesses.Name)]
public sealed class PicturesTests
{
    [LinuxFact(Needs.Published)]
    public void EachPictureIsWhatARunShows()
    {
        ProcessStartInfo start = new("bash", [Path.Combine(RepositoryFolders.Root, "build", "pictures.sh"), "--check"])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            Environment = { ["WINEPREFIX"] = WinePrefix.Folder },
        };
        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string said = process.StandardOutput.ReadToEnd() + errors.Result;
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, said);
    }
}
