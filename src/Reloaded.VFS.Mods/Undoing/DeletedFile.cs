namespace Reloaded.VFS.Mods.Undoing;

/// <summary>Deletes files that may be read-only, which Windows refuses.</summary>
internal static class DeletedFile
{
    /// <summary>Deletes a file; one that isn't there is none.</summary>
    /// <exception cref="IOException">It can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be deleted.</exception>
    public static void Delete(FileInfo file)
    {
        MakeWritable(file);
        file.Delete();
    }

    /// <summary>Takes from a file what has Windows refuse to replace or delete it.</summary>
    /// <inheritdoc cref="Delete"/>
    public static void MakeWritable(FileInfo file)
    {
        if (OperatingSystem.IsWindows() && file is { Exists: true, IsReadOnly: true })
            file.IsReadOnly = false;
    }
}
