using System.Text.Encodings.Web;
using System.Text.Json.Serialization;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Diagnostics;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands;

/// <summary>One who has a path. <see cref="Mod"/> is null for the game itself.</summary>
internal sealed record ProviderAnswer(string? Mod, string Source, bool IsFolder)
{
    public static ProviderAnswer Of(Provider provider) => new(provider.Mod, provider.Path, provider.IsFolder);
}

/// <summary>The answer of <c>which</c>, and one of <c>conflicts</c>.</summary>
internal sealed record NameAnswer(string Path, string Target, bool IsFolder, bool ReplacesGame, ProviderAnswer Winner,
    IReadOnlyList<ProviderAnswer> Losers, IReadOnlyList<ProviderAnswer> Merged)
{
    public static NameAnswer Of(ResolvedName name) => new(name.Path, name.Target, name.IsFolder, name.ReplacesGame,
        ProviderAnswer.Of(name.Winner),
        [.. name.Losers.Select(ProviderAnswer.Of)],
        name.IsFolder ? [.. name.Providers.Where(p => p.IsFolder).Select(ProviderAnswer.Of)] : []);
}

/// <summary>The answer of <c>ls</c>.</summary>
internal sealed record ListAnswer(IReadOnlyList<string> Targets, string? Mods, IReadOnlyList<SeenName> Entries,
    IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>The answer of <c>which</c>; <see cref="Found"/> is null where neither a mod nor the game has the path.</summary>
internal sealed record WhichAnswer(string Asked, NameAnswer? Found, IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>The answer of <c>conflicts</c>.</summary>
internal sealed record ConflictsAnswer(IReadOnlyList<NameAnswer> Conflicts, IReadOnlyList<ConflictPair> Pairs,
    IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>A mod, in the answer of <c>mods</c>.</summary>
internal sealed record ModAnswer(string Mod, ModState State, int Files, int Conflicts, string? Name, string? Version);

/// <summary>The answer of <c>mods</c>, in the load order.</summary>
internal sealed record ModsAnswer(IReadOnlyList<ModAnswer> Mods, IReadOnlyList<Diagnostic> Diagnostics);

/// <summary>The answer of <c>doctor</c>.</summary>
internal sealed record DoctorAnswer(IReadOnlyList<Diagnostic> Findings);

/// <summary>The generated serialisers.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true, WriteIndented = true)]
[JsonSerializable(typeof(ListAnswer))]
[JsonSerializable(typeof(WhichAnswer))]
[JsonSerializable(typeof(ConflictsAnswer))]
[JsonSerializable(typeof(ModsAnswer))]
[JsonSerializable(typeof(DoctorAnswer))]
internal sealed partial class AnswersJsonContext : JsonSerializerContext;

/// <summary>The serialisers as they are used: names stay as they are, because it's not for a web page.</summary>
internal static class AnswersJson
{
    public static readonly AnswersJsonContext Context =
        new(new(AnswersJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
}
