using System.Diagnostics;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Programs;

/// <summary>Builds and assembles the mod for Reloaded-II (src/Reloaded.VFS.ReloadedII).</summary>
internal static class ReloadedMod
{
    /// <summary>The mod's ModId, the same as the redirector's.</summary>
    public const string Id = "reloaded.universal.redirector";

    private static readonly Lazy<string> s_published = new(() => Path.GetDirectoryName(DotNetPrograms.Publish(
        Path.Combine(RepositoryFolders.Root, "src", "Reloaded.VFS.ReloadedII"), "Reloaded.VFS.ReloadedII",
        file: "Reloaded.VFS.ReloadedII.dll"))!);

    /// <summary>Gets the folder with the output of dotnet publish.</summary>
    public static string Published => s_published.Value;

    /// <summary>Creates, on Linux, the folder that a user gets, and returns its path.</summary>
    public static string PutTogether(string folder)
    {
        using Process script = Process.Start("bash", [Path.Combine(RepositoryFolders.Root, "build", "reloaded-ii.sh"), Published, folder]);
        script.WaitForExit();
        Assert.Equal(0, script.ExitCode);
        return folder;
    }
}
