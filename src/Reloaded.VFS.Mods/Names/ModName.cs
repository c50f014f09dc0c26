using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Reloaded.VFS.Mods.Names;

/// <summary>The rules for names that Windows and mods can have.</summary>
internal static class ModName
{
    /// <summary>The maximum length of a name on NTFS, in UTF-16 code units.</summary>
    public const int Longest = 255;

    // "Naming Files, Paths, and Namespaces", Microsoft.
    private static readonly string[] s_devices =
    [
        "CON", "PRN", "AUX", "NUL", "COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
        "LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
    ];

    // Besides control characters.
    private const string Forbidden = "\"<>|:*?\\/";

    /// <summary>Returns why no Windows program can open a file of a given name by its path, or null if one can.</summary>
    /// <remarks>
    /// Unpaired surrogates are allowed on Windows. The rules come from "Naming Files, Paths, and Namespaces" in Microsoft's documentation.
    /// </remarks>
    public static string? WhyImpossible(ReadOnlySpan<char> name)
    {
        if (name.IsEmpty)
            return "it is empty";
        if (name is "." or "..")
            return "it stands for a folder and isn't a name";
        foreach (char letter in name)
        {
            if (letter < ' ')
                return string.Create(CultureInfo.InvariantCulture, $"it has a control character (U+{(int)letter:X4})");
            if (Forbidden.Contains(letter, StringComparison.Ordinal))
                return $"it has a '{letter}'";
        }

        if (name[^1] == '.')
            return "it ends with a dot";
        if (name[^1] == ' ')
            return "it ends with a space";
        return name.Length > Longest
            ? string.Create(CultureInfo.InvariantCulture, $"it has {name.Length} characters, Windows allows {Longest}")
            : null;
    }

    /// <summary>Returns why a mod can't have a name, or null if it can.</summary>
    /// <remarks>
    /// The launcher, <c>rvfs add</c> and the DLL share this rule: Windows can open what has such a name, and a line of <c>order.txt</c>
    /// with the name is read as the same name.
    /// </remarks>
    public static string? WhyNoMod(ReadOnlySpan<char> name)
    {
        if (WhyImpossible(name) is { } cause)
            return cause;
        if (WhyDevice(name) is { } device)
            return device;
        return name.Trim().Trim('\uFEFF').Trim().Length != name.Length ? "it begins with a space" : null;
    }

    /// <summary>Returns why a name is that of a device, in any folder and with any extension, or null if it isn't.</summary>
    public static string? WhyDevice(ReadOnlySpan<char> name)
    {
        int dot = name.IndexOf('.');
        ReadOnlySpan<char> stem = (dot < 0 ? name : name[..dot]).TrimEnd(' ');
        foreach (string device in s_devices)
        {
            if (stem.Equals(device, StringComparison.OrdinalIgnoreCase))
                return $"'{stem}' is a device to Windows";
        }

        return null;
    }

    /// <summary>Returns a name for a message, limited in length and with control characters and unpaired surrogates made visible.</summary>
    public static string Show(ReadOnlySpan<char> name)
    {
        var text = new StringBuilder();
        foreach (char c in name[..Math.Min(name.Length, 100)])
        {
            if (char.IsControl(c) || char.IsSurrogate(c) && !IsPaired(name))
                text.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:X4}");
            else
                text.Append(c);
        }

        if (name.Length > 100)
            text.Append('…');
        return text.ToString();
    }

    private static bool IsPaired(ReadOnlySpan<char> name)
    {
        for (int i = 0; i < name.Length; i++)
        {
            if (char.IsHighSurrogate(name[i]) && i + 1 < name.Length && char.IsLowSurrogate(name[i + 1]))
                i++;
            else if (char.IsSurrogate(name[i]))
                return false;
        }

        return true;
    }
}

/// <summary>A comparer of names that compares as Windows does, strings and spans alike.</summary>
internal sealed class NameComparer : IEqualityComparer<string>, IComparer<string>
{
    public static readonly NameComparer Instance = new();

    public bool Equals(string? x, string? y) => x is null ? y is null : y is not null && CaseFolding.Equals(x, y);

    public bool Equals(ReadOnlySpan<char> name, string other) => CaseFolding.Equals(name, other);

    public int GetHashCode([DisallowNull] string obj) => GetHashCode(obj.AsSpan());

    public int GetHashCode(ReadOnlySpan<char> name)
    {
        Span<char> buffer = stackalloc char[256];
        Span<char> folded = name.Length <= buffer.Length ? buffer[..name.Length] : new char[name.Length];
        CaseFolding.ToUpper(name, folded);
        return string.GetHashCode(folded);
    }

    /// <summary>Compares names in NTFS order. Names that differ only in letter case are ordered by code unit, capitals first.</summary>
    public int Compare(string? x, string? y) => Compare(x.AsSpan(), y.AsSpan());

    /// <inheritdoc cref="Compare(string?, string?)"/>
    public static int Compare(ReadOnlySpan<char> x, ReadOnlySpan<char> y)
    {
        int order = CaseFolding.Compare(x, y);
        return order != 0 ? order : x.SequenceCompareTo(y);
    }
}
