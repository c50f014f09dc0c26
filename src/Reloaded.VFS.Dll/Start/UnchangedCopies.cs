using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Dll.Start;

/// <summary>
/// Copies in the overwrite folder that are what they were copied from: the game opened a file to write to it, and didn't. What the game
/// sees is the same without them, and a mod's update isn't hidden by them. A program that sees no mods copies the game's own files,
/// whatever mods have under their names.
/// </summary>
internal static unsafe class UnchangedCopies
{
    /// <summary>Removes them. Nothing may have one of them open.</summary>
    /// <param name="files">The layers below.</param>
    /// <param name="folder">The overwrite folder's part, a real folder.</param>
    /// <param name="target">What it lies over, canonical.</param>
    /// <param name="isUsers">Whether that is a folder of the user's: of it nothing is copied that only the user has.</param>
    /// <param name="keep">Hears of each file before it goes, so that it can be brought back; what it throws has the file stay.</param>
    public static void Remove(VirtualFileSystem files, string folder, string target, bool isUsers, Action<string> keep)
    {
        Snapshot snapshot = files.Current;
        foreach (string copy in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).ToArray())
        {
            string relative = Path.GetRelativePath(folder, copy);
            if (HideMarker.IsMarker(relative) || File.Exists(copy + HideMarker.Ending))
                continue;
            LookupResult found = snapshot.Lookup($@"{target}\{relative}");
            string own = Path.Join(NtPath.CanonicalToWin32(target), relative);
            string below = found.Kind == LookupKind.File ? NtPath.ToWin32(TextOf(found)) : own;
            try
            {
                bool isSeen = found.Kind == LookupKind.File
                    || (found.Kind != LookupKind.Folder && snapshot.Hidden?.CoversOwn($@"{target}\{relative}", out _) != true);
                bool isUnchanged = (isSeen && IsSame(new FileInfo(copy), new FileInfo(below)))
                    || (!isUsers && !(isSeen && below == own) && IsCopyOfOwn(new FileInfo(copy), new FileInfo(own)));
                if (!isUnchanged || IsBelowMarker(folder, copy))
                    continue;
                keep(copy);
                Delete(copy);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It stays, and is what is seen.
            }
        }

        GC.KeepAlive(snapshot);
    }

    /// <summary>Whether the game has deleted a folder, and made it again, that a copy lies in: nothing is seen below it.</summary>
    private static bool IsBelowMarker(string folder, string copy)
    {
        for (string around = Path.GetDirectoryName(copy)!; around.Length > folder.Length; around = Path.GetDirectoryName(around)!)
        {
            if (File.Exists(around + HideMarker.Ending))
                return true;
        }

        return false;
    }

    /// <summary>
    /// Whether a copy was made of the game's own file, and not written by a game that has put such a file in a mod's place: that one was
    /// created at another time.
    /// </summary>
    private static bool IsCopyOfOwn(FileInfo copy, FileInfo own) =>
        own.Exists && copy.CreationTimeUtc == own.CreationTimeUtc && IsSame(copy, own);

    private static string TextOf(in LookupResult found)
    {
        char[] text = new char[found.TargetLength];
        found.CopyTarget(text);
        return new string(text);
    }

    private static void Delete(string copy)
    {
        File.SetAttributes(copy, FileAttributes.Normal);
        DiskRemoval.DeleteFile(copy);
    }

    /// <summary>Whether a copy is what lies below it, and has no other name.</summary>
    private static bool IsSame(FileInfo copy, FileInfo below)
    {
        if (!FileComparison.IsSame(copy, below))
            return false;
        // What is done to a copy under its second name the first one sees, too.
        using FileStream file = copy.Open(FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return FILE_STANDARD_INFORMATION.TryGet(file.SafeFileHandle.DangerousGetHandle(), out FILE_STANDARD_INFORMATION information)
            && information.NumberOfLinks == 1;
    }
}
