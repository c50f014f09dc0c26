using System.Text;

namespace Reloaded.VFS.Tests.Programs.ManagedGame;

/// <summary>The expected content of a file, before or after the start: a repeated text, or no file.</summary>
internal sealed class ExpectedFile
{
    private readonly byte[] _text;

    /// <summary>Parses <c>TEXT*COUNT</c>, or <c>-</c> for a missing file.</summary>
    public ExpectedFile(string words)
    {
        int star = words.LastIndexOf('*');
        Exists = star >= 0;
        _text = Exists ? Encoding.UTF8.GetBytes(words[..star]) : [];
        Length = Exists ? _text.Length * int.Parse(words.AsSpan(star + 1)) : 0;
    }

    /// <summary>Gets a value indicating whether the file exists.</summary>
    public bool Exists { get; }

    /// <summary>Gets the length in bytes.</summary>
    public int Length { get; }

    /// <summary>Determines whether the file has all these bytes at this position.</summary>
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

    /// <summary>Determines whether this is the whole content; null means that there is no file.</summary>
    public bool Is(byte[]? bytes) => bytes is null ? !Exists : Exists && bytes.Length == Length && Holds(bytes, 0);
}
