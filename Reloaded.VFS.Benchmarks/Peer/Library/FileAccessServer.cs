using Reloaded.Universal.Redirector.Lib;
using Reloaded.Universal.Redirector.Lib.Utility;

namespace Reloaded.Universal.Redirector;

/// <summary>
/// Stands in for the half of the peer's handler that installs hooks and needs its hooking library: what the other half, which resolves
/// paths and is the peer's own file, asks it for.
/// </summary>
public partial class FileAccessServer(RedirectorApi api)
{
    private readonly RedirectorApi _redirectorApi = api;
    private readonly Logger? _logger = null;

    private RedirectionTreeManager GetManager() => _redirectorApi.Redirector.Manager;
}
