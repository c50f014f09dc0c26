using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Diagnostics;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Archives;

/// <summary>
/// A folder beside where its content goes in the end, on the same volume, so that one rename puts it there whole. Its name is one that is
/// never taken for a mod. What a process that was killed has left of them is swept by the next one.
/// </summary>
internal sealed class StagingFolder : IDisposable
{
    private const string Held = "held", Earlier = "earlier", PlaceName = "place", ReplacedName = "replaced";
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

    /// <summary>Where a folder lies that was set aside.</summary>
    public string EarlierFolder => Path.Combine(Root, Earlier);

    /// <summary>
    /// Takes a folder beside this one into it, to be replaced. Until <see cref="EndReplacing"/> says that it has been, it is never deleted.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <exception cref="IOException">It can't be moved.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be moved.</exception>
    public void SetAside(string folder)
    {
        AtomicFile.Write(Path.Combine(Root, PlaceName), Encoding.UTF8.GetBytes(Path.GetFileName(folder)));
        DiskRemoval.Rename(folder, EarlierFolder);
    }

    /// <summary>The new folder has the place: what was set aside is to go.</summary>
    public void EndReplacing() => File.WriteAllBytes(Path.Combine(Root, ReplacedName), []);

    /// <summary>Puts what was set aside back, where its place is empty.</summary>
    /// <returns>Whether nothing is set aside any more.</returns>
    public bool TryPutBack() => TryPutBack(Root);

    /// <summary>Deletes what is still in it, but not what was set aside and not replaced.</summary>
    public void Dispose()
    {
        _held.Dispose();
        if (TryPutBack(Root))
            TryDelete(Root);
    }

    /// <summary>
    /// Deletes those that processes have left which were killed. What they had set aside goes back to its place, or stays.
    /// </summary>
    public static void Sweep(string parent)
    {
        foreach (string folder in Directory.GetDirectories(parent, "*" + DefaultExcludes.TemporaryEnding))
        {
            // A link of such a name isn't one of them.
            if (DiskRemoval.IsLink(folder) || !IsAbandoned(folder))
                continue;
            if (TryPutBack(folder))
                TryDelete(folder);
            else
                Messages.Warn($"'{Path.Combine(folder, Earlier)}' is a mod that was being replaced when an 'rvfs add' was ended.",
                    "Move it into the mods folder under a name of its own, or delete it.");
        }
    }

    private static bool TryPutBack(string root)
    {
        string earlier = Path.Combine(root, Earlier), place = Path.Combine(root, PlaceName);
        try
        {
            if (!Directory.Exists(earlier) || File.Exists(Path.Combine(root, ReplacedName)))
                return true;
            if (!File.Exists(place) || File.ReadAllText(place) is not { Length: > 0 } name || ModName.WhyImpossible(name) is not null)
                return false;
            string folder = Path.Combine(Path.GetDirectoryName(root)!, name);
            if (Path.Exists(folder))
                return false;
            DiskRemoval.Rename(earlier, folder);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
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

/// <summary>
/// A folder whose files are on the disk, not only in the system's memory: a name that is given to it afterwards never leads to empty files,
/// whenever the power fails.
/// </summary>
internal static partial class FlushedFolder
{
    private const int MostAtOnce = 4;

    /// <summary>Waits until the disk has all files below a folder.</summary>
    /// <exception cref="IOException">The disk can't take them.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be opened.</exception>
    public static void Flush(string folder)
    {
        if (OperatingSystem.IsLinux() && TryFlushVolume(folder))
            return;
        string[] files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories);
        try
        {
            Parallel.ForEach(files, new ParallelOptions { MaxDegreeOfParallelism = MostAtOnce }, file =>
            {
                // The right to write is asked for by the call; a read-only file has no bytes of this process's left.
                if (new FileInfo(file).IsReadOnly)
                    return;
                using SafeFileHandle handle = File.OpenHandle(file, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
                RandomAccess.FlushToDisk(handle);
            });
        }
        catch (AggregateException e) when (e.InnerException is IOException or UnauthorizedAccessException)
        {
            ExceptionDispatchInfo.Throw(e.InnerException);
        }
    }

    /// <summary>One call for all of it.</summary>
    private static bool TryFlushVolume(string folder)
    {
        const int readOnly = 0;
        int descriptor = open(folder, readOnly);
        if (descriptor < 0)
            return false;
        bool isDone = syncfs(descriptor) == 0;
        _ = close(descriptor);
        return isDone;
    }

    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int open(string path, int flags);

    [LibraryImport("libc")]
    private static partial int syncfs(int descriptor);

    [LibraryImport("libc")]
    private static partial int close(int descriptor);
}
