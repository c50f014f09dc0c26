using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary>A name with all who have it, as text.</summary>
internal static class ResolvedNameText
{
    /// <summary>Writes the name, who wins, and who loses: with the real path of each.</summary>
    public static void Write(TextWriter output, ResolvedName name)
    {
        output.WriteLine(name.Path.Length == 0 ? name.Target : name.Path + (name.IsFolder ? "\\" : ""));
        int width = name.Providers.Max(p => Name(p).Length);
        IEnumerable<Provider> winners = name.IsFolder ? name.Providers.Where(p => p.IsFolder) : [name.Winner];
        foreach (Provider provider in winners)
            Line(name.IsFolder ? "part of" : "wins", provider);
        foreach (Provider provider in name.Losers)
            Line("loses", provider);

        void Line(string what, Provider provider)
        {
            string kind = provider.IsFolder == name.IsFolder ? "" : provider.IsFolder ? "  (a folder)" : "  (a file)";
            output.WriteLine($"  {what,-7}  {Name(provider).PadRight(width)}  {provider.Path}{kind}");
        }
    }

    /// <summary>Writes the name, who keeps it from being seen, and who has it in vain.</summary>
    public static void Write(TextWriter output, UnseenName name)
    {
        output.WriteLine($"{name.Path}: the game doesn't see it");
        foreach (UnseenReason reason in name.Reasons)
        {
            string who = reason.Mod ?? "the game";
            string what = reason.Cause switch
            {
                UnseenCause.Hidden => $"hidden by {who}",
                UnseenCause.Deleted => $"deleted by the game, which is kept in {who}",
                UnseenCause.BelowFile => $"{who} has a file in place of a folder",
                _ when reason.To is null => $"the map of {who} lays it over nothing",
                _ => $"the map of {who} has it seen as {reason.To}",
            };
            output.WriteLine(reason.File is null ? $"  {what}" : $"  {what}: {reason.File}");
        }

        foreach (Provider provider in name.Providers)
            output.WriteLine($"  has it: {Name(provider)}  {provider.Path}");
    }

    private static string Name(Provider provider) => provider.Mod ?? "(the game)";
}
