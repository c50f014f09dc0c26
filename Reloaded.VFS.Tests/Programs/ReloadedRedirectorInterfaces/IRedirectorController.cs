namespace Reloaded.Universal.Redirector.Interfaces;

/// <summary>Folders over the folder of the game's exe.</summary>
public interface IRedirectorControllerV2
{
    /// <summary>Lays a folder over the game's.</summary>
    void AddRedirectFolder(string folderPath);

    /// <summary>Takes a folder away.</summary>
    void RemoveRedirectFolder(string folderPath);
}

/// <summary>Folders over a folder below the game's.</summary>
public interface IRedirectorControllerV3
{
    /// <summary>Lays a folder over one of the game's, which begins with a slash.</summary>
    void AddRedirectFolder(string folderPath, string sourceFolder);

    /// <summary>Takes it away from there.</summary>
    void RemoveRedirectFolder(string folderPath, string sourceFolder);
}

/// <summary>All of it off and on.</summary>
public interface IRedirectorControllerV4
{
    /// <summary>Redirects nothing.</summary>
    void Disable();

    /// <summary>Redirects again.</summary>
    void Enable();
}

/// <summary>What a mod gets of the loader.</summary>
public interface IRedirectorController : IRedirectorControllerV2, IRedirectorControllerV3, IRedirectorControllerV4
{
    /// <summary>Is told of a file that becomes another.</summary>
    Redirecting? Redirecting { get; set; }

    /// <summary>Is told of a file that is opened.</summary>
    Loading? Loading { get; set; }

    /// <summary>Lays a file over another.</summary>
    void AddRedirect(string oldFilePath, string newFilePath);

    /// <summary>Takes it away.</summary>
    void RemoveRedirect(string oldFilePath);
}

/// <summary>Of a file that becomes another.</summary>
public delegate void Redirecting(string oldPath, string newPath);

/// <summary>Of a file that is opened.</summary>
public delegate void Loading(string path);
