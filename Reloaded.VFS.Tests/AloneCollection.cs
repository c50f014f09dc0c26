namespace Reloaded.VFS.Tests;

/// <summary>Tests that measure the process or need its cores: none runs beside them.</summary>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public class AloneCollection;
