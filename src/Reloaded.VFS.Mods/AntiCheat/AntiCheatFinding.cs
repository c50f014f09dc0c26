namespace Reloaded.VFS.Mods.AntiCheat;

/// <summary>Anti-cheat software found beside a game. Immutable.</summary>
/// <param name="Product">What it's called.</param>
/// <param name="Path">The file or folder that showed it, a host path.</param>
public sealed record AntiCheatFinding(string Product, string Path);
