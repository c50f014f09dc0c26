using Reloaded.Universal.Redirector.Interfaces;

namespace Reloaded.VFS.ReloadedII;

/// <summary>The controller that other mods get from the loader. Thread-safe; no member throws.</summary>
/// <param name="redirections">The redirections to change.</param>
/// <param name="opens">Reports opened files.</param>
/// <param name="power">The switch that turns redirecting on and off.</param>
internal sealed class RedirectorController(Redirections redirections, OpenTeller opens, Switch power) : IRedirectorController
{
    public Redirecting? Redirecting
    {
        get => opens.Redirecting;
        set => opens.Redirecting = value;
    }

    public Loading? Loading
    {
        get => opens.Loading;
        set => opens.Loading = value;
    }

    public void AddRedirect(string oldFilePath, string newFilePath) => redirections.AddFile(oldFilePath, newFilePath);
    public void RemoveRedirect(string oldFilePath) => redirections.RemoveFile(oldFilePath);
    public void AddRedirectFolder(string folderPath) => redirections.AddFolder(folderPath);
    public void AddRedirectFolder(string folderPath, string sourceFolder) => redirections.AddFolder(folderPath, sourceFolder);
    public void RemoveRedirectFolder(string folderPath) => redirections.RemoveFolder(folderPath);
    public void RemoveRedirectFolder(string folderPath, string sourceFolder) => redirections.RemoveFolder(folderPath, sourceFolder);
    public void Disable() => power.Disable();
    public void Enable() => power.Enable();
}
