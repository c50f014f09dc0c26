namespace Reloaded.VFS.Mods.Configuration;

/// <summary>A key's value as it stands in a file: valid JSON without anything around it.</summary>
/// <param name="key">The key.</param>
/// <param name="json">The value, UTF-8.</param>
/// <param name="line">The line in which the value begins, from 1.</param>
internal readonly ref struct GivenValue(string key, ReadOnlySpan<byte> json, int line)
{
    /// <summary>The key.</summary>
    public readonly string Key = key;

    /// <summary>The value, UTF-8.</summary>
    public readonly ReadOnlySpan<byte> Json = json;

    /// <summary>The line in which the value begins, from 1.</summary>
    public readonly int Line = line;
}
