using System.Text;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>What one side of the start has at a path: a text again and again, or nothing.</summary>
internal sealed class ExpectedFile
{
    private readonly byte[] _text;

    /// <summary>Reads <c>TEXT*COUNT</c>, or <c>-</c> for a file that isn't there.</summary>
    public ExpectedFile(string words)
    {
        int star = words.LastIndexOf('*');
        Exists = star >= 0;
        _text = Exists ? Encoding.UTF8.GetBytes(words[..star]) : [];
        Length = Exists ? _text.Length * int.Parse(words.AsSpan(star + 1)) : 0;
    }

    /// <summary>Whether it is there.</summary>
    public bool Exists { get; }

    /// <summary>In bytes.</summary>
    public int Length { get; }

    /// <summary>Whether these bytes stand at this place of the file, each of them.</summary>
    public bool Holds(ReadOnlySpan<byte> bytes, int from)
    {
        if (from + bytes.Length > Length)
            return false;
        for (int i = 0; i < bytes.Length; i++)
        {
            if (bytes[i] != _text[(from + i) % _text.Length])
                return false;
        }

        return true;
    }

    /// <summary>Whether this is the whole file; null: there is none.</summary>
    public bool Is(byte[]? bytes) => bytes is null ? !Exists : Exists && bytes.Length == Length && Holds(bytes, 0);
}
