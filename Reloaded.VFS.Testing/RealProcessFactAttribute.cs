using Xunit.Sdk;

namespace Reloaded.VFS.Testing;

/// <summary>
/// A test that runs real Windows programs. If something that the test needs is missing, the test is skipped with the reason, but never with
/// CI=true or RVFS_SKIP_NOTHING=1 (build/test.sh): then the test runs and fails with that reason.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
[TraitDiscoverer(ProcessTrait.Name, ProcessTrait.Assembly)]
public sealed class RealProcessFactAttribute : FactAttribute, ITraitAttribute
{
    /// <summary>Determines whether the test can run.</summary>
    public RealProcessFactAttribute(Needs needs = Needs.Published) => Skip = RealProcesses.WhySkip(needs)!;
}

/// <summary>Like <see cref="RealProcessFactAttribute"/>, with data.</summary>
[AttributeUsage(AttributeTargets.Method)]
[TraitDiscoverer(ProcessTrait.Name, ProcessTrait.Assembly)]
public sealed class RealProcessTheoryAttribute : TheoryAttribute, ITraitAttribute
{
    /// <summary>Determines whether the test can run.</summary>
    public RealProcessTheoryAttribute(Needs needs = Needs.Published) => Skip = RealProcesses.WhySkip(needs)!;
}
