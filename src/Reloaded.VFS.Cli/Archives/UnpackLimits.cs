namespace Reloaded.VFS.Cli.Archives;

/// <summary>How much one archive may become. An archive of a few kilobytes can unpack to more than any disk holds.</summary>
/// <param name="MostBytes">All files together, in bytes.</param>
/// <param name="MostEntries">Files and folders.</param>
internal sealed record UnpackLimits(long MostBytes, int MostEntries)
{
    /// <summary>Larger than any mod that is known, smaller than a disk.</summary>
    public static UnpackLimits Default { get; } = new(64L << 30, 1_000_000);

    /// <summary>The most names in one path of an archive.</summary>
    public const int Deepest = 256;

    /// <summary>The most characters of all paths together: they are kept until the last file is written.</summary>
    public long MostLetters => 200L * MostEntries;

    /// <summary>What stays free on the volume, in bytes: the game and the system want to write too.</summary>
    public const long KeptFree = 256L << 20;

    /// <summary>The limits with another size that the files may have.</summary>
    /// <param name="gigabytes">The most gigabytes; null for the default.</param>
    public static UnpackLimits Of(double? gigabytes) => gigabytes is { } most ? Default with { MostBytes = ToBytes(most) } : Default;

    /// <summary>Gigabytes of a command line as bytes.</summary>
    public static long ToBytes(double gigabytes) => (long)Math.Clamp(gigabytes * (1L << 30), 0, long.MaxValue / 2);
}
