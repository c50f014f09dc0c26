using Xunit.Sdk;

namespace Reloaded.VFS.Testing;

/// <summary>
/// A test that runs real Windows programs. Where something that it needs is missing it is skipped with the reason, but never when CI=true
/// or RVFS_SKIP_NOTHING=1 (build/test.sh): there it runs and fails with that reason.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
[TraitDiscoverer(ProcessTrait.Name, ProcessTrait.Assembly)]
public sealed class RealProcessFactAttribute : FactAttribute, ITraitAttribute
{
    /// <summary>Finds out whether the test can run.</summary>
    public RealProcessFactAttribute(Needs needs = Needs.Published) => Skip = RealProcesses.WhySkip(needs)!;
}

/// <summary>As <see cref="RealProcessFactAttribute"/>, with data.</summary>
[AttributeUsage(AttributeTargets.Method)]
[TraitDiscoverer(ProcessTrait.Name, ProcessTrait.Assembly)]
public sealed class RealProcessTheoryAttribute : TheoryAttribute, ITraitAttribute
{
    /// <summary>Finds out whether the test can run.</summary>
    public RealProcessTheoryAttribute(Needs needs = Needs.Published) => Skip = RealProcesses.WhySkip(needs)!;
}
