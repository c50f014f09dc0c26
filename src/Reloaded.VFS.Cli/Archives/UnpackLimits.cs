namespace Reloaded.VFS.Cli.Archives;

/// <summary>The limits of one archive's contents: an archive of a few kilobytes can unpack to more than any disk holds.</summary>
/// <param name="MostBytes">The maximum size of all files together, in bytes.</param>
/// <param name="MostEntries">The maximum number of files and folders.</param>
internal sealed record UnpackLimits(long MostBytes, int MostEntries)
{
    /// <summary>Gets the default: larger than any known mod, smaller than a disk.</summary>
    public static UnpackLimits Default { get; } = new(64L << 30, 1_000_000);

    /// <summary>The maximum number of names in one path of an archive.</summary>
    public const int Deepest = 256;

    /// <summary>Gets the maximum number of characters of all paths together, which are kept until the last file is written.</summary>
    public long MostLetters => 200L * MostEntries;

    /// <summary>The number of bytes that stay free on the volume, for the game and the system.</summary>
    public const long KeptFree = 256L << 20;

    /// <summary>Creates limits with another maximum size of the files.</summary>
    /// <param name="gigabytes">The maximum in gigabytes; null for the default.</param>
    public static UnpackLimits Of(double? gigabytes) => gigabytes is { } most ? Default with { MostBytes = ToBytes(most) } : Default;

    /// <summary>Converts gigabytes of a command line to bytes.</summary>
    public static long ToBytes(double gigabytes) => (long)Math.Clamp(gigabytes * (1L << 30), 0, long.MaxValue / 2);
}
