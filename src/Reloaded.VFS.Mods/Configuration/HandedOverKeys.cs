namespace Reloaded.VFS.Mods.Configuration;

/// <summary>What one process tells another of a configuration beside its keys.</summary>
/// <param name="AllTargets">As <see cref="VfsConfiguration.AllTargets"/>.</param>
/// <param name="Set">As <see cref="VfsConfiguration.SetName"/>.</param>
/// <param name="Overwrite">As <see cref="VfsConfiguration.OverwriteKey"/>.</param>
internal sealed record HandedOverKeys(string[]? AllTargets, string? Set, ConfigurationPlace? Overwrite);
