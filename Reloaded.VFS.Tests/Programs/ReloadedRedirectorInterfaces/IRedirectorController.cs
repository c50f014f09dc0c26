namespace Reloaded.Universal.Redirector.Interfaces;

/// <summary>Redirects the folder of the game's exe.</summary>
public interface IRedirectorControllerV2
{
    /// <summary>Lays a folder over the game's.</summary>
    void AddRedirectFolder(string folderPath);

    /// <summary>Removes a folder.</summary>
    void RemoveRedirectFolder(string folderPath);
}

/// <summary>Redirects a folder below the game's.</summary>
public interface IRedirectorControllerV3
{
    /// <summary>Lays a folder over one of the game's, which begins with a slash.</summary>
    void AddRedirectFolder(string folderPath, string sourceFolder);

    /// <summary>Removes a folder from one of the game's.</summary>
    void RemoveRedirectFolder(string folderPath, string sourceFolder);
}

/// <summary>Switches all redirections off and on.</summary>
public interface IRedirectorControllerV4
{
    /// <summary>Switches all redirections off.</summary>
    void Disable();

    /// <summary>Switches all redirections on.</summary>
    void Enable();
}

/// <summary>The redirector's interface for mods.</summary>
public interface IRedirectorController : IRedirectorControllerV2, IRedirectorControllerV3, IRedirectorControllerV4
{
    /// <summary>Gets or sets the handler for a file that is redirected.</summary>
    Redirecting? Redirecting { get; set; }

    /// <summary>Gets or sets the handler for a file that is opened.</summary>
    Loading? Loading { get; set; }

    /// <summary>Lays a file over another one.</summary>
    void AddRedirect(string oldFilePath, string newFilePath);

    /// <summary>Removes a file's redirection.</summary>
    void RemoveRedirect(string oldFilePath);
}

/// <summary>A handler of a file that is redirected.</summary>
public delegate void Redirecting(string oldPath, string newPath);

/// <summary>A handler of a file that is opened.</summary>
public delegate void Loading(string path);
