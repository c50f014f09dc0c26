using System.Reflection;
using System.Runtime.Loader;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>
/// A mod's own context: shared assemblies come from the mods that share them, everything else first from the mod's folder.
/// </summary>
/// <param name="folder">The mod's folder.</param>
/// <param name="shared">The assemblies that are shared with the mod, by name.</param>
internal sealed class ModContext(string folder, IReadOnlyDictionary<string, Assembly> shared)
    : AssemblyLoadContext(Path.GetFileName(folder), isCollectible: true)
{
    /// <inheritdoc/>
    protected override Assembly? Load(AssemblyName assemblyName)
    {
        if (shared.TryGetValue(assemblyName.Name!, out Assembly? assembly))
            return assembly;
        string own = Path.Combine(folder, assemblyName.Name + ".dll");
        return File.Exists(own) ? LoadFromAssemblyPath(own) : null;
    }
}
