using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Reloaded.Mod.Interfaces;
using Reloaded.Mod.Interfaces.Internal;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>
/// Loads and unloads mods by Reloaded-II's rules. Each mod has its own context. Types that it exports are loaded into a context that all
/// share, and only mods that name it as a dependency get them from there. ModLoading is raised before a mod's start, when its folder is
/// known and it isn't active; ModUnloading before its end, while both still hold. The objects that a mod offers are removed with it.
/// </summary>
internal sealed class Loader
{
    // The assembly that every mod shares with the loader.
    private static readonly Assembly Interfaces = typeof(IModV1).Assembly;

    private readonly AssemblyLoadContext _shared = new("shared");
    private readonly Dictionary<string, ModInstance> _mods = [];
    private readonly Dictionary<string, string> _folders = [];
    private readonly Dictionary<string, Assembly[]> _exports = [];
    private readonly LoaderApi _api;

    /// <param name="users">The folder with the users' settings.</param>
    public Loader(string users) => _api = new LoaderApi(this, users);

    /// <summary>Gets the mods that have started.</summary>
    public IEnumerable<ModInstance> Mods => _mods.Values;

    /// <summary>Gets the lines that mods have logged.</summary>
    public List<string> Log { get; } = [];

    /// <summary>Returns a mod's folder, from before its start until after its end.</summary>
    public string FolderOf(string id) => _folders[id];

    /// <summary>Loads and starts the mod in a folder. Returns its id.</summary>
    public string Load(string folder)
    {
        ModConfig config = ModConfig.Read(folder);
        string id = config.ModId;
        if (_mods.ContainsKey(id))
            throw new InvalidOperationException($"{id} is loaded");
        _folders[id] = folder;
        ModInstance mod = new(id, null, null, config);
        if (config.ModDll.Length > 0)
        {
            string[] dependencies = [id, .. config.ModDependencies, .. config.OptionalDependencies];
            string path = Path.Combine(folder, config.ModDll);
            Export(id, folder, path, dependencies);
            ModContext context = CreateContext(folder, dependencies);
            Type entry = context.LoadFromAssemblyPath(path).GetTypes()
                .First(type => !type.IsAbstract && typeof(IModV1).IsAssignableFrom(type));
            mod = mod with { Context = context, Code = (IModV1)Activator.CreateInstance(entry)! };
        }

        _api.ModLoading(mod.Code!, config);
        if (mod.Code is IModV2 second)
            second.StartEx(_api, config);
        else
            mod.Code?.Start(_api);
        _mods[id] = mod;
        _api.ModLoaded(mod.Code!, config);
        return id;
    }

    /// <summary>Unloads a mod. Returns whether its code could be unloaded.</summary>
    public bool Unload(string id)
    {
        WeakReference context = End(id);
        for (int i = 0; i < 20 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return !context.IsAlive;
    }

    /// <summary>Suspends a mod.</summary>
    public void Suspend(string id)
    {
        if (!_mods[id].Code!.CanSuspend())
            throw new InvalidOperationException($"{id} can't be suspended");
        _mods[id].Code!.Suspend();
    }

    /// <summary>Resumes a mod.</summary>
    public void Resume(string id) => _mods[id].Code!.Resume();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference End(string id)
    {
        ModInstance mod = _mods[id];
        if (mod.Code?.CanUnload() == false)
            throw new InvalidOperationException($"{id} can't be unloaded");
        _api.ModUnloading(mod.Code!, mod.Config);
        _api.Forget(mod.Code);
        _folders.Remove(id);
        _exports.Remove(id);
        _mods.Remove(id);
        mod.Code?.Disposing?.Invoke();
        mod.Code?.Unload();
        mod.Context?.Unload();
        return new WeakReference(mod.Context);
    }

    // Loaded twice: the exports are queried in a context that is then unloaded.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Export(string id, string folder, string path, string[] dependencies)
    {
        ModContext context = CreateContext(folder, dependencies);
        Type? exports = context.LoadFromAssemblyPath(path).GetTypes()
            .FirstOrDefault(type => !type.IsAbstract && typeof(IExports).IsAssignableFrom(type));
        if (exports is not null)
        {
            var made = (IExports)Activator.CreateInstance(exports)!;
            _exports[id] = [.. made.GetTypes().Concat(made.GetTypesEx(new ExportsContext()))
                .Select(type => _shared.LoadFromAssemblyPath(type.Assembly.Location)).Distinct()];
        }

        context.Unload();
    }

    private ModContext CreateContext(string folder, string[] dependencies) => new(folder,
        dependencies.SelectMany(id => _exports.GetValueOrDefault(id) ?? []).Append(Interfaces).Distinct()
            .ToDictionary(assembly => assembly.GetName().Name!));
}
