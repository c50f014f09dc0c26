using System.Text.Encodings.Web;
using System.Text.Json.Serialization;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary>A provider of a path. <see cref="Mod"/> is null for the game itself.</summary>
internal sealed record ProviderOutput(string? Mod, string Source, bool IsFolder)
{
    public static ProviderOutput Of(Provider provider) => new(provider.Mod, provider.Path, provider.IsFolder);
}

/// <summary>The answer of <c>which</c>, and one of <c>conflicts</c>.</summary>
internal sealed record NameOutput(string Path, string Target, bool IsFolder, bool ReplacesGame, ProviderOutput Winner,
    IReadOnlyList<ProviderOutput> Losers, IReadOnlyList<ProviderOutput> Merged)
{
    public static NameOutput Of(ResolvedName name) => new(name.Path, name.Target, name.IsFolder, name.ReplacesGame,
        ProviderOutput.Of(name.Winner),
        [.. name.Losers.Select(ProviderOutput.Of)],
        name.IsFolder ? [.. name.Providers.Where(p => p.IsFolder).Select(ProviderOutput.Of)] : []);
}

/// <summary>The reasons why the game doesn't see a path that a mod or the game has.</summary>
internal sealed record UnseenOutput(string Path, IReadOnlyList<UnseenReason> Reasons, IReadOnlyList<ProviderOutput> Providers)
{
    public static UnseenOutput Of(UnseenName name) => new(name.Path, name.Reasons, [.. name.Providers.Select(ProviderOutput.Of)]);
}

/// <summary>The answer of <c>ls</c>.</summary>
internal sealed record ListOutput(IReadOnlyList<string> Targets, string? Mods, IReadOnlyList<SeenName> Entries,
    IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>
/// The answer of <c>which</c>. <see cref="Found"/> is null if the game doesn't see the path; <see cref="Unseen"/> is null, too, if nobody
/// has it.
/// </summary>
internal sealed record WhichOutput(string Asked, NameOutput? Found, UnseenOutput? Unseen, IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>The answer of <c>conflicts</c>.</summary>
internal sealed record ConflictsOutput(IReadOnlyList<NameOutput> Conflicts, IReadOnlyList<ConflictPair> Pairs,
    IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>A mod, in the answer of <c>mods</c>.</summary>
internal sealed record ModOutput(string Mod, ModState State, int Files, int Hides, int Conflicts, string? Name, string? Version);

/// <summary>The answer of <c>mods</c>, in the load order.</summary>
internal sealed record ModsOutput(IReadOnlyList<ModOutput> Mods, IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>The answer of <c>doctor</c>.</summary>
internal sealed record DoctorOutput(IReadOnlyList<Diagnostic> Findings);

/// <summary>The generated serializers.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true, WriteIndented = true)]
[JsonSerializable(typeof(ListOutput))]
[JsonSerializable(typeof(WhichOutput))]
[JsonSerializable(typeof(ConflictsOutput))]
[JsonSerializable(typeof(ModsOutput))]
[JsonSerializable(typeof(DoctorOutput))]
internal sealed partial class OutputJsonContext : JsonSerializerContext;

/// <summary>The serializers as they are used. They leave names as they are, because the output isn't for a web page.</summary>
internal static class OutputJson
{
    public static readonly OutputJsonContext Context =
        new(new(OutputJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}

/// <summary>Writes a name with all its providers as text.</summary>
internal static class ResolvedNameText
{
    /// <summary>Writes the name, the winner and the losers, each with its real path.</summary>
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

    /// <summary>Writes the name, the reasons why it isn't seen, and the providers that have it all the same.</summary>
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
