using Reloaded.Mod.Interfaces.Internal;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>A loaded mod.</summary>
/// <param name="Id">The mod's id.</param>
/// <param name="Context">The mod's context, or null if it has no code.</param>
/// <param name="Code">The mod's main class, or null if it has no code.</param>
/// <param name="Config">The mod's configuration.</param>
internal sealed record ModInstance(string Id, ModContext? Context, IModV1? Code, IModConfigV1 Config);
