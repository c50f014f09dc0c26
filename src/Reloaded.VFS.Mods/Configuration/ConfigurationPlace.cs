namespace Reloaded.VFS.Mods.Configuration;

/// <summary>Where something stands in a configuration's file, for messages about it. Immutable.</summary>
/// <param name="File">The file.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Key">The key, with the place in a list: <c>targets[1]</c>.</param>
public sealed record ConfigurationPlace(string File, int Line, string Key);
