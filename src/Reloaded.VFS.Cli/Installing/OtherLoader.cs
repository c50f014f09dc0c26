using System.Text;

namespace Reloaded.VFS.Cli.Installing;

/// <summary>What a DLL beside a game is, as far as <c>rvfs install</c> can do something with it.</summary>
internal enum LoaderKind
{
    /// <summary>Anything else: the game's own, or a mod's.</summary>
    Unknown,

    /// <summary>Ultimate ASI Loader, which loads every <c>.asi</c> file of some folders.</summary>
    UltimateAsiLoader,

    /// <summary>Unity Doorstop, which starts BepInEx, and hands calls on to <c>NAME_alt.dll</c> where there is one.</summary>
    Doorstop,

    /// <summary>ReShade.</summary>
    ReShade,
}

/// <summary>Tells what a DLL is by texts that only that software has in it, in ASCII or UTF-16; the name says nothing.</summary>
internal static class OtherLoader
{
    // All texts of a line have to be there. The keys of Ultimate ASI Loader's settings file, Doorstop's settings file, ReShade's.
    private static readonly (LoaderKind Kind, string[] Texts)[] s_marks =
    [
        (LoaderKind.UltimateAsiLoader, ["globalsets", "loadfromscriptsonly"]),
        (LoaderKind.Doorstop, ["doorstop_config"]),
        (LoaderKind.ReShade, ["reshade.ini"]),
    ];

    /// <summary>What the file is. One that can't be read is <see cref="LoaderKind.Unknown"/>.</summary>
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

        // Versions differ in the letter case of their settings.
        for (int i = 0; i < bytes.Length; i++)
        {
            if (bytes[i] is >= (byte)'A' and <= (byte)'Z')
                bytes[i] += 'a' - 'A';
        }

        return s_marks.FirstOrDefault(mark => mark.Texts.All(text => Has(bytes, text))).Kind;
    }

    /// <summary>A loader's name, for people.</summary>
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
