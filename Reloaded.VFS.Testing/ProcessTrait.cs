using Xunit.Abstractions;
using Xunit.Sdk;

namespace Reloaded.VFS.Testing;

/// <summary>
/// A trait discoverer that gives every test that runs Windows programs the trait <c>Kind=Process</c>, which <c>build/test.sh --quick</c>
/// excludes.
/// </summary>
public sealed class ProcessTrait : ITraitDiscoverer
{
    internal const string Name = "Reloaded.VFS.Testing.ProcessTrait", Assembly = "Reloaded.VFS.Testing";

    /// <inheritdoc/>
    public IEnumerable<KeyValuePair<string, string>> GetTraits(IAttributeInfo traitAttribute) => [new("Kind", "Process")];
}
