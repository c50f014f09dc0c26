using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>Loads an assembly of a mod in each way that loaders use, and makes its code read a file.</summary>
internal static class Plugins
{
    private static readonly string Place = Path.GetFullPath(Path.Combine("plugins", "managedplugin.dll"));

    /// <summary>Loads it into the default context, once for all threads, as BepInEx does.</summary>
    public static byte[] ReadByDefault(string path) => Read(Assembly.LoadFrom(Place), path);

    /// <summary>Loads it into its own context, which is then unloaded, as Reloaded-II does.</summary>
    public static byte[] ReadInOwnContext(string path)
    {
        (byte[] bytes, AssemblyLoadContext context) = ReadIn(path);
        context.Unload();
        return bytes;
    }

    /// <summary>Loads it from its bytes.</summary>
    public static byte[] ReadFromBytes(string path)
    {
        AssemblyLoadContext context = new(null, isCollectible: true);
        using MemoryStream image = new(File.ReadAllBytes(Place));
        byte[] bytes = Read(context.LoadFromStream(image), path);
        context.Unload();
        return bytes;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (byte[], AssemblyLoadContext) ReadIn(string path)
    {
        AssemblyLoadContext context = new(null, isCollectible: true);
        return (Read(context.LoadFromAssemblyPath(Place), path), context);
    }

    private static byte[] Read(Assembly assembly, string path) =>
        assembly.GetType("Reloaded.VFS.Tests.Programs.ManagedPlugin.Plugin", throwOnError: true)!
            .GetMethod("Read")!.CreateDelegate<Func<string, byte[]>>()(path);
}
