namespace Reloaded.VFS.Mods.Undoing;

/// <summary>Deletes folders with all that is in them.</summary>
internal static class DeletedFolder
{
    /// <summary>Deletes a folder, with files that are read-only.</summary>
    /// <exception cref="IOException">Something in it can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">Something in it may not be deleted.</exception>
    public static void Delete(DirectoryInfo folder)
    {
        foreach (FileInfo file in folder.EnumerateFiles("*", SearchOption.AllDirectories).Where(file => file.IsReadOnly))
            file.IsReadOnly = false;
        folder.Delete(recursive: true);
    }
}
