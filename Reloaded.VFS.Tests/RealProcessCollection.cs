using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests;

/// <summary>Tests in real processes run one after another: they share one Wine prefix, and time limits mean something.</summary>
[CollectionDefinition(RealProcesses.Name, DisableParallelization = true)]
public sealed class RealProcessCollection;
