using System.Reflection;

namespace Reloaded.VFS.Dll.Reporting;

/// <summary>This image's version.</summary>
internal static class ImageVersion
{
    /// <summary>Gets the version, <c>0.1.0</c>, as in <c>rvfs_version_string</c>.</summary>
    public static string Text { get; } =
        (typeof(ImageVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "0.0.0").Split(
            '+')[0];
}
