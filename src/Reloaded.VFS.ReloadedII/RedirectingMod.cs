using System.Runtime.Loader;
using Reloaded.Mod.Interfaces;
using Reloaded.Mod.Interfaces.Internal;
using Reloaded.Universal.Redirector.Interfaces;

namespace Reloaded.VFS.ReloadedII;

/// <summary>
/// The mod that the loader creates: starts the VFS, keeps the <c>Redirector</c> folder of every active mod laid over the game's folder, and
/// implements <see cref="IRedirectorController"/>.
/// </summary>
/// <remarks>If the VFS can't start, the game runs without it, and the loader's log says why; the controller works nevertheless.</remarks>
public sealed class RedirectingMod : IMod, IExports
{
    private const string RedirectorFolder = "Redirector";

    private readonly Dictionary<string, string> _folders = new(StringComparer.OrdinalIgnoreCase);
    private IModLoader? _loader;
    private VfsLibrary? _library;
    private Redirections? _redirections;
    private OpenTeller? _opens;
    private Switch? _switch;
    private bool _isOurs;

    /// <inheritdoc/>
    public Action Disposing { get; } = () => { };

    /// <summary>Returns the types that this mod shares with mods that depend on it.</summary>
    public Type[] GetTypes() => [typeof(IRedirectorController)];

    /// <inheritdoc/>
    public void StartEx(IModLoaderV1 loader, IModConfigV1 config)
    {
        IModLoader all = _loader = (IModLoader)loader;
        string game = Path.GetDirectoryName(Environment.ProcessPath)!;
        VfsLibrary? library = _library = StartLibrary(game, config.ModId);
        _redirections = new Redirections(library, game, Warn);
        _opens = new OpenTeller(() => library?.FindEventFile(), Warn);
        _switch = new Switch(isOn => library?.SetEnabled(isOn));
        foreach (ModGenericTuple<IModConfigV1> mod in all.GetActiveMods())
            AddMod(mod.Mod, mod.Generic);
        all.ModLoading += AddMod;
        all.ModUnloading += RemoveMod;
        _switch.Resume();
        all.AddOrReplaceController<IRedirectorController>(this, new RedirectorController(_redirections, _opens, _switch));
    }

    /// <inheritdoc/>
    public void Suspend() => _switch?.Suspend();

    /// <inheritdoc/>
    public void Resume() => _switch?.Resume();

    /// <inheritdoc/>
    public void Unload()
    {
        if (_loader is null)
            return;
        _loader.ModLoading -= AddMod;
        _loader.ModUnloading -= RemoveMod;
        _opens?.End();
        _redirections?.Clear();
        if (_isOurs)
            _library?.Stop();
        _library = null;
        _loader = null;
    }

    /// <inheritdoc/>
    public bool CanUnload() => true;

    /// <inheritdoc/>
    public bool CanSuspend() => true;

    // Returns null if the VFS doesn't start; the loader's log tells the reason.
    private VfsLibrary? StartLibrary(string game, string modId)
    {
        try
        {
            var library = new VfsLibrary(Path.Combine(_loader!.GetDirectoryForModId(modId), VfsLibrary.FileName));
            if (library.Start(game, Path.Combine(_loader.GetModConfigDirectory(modId), "start.json"), out _isOurs))
                return library;
            Warn($"the game runs without redirected files: {library.LastError}");
        }
        catch (Exception e) when (e is DllNotFoundException or BadImageFormatException or EntryPointNotFoundException)
        {
            Warn($"the game runs without redirected files: {e.Message}");
        }

        return null;
    }

    // Called on the loader's thread, one mod after the other: later mods win.
    private void AddMod(IModV1? mod, IModConfigV1 config)
    {
        string folder = Path.Combine(_loader!.GetDirectoryForModId(config.ModId), RedirectorFolder);
        if (!Directory.Exists(folder))
            return;
        _folders[config.ModId] = folder;
        _redirections!.AddFolder(folder);
    }

    private void RemoveMod(IModV1? mod, IModConfigV1 config)
    {
        if (_folders.Remove(config.ModId, out string? folder))
            _redirections!.RemoveFolder(folder);
        // A mod without code is null.
        if (mod is not null && AssemblyLoadContext.GetLoadContext(mod.GetType().Assembly) is { } context)
            _opens!.Forget(context);
    }

    private void Warn(string what) => (_loader?.GetLogger() as ILogger)?.WriteLine($"[Reloaded VFS] {what}");
}
