using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Utility;

namespace Reloaded.Universal.Redirector;

/// <summary>
/// Replaces the half of the peer's handler that installs hooks and needs its hooking library: implements the members that the other half
/// uses, which resolves paths and is the peer's own file.
/// </summary>
public partial class FileAccessServer(RedirectorApi api)
{
    private readonly RedirectorApi _redirectorApi = api;
    private readonly Logger? _logger = null;

    private RedirectionTreeManager GetManager() => _redirectorApi.Redirector.Manager;
}
