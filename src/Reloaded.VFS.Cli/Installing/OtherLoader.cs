using System.Text;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>The kinds of DLLs beside a game that <c>rvfs install</c> can make use of.</summary>
internal enum LoaderKind
{
    /// <summary>Anything else: the game's own DLL, or a mod's.</summary>
    Unknown,

    /// <summary>Ultimate ASI Loader, which loads every <c>.asi</c> file of some folders.</summary>
    UltimateAsiLoader,

    /// <summary>Unity Doorstop, which starts BepInEx and passes calls on to <c>NAME_alt.dll</c> if that exists.</summary>
    Doorstop,

    /// <summary>ReShade.</summary>
    ReShade,
}

/// <summary>The recognition of a DLL by texts that only one product contains, in ASCII or UTF-16. The DLL's name doesn't matter.</summary>
internal static class OtherLoader
{
    // All texts of a line must be present: keys of Ultimate ASI Loader's settings file, Doorstop's settings file, ReShade's.
    private static readonly (LoaderKind Kind, string[] Texts)[] s_marks =
    [
        (LoaderKind.UltimateAsiLoader, ["globalsets", "loadfromscriptsonly"]),
        (LoaderKind.Doorstop, ["doorstop_config"]),
        (LoaderKind.ReShade, ["reshade.ini"]),
    ];

    /// <summary>Returns the kind of a file; <see cref="LoaderKind.Unknown"/> if it is unreadable.</summary>
    public static LoaderKind Recognise(string path)
    {
        byte[] bytes;
        try
        {
            bytes = File.ReadAllBytes(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return LoaderKind.Unknown;
        }

        // The letter case of the settings differs between versions.
        for (int i = 0; i < bytes.Length; i++)
        {
            if (bytes[i] is >= (byte)'A' and <= (byte)'Z')
                bytes[i] += 'a' - 'A';
        }

        return s_marks.FirstOrDefault(mark => mark.Texts.All(text => Has(bytes, text))).Kind;
    }

    /// <summary>Returns a loader's name for users.</summary>
    public static string NameOf(LoaderKind kind) => kind switch
    {
        LoaderKind.UltimateAsiLoader => "Ultimate ASI Loader",
        LoaderKind.Doorstop => "Doorstop (BepInEx)",
        LoaderKind.ReShade => "ReShade",
        _ => "another DLL",
    };

    private static bool Has(byte[] bytes, string text) =>
        bytes.AsSpan().IndexOf(Encoding.ASCII.GetBytes(text)) >= 0 || bytes.AsSpan().IndexOf(Encoding.Unicode.GetBytes(text)) >= 0;
}
