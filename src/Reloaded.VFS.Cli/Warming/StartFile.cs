namespace Reloaded.VFS.Cli.Warming;

/// <summary>A file that a game opened when it started.</summary>
/// <param name="Asked">The path that the game named, a Windows path. Its letter case means nothing.</param>
/// <param name="Path">The file that it got, a Linux path.</param>
/// <param name="Size">Bytes.</param>
internal readonly record struct StartFile(string Asked, string Path, int Size);
