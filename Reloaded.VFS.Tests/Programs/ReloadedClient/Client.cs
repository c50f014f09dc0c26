using System.Collections.Concurrent;
using Reloaded.Mod.Interfaces;
using Reloaded.Mod.Interfaces.Internal;
using Reloaded.Universal.Redirector.Interfaces;

namespace Reloaded.VFS.Tests.Programs.ReloadedClient;

/// <summary>A mod that calls the redirector as the game's commands say, by a function under the mod's id.</summary>
public sealed class Client : IMod
{
    private readonly ConcurrentQueue<string> _told = new();
    private IModLoader? _loader;
    private string _id = "";
    private WeakReference<IRedirectorController>? _redirector;

    /// <inheritdoc/>
    public Action Disposing { get; } = () => { };

    /// <inheritdoc/>
    public void StartEx(IModLoaderV1 loader, IModConfigV1 config)
    {
        _loader = (IModLoader)loader;
        _id = config.ModId;
        _redirector = loader.GetController<IRedirectorController>();
        AppContext.SetData(_id, new Func<string[], string>(Answer));
    }

    /// <inheritdoc/>
    public void Suspend()
    {
    }

    /// <inheritdoc/>
    public void Resume()
    {
    }

    /// <inheritdoc/>
    public void Unload() => AppContext.SetData(_id, null);

    /// <inheritdoc/>
    public bool CanUnload() => true;

    /// <inheritdoc/>
    public bool CanSuspend() => false;

    private string Answer(string[] what)
    {
        if (what[0] == "find")
            _redirector = _loader!.GetController<IRedirectorController>();
        if (_redirector is null || !_redirector.TryGetTarget(out IRedirectorController? redirector))
            return "no redirector";
        switch (what[0], what.Length)
        {
            case ("find", 1):
                return "found";
            case ("AddRedirect", 3):
                redirector.AddRedirect(what[1], what[2]);
                return "done";
            case ("RemoveRedirect", 2):
                redirector.RemoveRedirect(what[1]);
                return "done";
            case ("AddRedirectFolder", 2):
                redirector.AddRedirectFolder(what[1]);
                return "done";
            case ("AddRedirectFolder", 3):
                redirector.AddRedirectFolder(what[1], what[2]);
                return "done";
            case ("RemoveRedirectFolder", 2):
                redirector.RemoveRedirectFolder(what[1]);
                return "done";
            case ("RemoveRedirectFolder", 3):
                redirector.RemoveRedirectFolder(what[1], what[2]);
                return "done";
            case ("Disable", 1):
                redirector.Disable();
                return "done";
            case ("Enable", 1):
                redirector.Enable();
                return "done";
            case ("listen", 1):
                redirector.Loading += TellLoading;
                redirector.Redirecting += TellRedirecting;
                return "done";
            case ("fail", 1):
                redirector.Loading += path => throw new InvalidOperationException("a mod's fault");
                return "done";
            case ("deaf", 1):
                redirector.Loading -= TellLoading;
                redirector.Redirecting -= TellRedirecting;
                return "done";
            case ("told", 1):
                string told = string.Join(" | ", _told);
                _told.Clear();
                return told;
            default:
                return "no such member";
        }
    }

    private void TellLoading(string path) => _told.Enqueue(path);

    private void TellRedirecting(string oldPath, string newPath) => _told.Enqueue($"{oldPath} -> {newPath}");
}
