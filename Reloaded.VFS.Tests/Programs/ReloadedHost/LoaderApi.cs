using Reloaded.Mod.Interfaces;
using Reloaded.Mod.Interfaces.Internal;
using Reloaded.Mod.Interfaces.Structs;

namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>The loader's interface for mods.</summary>
/// <param name="loader">The loader.</param>
/// <param name="users">The folder with the users' settings, one folder for each mod.</param>
internal sealed class LoaderApi(Loader loader, string users) : IModLoader
{
    private readonly Dictionary<Type, (IModV1 Owner, object Instance)> _controllers = [];
    private readonly ILogger _logger = LogAnswers.To(loader.Log);

    /// <inheritdoc/>
    public Action OnModLoaderInitialized { get; set; } = () => { };

    /// <inheritdoc/>
    public Action<IModV1, IModConfigV1> ModLoading { get; set; } = (_, _) => { };

    /// <inheritdoc/>
    public Action<IModV1, IModConfigV1> ModLoaded { get; set; } = (_, _) => { };

    /// <inheritdoc/>
    public Action<IModV1, IModConfigV1> ModUnloading { get; set; } = (_, _) => { };

    /// <inheritdoc/>
    public Version GetLoaderVersion() => new(1, 30, 2);

    /// <inheritdoc/>
    public IApplicationConfigV1 GetAppConfig() => throw new NotSupportedException();

    /// <inheritdoc/>
    public ILoggerV1 GetLogger() => _logger;

    /// <inheritdoc/>
    public ModGenericTuple<IModConfigV1>[] GetActiveMods() =>
        [.. loader.Mods.Select(mod => new ModGenericTuple<IModConfigV1>(mod.Code!, mod.Config))];

    /// <inheritdoc/>
    public string GetDirectoryForModId(string modId) => loader.FolderOf(modId);

    /// <inheritdoc/>
    public string GetModConfigDirectory(string modId) => Directory.CreateDirectory(Path.Combine(users, modId)).FullName;

    /// <inheritdoc/>
    public WeakReference<T>[] MakeInterfaces<T>() where T : class => throw new NotSupportedException();

    /// <inheritdoc/>
    public void AddOrReplaceController<T>(IModV1 owner, T instance) => _controllers[typeof(T)] = (owner, instance!);

    /// <inheritdoc/>
    public void RemoveController<T>() => _controllers.Remove(typeof(T));

    /// <inheritdoc/>
    public WeakReference<T> GetController<T>() where T : class =>
        _controllers.FirstOrDefault(pair => pair.Key.IsAssignableFrom(typeof(T))) is { Key: not null } found
            ? new WeakReference<T>((T)found.Value.Instance)
            : null!;

    /// <inheritdoc/>
    public void LoadMod(string modId) => throw new NotSupportedException();

    /// <inheritdoc/>
    public void UnloadMod(string modId) => throw new NotSupportedException();

    /// <inheritdoc/>
    public void SuspendMod(string modId) => throw new NotSupportedException();

    /// <inheritdoc/>
    public void ResumeMod(string modId) => throw new NotSupportedException();

    /// <inheritdoc/>
    public ModInfo[] GetLoadedMods() => throw new NotSupportedException();

    /// <summary>Removes the objects that a mod offers.</summary>
    public void Forget(IModV1? mod)
    {
        foreach (Type type in _controllers.Where(pair => pair.Value.Owner == mod).Select(pair => pair.Key).ToArray())
            _controllers.Remove(type);
    }
}
