using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Reloaded.VFS.Cli.Archives.Staging;

/// <summary>A temporary folder on the volume of its content's final place, so that one rename puts the content there as a whole.</summary>
/// <remarks>The folder's name is never taken for a mod. Folders left behind by killed processes are swept by the next one.</remarks>
internal sealed class StagingFolder : IDisposable
{
    private const string Held = "held", Earlier = "earlier", PlaceName = "place", ReplacedName = "replaced";
    private static readonly TimeSpan s_abandoned = TimeSpan.FromHours(6);

    // The time between the creation of the folder and of the file in it.
    private static readonly TimeSpan s_unheld = TimeSpan.FromMinutes(1);

    // A lock of Linux is invisible to a program under Wine, and vice versa.
    private static readonly byte s_system = (byte)(OperatingSystem.IsWindows() ? 'W' : 'L');
    private readonly FileStream _held;

    /// <summary>Creates a folder and sweeps old ones.</summary>
    /// <param name="parent">The parent folder, which is created if necessary.</param>
    /// <exception cref="IOException">The folder can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">Access is denied.</exception>
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

    public string Root { get; }

    /// <summary>Gets the empty subfolder to fill.</summary>
    public string Content { get; }

    /// <summary>Gets the place of a folder that was set aside.</summary>
    public string EarlierFolder => Path.Combine(Root, Earlier);

    /// <summary>Gets a value indicating whether a folder was set aside and is still there.</summary>
    public bool HasEarlier => Directory.Exists(EarlierFolder);

    /// <summary>
    /// Moves a sibling folder into this one, to be replaced. Until <see cref="EndReplacing"/> confirms the replacement, the folder is never
    /// deleted.
    /// </summary>
    /// <exception cref="IOException">The folder can't be moved.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the folder is denied.</exception>
    public void SetAside(string folder)
    {
        AtomicFile.Write(Path.Combine(Root, PlaceName), Encoding.UTF8.GetBytes(Path.GetFileName(folder)));
        DiskRemoval.Rename(folder, EarlierFolder);
    }

    /// <summary>Confirms that the new folder is in place and the one set aside may be deleted.</summary>
    public void EndReplacing() => File.WriteAllBytes(Path.Combine(Root, ReplacedName), []);

    /// <summary>Moves the folder that was set aside back, if its place is empty.</summary>
    /// <returns>True if nothing is set aside any more.</returns>
    public bool TryPutBack() => TryPutBack(Root);

    /// <summary>Deletes the contents, except a folder that was set aside and not replaced.</summary>
    public void Dispose()
    {
        _held.Dispose();
        if (TryPutBack(Root))
            TryDelete(Root);
    }

    /// <summary>Deletes folders that killed processes have left. A folder that they had set aside is moved back or stays.</summary>
    public static void Sweep(string parent)
    {
        foreach (string folder in Directory.GetDirectories(parent, "*" + DefaultExcludes.TemporaryEnding))
        {
            // A link with such a name isn't one of them.
            if (DiskRemoval.IsLink(folder) || !IsAbandoned(folder))
                continue;
            if (TryPutBack(folder))
                TryDelete(folder);
            else
                Messages.Warn($"'{Path.Combine(folder, Earlier)}' is a mod that was being replaced when an 'rvfs add' was ended.",
                    "Move it into the mods folder under a name of its own, or delete it.");
        }
    }

    private static bool TryPutBack(string root) => FileErrors.Ignore(() =>
    {
        string earlier = Path.Combine(root, Earlier), place = Path.Combine(root, PlaceName);
        if (!Directory.Exists(earlier) || File.Exists(Path.Combine(root, ReplacedName)))
            return true;
        if (!File.Exists(place) || File.ReadAllText(place) is not { Length: > 0 } name || ModName.WhyImpossible(name) is not null)
            return false;
        string folder = Path.Combine(Path.GetDirectoryName(root)!, name);
        if (Path.Exists(folder))
            return false;
        DiskRemoval.Rename(earlier, folder);
        return true;
    }, false);

    private static bool IsAbandoned(string folder) => FileErrors.Ignore(() =>
    {
        TimeSpan age = DateTime.UtcNow - Directory.GetLastWriteTimeUtc(folder);
        if (age > s_abandoned || (age > s_unheld && !File.Exists(Path.Combine(folder, Held))))
            return true;
        // A folder in use has a file that is open and not shared.
        using var held = new FileStream(Path.Combine(folder, Held), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        return held.ReadByte() == s_system;
    }, false);

    private static void TryDelete(string folder) => FileErrors.Ignore(() =>
    {
        // What can't be deleted is left to the next object.
        // The file that identifies the owner is deleted last.
        foreach (string inner in Directory.GetDirectories(folder))
            DiskRemoval.DeleteTree(inner);
        DiskRemoval.DeleteTree(folder);
    });
}

/// <summary>
/// The flush of a folder's files to the disk, so that a name that is given to the folder afterwards never leads to empty files after a
/// power failure.
/// </summary>
internal static partial class FlushedFolder
{
    private const int MostAtOnce = 4;

    /// <summary>Waits until all files below a folder are on the disk.</summary>
    /// <exception cref="IOException">The disk can't store the files.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to a file is denied.</exception>
    public static void Flush(string folder)
    {
        if (OperatingSystem.IsLinux() && TryFlushVolume(folder))
            return;
        string[] files = Directory.GetFiles(folder, "*", SearchOption.AllDirectories);
        try
        {
            Parallel.ForEach(files, new ParallelOptions { MaxDegreeOfParallelism = MostAtOnce }, file =>
            {
                // The call requires the right to write; a read-only file has no pending bytes of this process.
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

    /// <summary>Flushes the whole volume by one call.</summary>
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
