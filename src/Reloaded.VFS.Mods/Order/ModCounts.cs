namespace Reloaded.VFS.Mods.Order;

/// <summary>How much the game sees of its mods. Immutable.</summary>
/// <param name="Files">How many files of mods the game sees.</param>
/// <param name="Replaces">How many of them have the place of a file of the game.</param>
/// <param name="Mods">Every mod, in the load order, with its own counts.</param>
public sealed record ModCounts(int Files, int Replaces, IReadOnlyList<ModReport> Mods);
