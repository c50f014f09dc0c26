namespace Reloaded.VFS.Hooks.Paths;

/// <summary>The prefixes under which the object manager knows drive letters.</summary>
internal static class NtPrefix
{
    /// <summary>The characters before the drive letter (or <c>UNC\</c>), 0 where the name has none of the prefixes. Any letter case.</summary>
    public static int Length(ReadOnlySpan<char> name)
    {
        if (name.Length > 4 && name[0] == '\\' && name[1] == '?' && name[2] == '?' && name[3] == '\\')
            return 4;
        return StartsWith(name, @"\DosDevices\") ? 12 : StartsWith(name, @"\GLOBAL??\") ? 10 : 0;
    }

    private static bool StartsWith(ReadOnlySpan<char> name, string prefix) =>
        name.Length > prefix.Length && name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase);
}
