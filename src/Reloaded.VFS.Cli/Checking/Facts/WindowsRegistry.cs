using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;

namespace Reloaded.VFS.Cli.Checking.Facts;

/// <summary>The registry of this Windows or this Wine prefix. Thread-safe.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsRegistry : IRegistryFacts
{
    /// <inheritdoc/>
    public object? Read(string key, string name) =>
        Ask<object?>(key, k => k.GetValue(name, null, RegistryValueOptions.DoNotExpandEnvironmentNames), null);

    /// <inheritdoc/>
    public IReadOnlyList<string> SubKeys(string key) => Ask<IReadOnlyList<string>>(key, k => k.GetSubKeyNames(), []);

    private static T Ask<T>(string path, Func<RegistryKey, T> ask, T otherwise)
    {
        try
        {
            using RegistryKey machine = RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64);
            using RegistryKey? key = machine.OpenSubKey(path);
            return key is null ? otherwise : ask(key);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or SecurityException)
        {
            return otherwise;
        }
    }
}

/// <summary>A system without a registry.</summary>
internal sealed class NoRegistry : IRegistryFacts
{
    /// <inheritdoc/>
    public object? Read(string key, string name) => null;

    /// <inheritdoc/>
    public IReadOnlyList<string> SubKeys(string key) => [];
}
