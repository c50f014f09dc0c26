namespace Reloaded.VFS.Cli.Archives;

/// <summary>How much one archive may become. An archive of a few kilobytes can unpack to more than any disk holds.</summary>
/// <param name="MostBytes">All files together, in bytes.</param>
/// <param name="MostEntries">Files and folders.</param>
internal sealed record UnpackLimits(long MostBytes, int MostEntries)
{
    /// <summary>Larger than any mod that is known, smaller than a disk.</summary>
    public static UnpackLimits Default { get; } = new(64L << 30, 1_000_000);

    /// <summary>What stays free on the volume, in bytes: the game and the system want to write too.</summary>
    public const long KeptFree = 256L << 20;
}
