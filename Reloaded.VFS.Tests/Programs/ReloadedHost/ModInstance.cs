using Reloaded.Mod.Interfaces.Internal;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>A mod that is loaded.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Context">Its context; null where it has no code.</param>
/// <param name="Code">Its main class; null where it has no code.</param>
/// <param name="Config">Its configuration.</param>
internal sealed record ModInstance(string Id, ModContext? Context, IModV1? Code, IModConfigV1 Config);
