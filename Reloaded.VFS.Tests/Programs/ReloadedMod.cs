using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>The mod for Reloaded-II (src/Reloaded.VFS.ReloadedII), built and put together.</summary>
internal static class ReloadedMod
{
    /// <summary>The mod's ModId, which is the redirector's.</summary>
    public const string Id = "reloaded.universal.redirector";

    private static readonly Lazy<string> s_published = new(() => Path.GetDirectoryName(DotNetPrograms.Publish(
        Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.ReloadedII"), "Reloaded.VFS.ReloadedII",
        file: "Reloaded.VFS.ReloadedII.dll"))!);

    /// <summary>The folder with what dotnet publish leaves.</summary>
    public static string Published => s_published.Value;

    /// <summary>Makes the folder that a user gets. Returns its path. On Linux.</summary>
    public static string PutTogether(string folder)
    {
        using Process script = Process.Start("bash", [Path.Combine(RepositoryFolders.Root, "build", "reloaded-ii.sh"), Published, folder]);
        script.WaitForExit();
        Assert.Equal(0, script.ExitCode);
        return folder;
    }
}
