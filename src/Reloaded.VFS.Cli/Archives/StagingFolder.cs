using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// A folder beside where its content goes in the end, on the same volume, so that one rename puts it there whole. Its name is one that is
/// never taken for a mod. What a process that was killed has left of them is swept by the next one.
/// </summary>
internal sealed class StagingFolder : IDisposable
{
    private const string Held = "held";
    private static readonly TimeSpan s_abandoned = TimeSpan.FromHours(6);

    // Between making the folder and the file in it.
    private static readonly TimeSpan s_unheld = TimeSpan.FromMinutes(1);

    // A lock of Linux doesn't hold for a program under Wine, nor the other way round.
    private static readonly byte s_system = (byte)(OperatingSystem.IsWindows() ? 'W' : 'L');
    private readonly FileStream _held;

    /// <summary>Makes one, and sweeps old ones.</summary>
    /// <param name="parent">The folder that it is made in, which is made if it isn't there.</param>
    /// <exception cref="IOException">It can't be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    public StagingFolder(string parent)
    {
        Directory.CreateDirectory(parent);
        Sweep(parent);
        string name = Guid.NewGuid().ToString("N")[..12];
        Root = Path.Combine(parent, name + DefaultExcludes.TemporaryEnding);
        Content = Path.Combine(Root, "content");
        Directory.CreateDirectory(Content);
        _held = new FileStream(Path.Combine(Root, Held), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        _held.WriteByte(s_system);
    }

    /// <summary>The folder itself.</summary>
    public string Root { get; }

    /// <summary>The empty folder in it to fill.</summary>
    public string Content { get; }

    /// <summary>Deletes what is still in it.</summary>
    public void Dispose()
    {
        _held.Dispose();
        TryDelete(Root);
    }

    /// <summary>Deletes those that processes have left which were killed.</summary>
    public static void Sweep(string parent)
    {
        foreach (string folder in Directory.GetDirectories(parent, "*" + DefaultExcludes.TemporaryEnding))
        {
            // A link of such a name isn't one of them.
            if (!DiskRemoval.IsLink(folder) && IsAbandoned(folder))
                TryDelete(folder);
        }
    }

    private static bool IsAbandoned(string folder)
    {
        try
        {
            TimeSpan age = DateTime.UtcNow - Directory.GetLastWriteTimeUtc(folder);
            if (age > s_abandoned || (age > s_unheld && !File.Exists(Path.Combine(folder, Held))))
                return true;
            // One that another process fills has a file that is open and not shared.
            using var held = new FileStream(Path.Combine(folder, Held), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            return held.ReadByte() == s_system;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static void TryDelete(string folder)
    {
        try
        {
            // What tells whose it is goes last.
            foreach (string inner in Directory.GetDirectories(folder))
                DiskRemoval.DeleteTree(inner);
            DiskRemoval.DeleteTree(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The next one sweeps it.
        }
    }
}
