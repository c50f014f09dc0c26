using Reloaded.Universal.Redirector.Interfaces;

namespace Reloaded.VFS.ReloadedII;

/// <summary>The controller that other mods get from the loader. Thread-safe; no member throws.</summary>
/// <param name="redirections">The redirections to change.</param>
/// <param name="opens">Reports opened files.</param>
/// <param name="power">The switch that turns redirecting on and off.</param>
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
