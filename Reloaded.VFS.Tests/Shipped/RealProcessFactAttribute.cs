namespace Reloaded.VFS.Tests.Shipped;

/// <summary>What a test in real processes needs besides the means to run and compile Windows programs.</summary>
[Flags]
public enum Needs
{
    /// <summary>Windows or Wine, and a C compiler for Windows.</summary>
    WindowsPrograms = 0,

    /// <summary>What build/publish.sh leaves.</summary>
    Published = 1,

    /// <summary>What build/third-party.sh downloads.</summary>
    ThirdParty = 2,

    /// <summary>A browser that runs without a screen.</summary>
    Browser = 4,

    /// <summary>SQLite's source, which build/third-party.sh downloads.</summary>
    Sqlite = 16,

    /// <summary>A disk on which names differ by letter case. Windows' own don't: there such a test is always skipped.</summary>
    CaseSensitiveDisk = 8,
}

/// <summary>
/// A test that runs real Windows programs. Where something that it needs is missing it is skipped with the reason, but never when CI=true or
/// RVFS_SKIP_NOTHING=1 (build/test.sh): there it runs and fails with that reason.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class RealProcessFactAttribute : FactAttribute
{
    /// <summary>Finds out whether the test can run.</summary>
    public RealProcessFactAttribute(Needs needs = Needs.Published) => Skip = RealProcesses.WhySkip(needs)!;
}

/// <summary>As <see cref="RealProcessFactAttribute"/>, with data.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class RealProcessTheoryAttribute : TheoryAttribute
{
    /// <summary>Finds out whether the test can run.</summary>
    public RealProcessTheoryAttribute(Needs needs = Needs.Published) => Skip = RealProcesses.WhySkip(needs)!;
}

/// <summary>Tests in real processes run one after another: they share one Wine prefix, and time limits mean something.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class RealProcesses
{
    /// <summary>For <c>[Collection(RealProcesses.Name)]</c>.</summary>
    public const string Name = "Real processes";

    /// <summary>What is missing here, or null.</summary>
    public static string? WhyMissing(Needs needs)
    {
        if (WinePrefix.IsNeeded && WinePrefix.Command is null)
            return "no Wine; build/setup.sh installs it";
        if (NativePrograms.Compiler is null)
            return "no C compiler for Windows (x86_64-w64-mingw32-gcc); build/setup.sh installs it";
        if (needs.HasFlag(Needs.Published) && PublishedArtifacts.WhyMissing() is string unpublished)
            return unpublished;
        if (needs.HasFlag(Needs.ThirdParty) && ThirdPartyPrograms.WhyMissing() is string notFetched)
            return notFetched;
        if (needs.HasFlag(Needs.Sqlite) && !File.Exists(Path.Combine(ThirdPartyPrograms.Sqlite, "sqlite3.c")))
            return "not fetched: sqlite3.c; run build/third-party.sh first";
        if (needs.HasFlag(Needs.Browser) && Executables.Browser is null)
            return "no browser (chromium) on PATH; build/setup.sh installs it";
        return null;
    }

    internal static string? WhySkip(Needs needs)
        => needs.HasFlag(Needs.CaseSensitiveDisk) && !OperatingSystem.IsLinux() ? "this system's disks don't tell names by letter case"
        : Environment.GetEnvironmentVariable("CI") == "true" || Environment.GetEnvironmentVariable("RVFS_SKIP_NOTHING") == "1" ? null : WhyMissing(needs);
}
