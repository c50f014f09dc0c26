namespace Reloaded.VFS.Cli.Starting;

/// <summary>
/// The overwrite folder of a run with <c>--write-to</c>: one of its own for each mod, so that what the run writes is known, and is moved
/// into the mod once the run has ended.
/// </summary>
internal static class WriteTarget
{
    /// <summary>The name of the folder that contains these folders, in <see cref="VfsConfiguration.FolderName"/>.</summary>
    public const string FolderName = "write-to";

    /// <summary>Returns the folder that contains these folders.</summary>
    public static string PlaceOf(VfsConfiguration configuration) =>
        Path.Combine(OverwritePlaces.AllOf(configuration)[0], VfsConfiguration.FolderName, FolderName);

    /// <summary>Returns a configuration under which everything that a run writes lies in the folder of a mod.</summary>
    /// <param name="mod">The mod; null for the configuration as it is.</param>
    public static VfsConfiguration Apply(VfsConfiguration configuration, string? mod) => mod is null ? configuration : configuration with
    {
        Writes = WritePolicy.Overwrite,
        Overwrite = Path.Combine(PlaceOf(configuration), mod),
        OverwriteKey = null,
        InPlace = [],
    };

    /// <summary>Checks that the folder can be written: otherwise what a run writes would lie beside what the game has written.</summary>
    /// <exception cref="CliException">It can't.</exception>
    public static void Prepare(VfsConfiguration applied)
    {
        try
        {
            Directory.CreateDirectory(applied.Overwrite!);
            Directory.CreateDirectory(OverwritePlaces.TemporaryOf(applied.Overwrite!));
            string probe = Path.Combine(OverwritePlaces.TemporaryOf(applied.Overwrite!), $"probe-{Guid.NewGuid():N}");
            File.WriteAllBytes(probe, []);
            DiskRemoval.DeleteFile(probe);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CliException($"'{applied.Overwrite}' can't be written: {ErrorCause.Of(e)}.",
                "--write-to needs it for what the tool writes. Give your user the right to it.");
        }
    }
}
