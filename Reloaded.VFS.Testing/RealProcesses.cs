namespace Reloaded.VFS.Testing;

/// <summary>The needs of tests in real processes, and the name of their collection.</summary>
public static class RealProcesses
{
    /// <summary>The collection's name, for <c>[Collection(RealProcesses.Name)]</c>.</summary>
    public const string Name = "Real processes";

    /// <summary>Returns the first of a test's needs that this machine lacks, or null.</summary>
    public static string? WhyMissing(Needs needs)
    {
        if (WinePrefix.IsNeeded && WinePrefix.Command is null)
            return "no Wine; build/setup.sh installs it";
        if (NativePrograms.Compiler is null)
            return "no C compiler for Windows (x86_64-w64-mingw32-gcc); build/setup.sh installs it";
        if (needs.HasFlag(Needs.Published) && PublishedArtifacts.WhyMissing() is string unpublished)
            return unpublished;
        if (needs.HasFlag(Needs.Page) && !File.Exists(PublishedArtifacts.Page))
            return $"not published: {Path.GetRelativePath(RepositoryFolders.Root, PublishedArtifacts.Page)}; run build/publish.sh first";
        if (needs.HasFlag(Needs.ThirdParty) && ThirdPartyPrograms.WhyMissing() is string notFetched)
            return notFetched;
        if (needs.HasFlag(Needs.Sqlite) && !File.Exists(Path.Combine(ThirdPartyPrograms.Sqlite, "sqlite3.c")))
            return "not fetched: sqlite3.c; run build/third-party.sh first";
        if (needs.HasFlag(Needs.Browser) && Executables.Browser is null)
            return "no browser (chromium) on PATH; build/setup.sh installs it";
        if (needs.HasFlag(Needs.WindowsSdk) && WindowsSdk.WhyMissing is string noSdk)
            return noSdk;
        if (needs.HasFlag(Needs.SmallVolume) && SmallVolume.WhyMissing is string unmounted)
            return unmounted;
        if (needs.HasFlag(Needs.Fuse) && FuseMount.WhyMissing is string withoutFuse)
            return withoutFuse;
        if (needs.HasFlag(Needs.DiskImage) && DiskImage.WhyMissing is string noImage)
            return noImage;
        return null;
    }

    /// <summary>Gets the reason why 32-bit games can't be tested, or null.</summary>
    internal static string? WhyNo32Bit =>
        WinePrefix.IsNeeded && WinePrefix.Command32 is null ? "Wine's 32-bit part isn't installed; build/setup.sh wine32 installs it"
        : NativePrograms.Compiler32 is null ? "no C compiler for 32-bit Windows (i686-w64-mingw32-gcc); build/setup.sh installs it"
        : !File.Exists(PublishedArtifacts.Library32) ? "not published: the DLL for 32-bit games; run build/publish.sh --bits 32 first"
        : null;

    internal static string? WhySkip(Needs needs)
        => needs.HasFlag(Needs.CaseSensitiveDisk) && !OperatingSystem.IsLinux() ? "this system's disks don't tell names by letter case"
        : needs.HasFlag(Needs.WindowsSdk) && !OperatingSystem.IsLinux() ? "the SDK's headers are compiled with clang on Linux alone"
        : needs.HasFlag(Needs.Bits32) && WhyNo32Bit is string no32Bit ? no32Bit
        : needs.HasFlag(Needs.SmallVolume) && !OperatingSystem.IsLinux() ? "a volume in memory is mounted on Linux alone"
        : Environment.GetEnvironmentVariable("CI") == "true" || Environment.GetEnvironmentVariable("RVFS_SKIP_NOTHING") == "1"
            ? null
            : WhyMissing(needs);
}
