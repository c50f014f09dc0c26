using Reloaded.VFS.Diagnostics;

namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What came of reading a configuration.</summary>
/// <param name="Configuration">What could be read; the default value for every key that is missing or bad. Never null.</param>
/// <param name="Diagnostics">What is the matter with the file, in order of its lines.</param>
public sealed record ConfigurationResult(VfsConfiguration Configuration, IReadOnlyList<Diagnostic> Diagnostics)
{
    /// <summary>Where each of the configuration's targets stands in the file, in their order.</summary>
    public IReadOnlyList<ConfigurationPlace> TargetPlaces { get; init; } = [];

    /// <summary>Whether a key was bad or the file couldn't be read.</summary>
    public bool HasErrors => Diagnostics.Any(d => d.IsError);
}
