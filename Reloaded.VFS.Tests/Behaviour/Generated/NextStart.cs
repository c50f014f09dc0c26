using System.Globalization;
using Reloaded.VFS.Testing.Oracles;

namespace Reloaded.VFS.Tests.Behaviour.Generated;

/// <summary>
/// The one way in which a second run may differ from the merged folder (<c>docs/writes.md</c>): nothing stands in a mod for "this file is
/// deleted", so where the game deleted a mod's file, or renamed it away, and its own folder or a lower mod has the name too,
/// that file is there again.
/// </summary>
internal static class NextStart
{
    /// <summary>
    /// The tree that a second run lists through the VFS, without such files: a line that the merged folder hasn't, whose name several trees
    /// had at the first start, and whose content is, byte for byte, what one that lost it had.
    /// </summary>
    public static string WithoutWhatCameBack(RandomTree tree, IReadOnlyList<FixtureTree> trees, string merged, string seen)
    {
        HashSet<string> there = new(merged.Split('\n').Select(Path), StringComparer.OrdinalIgnoreCase);
        string[] lines = seen.Split('\n');
        string[] back = [.. lines.Where(line => !there.Contains(Path(line)) && IsALosersFile(tree, trees, line))];
        // With the folders that were deleted with such files in them.
        return string.Join('\n', lines.Where(line => there.Contains(Path(line)) || !(back.Contains(line) || IsAround(line, back))));
    }

    private static bool IsAround(string line, string[] back)
        => line.EndsWith('\\') && back.Any(file => file.StartsWith(line, StringComparison.OrdinalIgnoreCase));

    private static bool IsALosersFile(RandomTree tree, IReadOnlyList<FixtureTree> trees, string line)
    {
        string path = Path(line).Replace('\\', '/');
        string[]? file = tree.Files.FirstOrDefault(file => string.Equals(string.Join('/', file), path, StringComparison.OrdinalIgnoreCase));
        return file is not null && tree.Owners(file) is { Count: > 1 } owners && owners.SkipLast(1)
            .SelectMany(owner => trees[owner].Entries)
            .Any(entry => string.Equals(entry.Path, path, StringComparison.OrdinalIgnoreCase)
                && line[(line.LastIndexOf(" size=", StringComparison.Ordinal) + 1)..].StartsWith(Content(entry.Content!),
                    StringComparison.Ordinal));
    }

    private static string Path(string line) => line.LastIndexOf(" size=", StringComparison.Ordinal) is var end and > 0 ? line[..end] : line;

    // As Native/probe/probe.c prints it.
    private static string Content(byte[] content)
    {
        ulong hash = 0xcbf29ce484222325;
        foreach (byte b in content)
            hash = (hash ^ b) * 0x100000001b3;
        return string.Create(CultureInfo.InvariantCulture, $"size={content.Length} hash={hash:x16}");
    }
}
