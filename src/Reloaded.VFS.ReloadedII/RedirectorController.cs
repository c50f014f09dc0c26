using Reloaded.Universal.Redirector.Interfaces;

namespace Reloaded.VFS.ReloadedII;

/// <summary>What other mods get of the loader. Thread-safe; no member throws.</summary>
/// <param name="redirections">What they change.</param>
/// <param name="opens">Tells them of files that are opened.</param>
/// <param name="power">Whether anything is redirected.</param>
internal sealed class RedirectorController(Redirections redirections, OpenTeller opens, Switch power) : IRedirectorController
{
    /// <inheritdoc/>
    public Redirecting? Redirecting
    {
        get => opens.Redirecting;
        set => opens.Redirecting = value;
    }

    /// <inheritdoc/>
    public Loading? Loading
    {
        get => opens.Loading;
        set => opens.Loading = value;
    }

    /// <inheritdoc/>
    public void AddRedirect(string oldFilePath, string newFilePath) => redirections.AddFile(oldFilePath, newFilePath);

    /// <inheritdoc/>
    public void RemoveRedirect(string oldFilePath) => redirections.RemoveFile(oldFilePath);

    /// <inheritdoc/>
    public void AddRedirectFolder(string folderPath) => redirections.AddFolder(folderPath);

    /// <inheritdoc/>
    public void AddRedirectFolder(string folderPath, string sourceFolder) => redirections.AddFolder(folderPath, sourceFolder);

    /// <inheritdoc/>
    public void RemoveRedirectFolder(string folderPath) => redirections.RemoveFolder(folderPath);

    /// <inheritdoc/>
    public void RemoveRedirectFolder(string folderPath, string sourceFolder) => redirections.RemoveFolder(folderPath, sourceFolder);

    /// <inheritdoc/>
    public void Disable() => power.Disable();

    /// <inheritdoc/>
    public void Enable() => power.Enable();
}
