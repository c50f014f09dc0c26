using Reloaded.VFS.Interop.Watching;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Mods.Undoing;

namespace Reloaded.VFS.Hooks.Overwriting;

/// <content>Copies of files and folders: complete, or not there.</content>
internal readonly partial struct OverwriteWriter
{
    /// <summary>Copies a file that another layer or the game has into the overwrite folder, with its attributes and times.</summary>
    /// <param name="name">The file, which isn't in the overwrite folder yet.</param>
    /// <returns>The status; if it isn't success nothing is changed.</returns>
    public NtStatus CopyUp(in WrittenName name)
    {
        lock (overwrite.Copying)
        {
            // Another thread, or another process, may have been first.
            if (RealFiles.IsFile(name.Place))
                return GivePlace(name);
            WrittenName cased = InTheCaseOf(name);
            // The copy's folder is made first, with its time.
            NtStatus status = TryMakeFolder(name.Parent, out _, out NtStatus unmade) ? NtStatus.STATUS_SUCCESS : unmade;
            using FolderTime time = FolderTime.Read(VirtualPath.GetParent(cased.Place));
            if (status.IsSuccess())
                status = CopyTo(cased, cased.Place, replace: false, covers: true);
            // Or have deleted the name: the copy came too late.
            if (status.IsSuccess() && RealFiles.Exists(cased.Place + HideMarker.Ending))
            {
                RealFiles.Delete(cased.Place);
                return NtStatus.STATUS_OBJECT_NAME_NOT_FOUND;
            }

            // While this one copied, another process may have put its copy in place.
            return status.IsSuccess() || RealFiles.IsFile(cased.Place) ? GivePlace(cased) : status;
        }
    }

    /// <summary>
    /// Copies a file to a place in the overwrite folder: under a temporary name, and put in place in one step. The folder around the place
    /// is made.
    /// </summary>
    /// <param name="name">The file.</param>
    /// <param name="place">The place, in NT form.</param>
    /// <param name="replace">True if the copy may replace another file.</param>
    /// <param name="rename">The rename that the copy is a step of; null for none.</param>
    /// <param name="covers">True if the copy covers the file from which it is made.</param>
    public NtStatus CopyTo(in WrittenName name, string place, bool replace, PendingRename? rename = null, bool covers = false)
    {
        try
        {
            string from = NtPath.ToLongWin32(name.Real);
            if (!overwrite.MayCopy(name.Path, new FileInfo(from).Length))
                return NtStatus.STATUS_ACCESS_DENIED;
            if (overwrite.TryGetPath(NtPath.ToCanonical(place), out string path)
                && !TryMakeFolder(VirtualPath.GetParent(path).ToString(), out _, out NtStatus status))
                return status;
            CopyWhole(from, NtPath.ToLongWin32(place), replace, rename, covers);
            return NtStatus.STATUS_SUCCESS;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return StatusOf(e);
        }
    }

    /// <summary>Copies a folder with everything that the game sees in it to an unused place in the overwrite folder.</summary>
    /// <returns>The status; if it isn't success nothing is left of the copy.</returns>
    public NtStatus CopyTree(in WrittenName folder, string place, PendingRename? rename = null)
    {
        string temporary = NtPath.ToLongWin32(overwrite.NewTemporary());
        try
        {
            NtStatus status = CopyTree(folder, temporary);
            if (!status.IsSuccess())
            {
                DiskRemoval.DeleteTree(temporary);
                return status;
            }

            overwrite.Journal?.RecordNew(place, temporary);
            rename?.Begin(NtPath.From(temporary));
            DiskRemoval.Rename(temporary, NtPath.ToLongWin32(place));
            return status;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            rename?.End();
            if (Directory.Exists(temporary))
                DiskRemoval.DeleteTree(temporary);
            return StatusOf(e);
        }
    }

    private NtStatus CopyTree(in WrittenName folder, string to)
    {
        Directory.CreateDirectory(to);
        foreach (WrittenName member in OverwriteListing.In(view, overwrite, folder.Path))
        {
            string from = NtPath.ToLongWin32(member.Real), copy = Path.Join(to, NameOf(member));
            if (member.Kind == WrittenKind.Folder)
            {
                NtStatus status = CopyTree(member, copy);
                if (!status.IsSuccess())
                    return status;
                continue;
            }

            if (!overwrite.MayCopy(member.Path, new FileInfo(from).Length))
                return NtStatus.STATUS_NOT_SAME_DEVICE;
            FileCopy.Make(from, copy);
        }

        FileCopy.SetAsFolder(NtPath.ToLongWin32(folder.Real), to);
        return NtStatus.STATUS_SUCCESS;
    }

    /// <summary>
    /// Copies into a folder of the overwrite folder what the game sees of other layers in it. A failure leaves some more copies, each
    /// identical to its source.
    /// </summary>
    /// <param name="path">The folder's canonical path.</param>
    /// <param name="place">The folder's place, which exists.</param>
    public NtStatus Complete(string path, string place)
    {
        using FolderTime time = FolderTime.Read(place);
        try
        {
            foreach (WrittenName member in OverwriteListing.In(view, overwrite, path))
            {
                string copy = member.IsInOverwrite ? member.Place : $@"{place}\{NameOf(member)}";
                if (member.Kind == WrittenKind.Folder)
                {
                    overwrite.Journal?.Record(copy);
                    Directory.CreateDirectory(NtPath.ToLongWin32(copy));
                    if (!member.IsInOverwrite)
                        FileCopy.SetAsFolder(NtPath.ToLongWin32(member.Real), NtPath.ToLongWin32(copy));
                    NtStatus status = Complete(member.Path, copy);
                    if (!status.IsSuccess())
                        return status;
                }
                else if (!member.IsInOverwrite)
                {
                    string from = NtPath.ToLongWin32(member.Real);
                    if (!overwrite.MayCopy(member.Path, new FileInfo(from).Length))
                        return NtStatus.STATUS_NOT_SAME_DEVICE;
                    CopyWhole(from, NtPath.ToLongWin32(copy), replace: false, covers: true);
                }
            }

            return NtStatus.STATUS_SUCCESS;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return StatusOf(e);
        }
    }

    /// <summary>Deletes the markers in a folder of the overwrite folder and below: no lower layer has anything under its name.</summary>
    public static void DeleteMarkers(string place)
    {
        try
        {
            string folder = NtPath.ToLongWin32(place);
            if (OpenedPlace.Of(folder) is { } real)
                DeleteMarkers(new DirectoryInfo(folder), real.Path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The markers hide nothing there.
        }
    }

    private static void DeleteMarkers(DirectoryInfo folder, string real)
    {
        foreach (FileInfo marker in folder.GetFiles("*" + HideMarker.Ending))
            DiskRemoval.DeleteFile(marker.FullName);
        foreach (DirectoryInfo below in folder.GetDirectories())
        {
            // A link's end lies elsewhere. Wine shows a folder instead of the link.
            string path = Path.Join(real, below.Name);
            if ((below.Attributes & FileAttributes.ReparsePoint) == 0 && OpenedPlace.Of(below.FullName) is { } found
                && CaseFolding.Equals(found.Path, path))
                DeleteMarkers(below, path);
        }
    }

    /// <summary>Deletes a folder in the overwrite folder with everything in it, as far as possible.</summary>
    public static void DeleteTree(string place)
    {
        // Another program may have a file in it open.
        DiskRemoval.TryDeleteTree(NtPath.ToLongWin32(place));
    }

    /// <summary>Copies a file under a temporary name, and puts it in place in one step. Win32 paths.</summary>
    private void CopyWhole(string from, string place, bool replace, PendingRename? rename = null, bool covers = false)
    {
        string temporary = NtPath.ToLongWin32(overwrite.NewTemporary());
        try
        {
            // After a power failure an empty file would hide the game's own.
            FileCopy.Make(from, temporary, outlivesPowerCut: true);
            overwrite.Journal?.Record(NtPath.From(place));
            if (covers)
                overwrite.Cover(CoveredKind.Copy, NtPath.From(place), NtPath.From(from));
            rename?.Begin(NtPath.From(temporary));
            using FileStream? announced = overwrite.Arriving.Announce();
            DiskRemoval.Rename(temporary, place, replace);
        }
        catch (Exception)
        {
            rename?.End();
            RealFiles.Delete(NtPath.From(temporary));
            throw;
        }
    }
}
