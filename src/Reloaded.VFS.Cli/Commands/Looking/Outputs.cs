using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.SelfTesting;
using Reloaded.VFS.Mods.Events;
using Reloaded.VFS.Mods.Resolving;

namespace Reloaded.VFS.Cli.Commands.Looking;

/// <summary>An answer as JSON. Its keys only grow: none is renamed or given another meaning while the format has the same number.</summary>
internal abstract record Answer
{
    public const int CurrentFormat = 1;

    [JsonPropertyOrder(-1)]
    public int Format => CurrentFormat;
}

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

/// <summary>The answer of <c>ls</c>. <see cref="Hidden"/> has what mods or the game have there and a mod hides.</summary>
internal sealed record ListOutput(IReadOnlyList<string> Targets, string? Mods, IReadOnlyList<SeenName> Entries,
    IReadOnlyList<UnseenOutput> Hidden, IReadOnlyList<Diagnostic> Diagnostics) : Answer;

/// <summary>
/// The answer of <c>which</c>. <see cref="Found"/> is null if the game doesn't see the path; <see cref="Unseen"/> is null, too, if nobody
/// has it.
/// </summary>
internal sealed record WhichOutput(string Asked, NameOutput? Found, UnseenOutput? Unseen, IReadOnlyList<Diagnostic> Diagnostics) : Answer;

/// <summary>The answer of <c>conflicts</c>.</summary>
internal sealed record ConflictsOutput(IReadOnlyList<NameOutput> Conflicts, IReadOnlyList<ConflictPair> Pairs,
    IReadOnlyList<Diagnostic> Diagnostics) : Answer;

/// <summary>A mod, in the answer of <c>mods</c>. <see cref="Place"/> is null for a mod that isn't laid over the game.</summary>
internal sealed record ModOutput(string Mod, ModState State, int? Place, int Files, int Hides, int Conflicts, string? Id, string? Name,
    string? Version, string Folder);

/// <summary>The answer of <c>mods</c>, in the load order.</summary>
internal sealed record ModsOutput(IReadOnlyList<ModOutput> Mods, IReadOnlyList<Diagnostic> Diagnostics) : Answer;

/// <summary>A game, in the answer of <c>games</c>. <see cref="Program"/> is the one that was started last.</summary>
internal sealed record GameOutput(string Name, string Folder, string? Program, string? SteamId, DateTimeOffset? Started, bool HasMods)
{
    public static GameOutput Of(KnownGame game) =>
        new(game.Name, game.Folder, game.Program, game.AppId, game.Started, GameFolders.HasMods(game.Folder));
}

/// <summary>The answer of <c>games</c>, by name.</summary>
internal sealed record GamesOutput(IReadOnlyList<GameOutput> Games) : Answer;

/// <summary>A mod, in the answer of <c>order</c>, which reads no files of mods.</summary>
internal sealed record OrderedModOutput(string Mod, ModState State, string? Name, string? Version, string Folder)
{
    public static OrderedModOutput Of(Mod mod) =>
        new(mod.Name, mod.State, mod.Metadata.Name, mod.Metadata.Version, mod.Archive?.Path ?? mod.Folder);
}

/// <summary>
/// The answer of <c>order</c>: the mods that are laid over the game, in their order, and the rules that it doesn't keep.
/// <see cref="All"/> also has those that are off.
/// </summary>
internal sealed record OrderOutput(string File, IReadOnlyList<string> Mods, IReadOnlyList<OrderedModOutput> All,
    IReadOnlyList<Diagnostic> Diagnostics) : Answer;

/// <summary>A mod that was removed, in the answer of <c>remove --list</c>.</summary>
internal sealed record RemovedModOutput(string Mod, string Folder);

/// <summary>The answer of <c>remove --list</c>, the last one first.</summary>
internal sealed record RemovedModsOutput(IReadOnlyList<RemovedModOutput> Mods) : Answer;

/// <summary>A rule, in the answer of <c>prefer</c>.</summary>
internal sealed record PreferenceOutput(string Mod, string Path, int Line);

/// <summary>The answer of <c>prefer</c>, in the file's order: a later rule counts.</summary>
internal sealed record PreferencesOutput(string File, IReadOnlyList<PreferenceOutput> Rules) : Answer;

/// <summary>A set, in the answer of <c>set</c>.</summary>
internal sealed record SetOutput(string Name, string Folder, bool IsUsed, int Preferences, IReadOnlyList<SetModOutput> Mods);

internal sealed record SetModOutput(string Mod, bool IsOn);

/// <summary>The answer of <c>set</c>, by name.</summary>
internal sealed record SetsOutput(IReadOnlyList<SetOutput> Sets) : Answer;

/// <summary>
/// A name that the game has written, in the answer of <c>overwrite</c>. <see cref="Bytes"/> is null for folders and deleted names,
/// <see cref="Over"/> is the mod whose file is covered.
/// </summary>
internal sealed record WrittenOutput(WrittenKind Kind, string Path, bool IsFolder, long? Bytes, string? Over);

/// <summary>The answer of <c>overwrite</c>.</summary>
internal sealed record OverwriteOutput(string Folder, IReadOnlyList<WrittenOutput> Entries, IReadOnlyList<Diagnostic> Diagnostics) : Answer;

/// <summary>A name that the game has deleted in a mod, in the answer of <c>deleted</c>.</summary>
internal sealed record DeletedNameOutput(string Mod, string Path);

/// <summary>The answer of <c>deleted</c>, by mod and path.</summary>
internal sealed record DeletedOutput(IReadOnlyList<DeletedNameOutput> Names) : Answer;

/// <summary>A step, in the answer of <c>undo --list</c>. <see cref="Leads"/> is the target of a link that is made again.</summary>
internal sealed record UndoStepOutput(string Act, string Path, long Bytes, string? Leads);

/// <summary>A file that stays as it is, in the answer of <c>undo --list</c>.</summary>
internal sealed record UndoKeptOutput(string Path, string Cause);

/// <summary>The answer of <c>undo --list</c>. All but the lists is null if no run is recorded.</summary>
internal sealed record UndoOutput(string? Changed, string? Program, DateTimeOffset? Began, IReadOnlyList<UndoStepOutput> Steps,
    IReadOnlyList<UndoKeptOutput> Kept) : Answer;

/// <summary>
/// A name that was written, in the answers of <c>last</c> and <c>monitor</c>. The latter knows only that a file was opened for writing, and
/// <see cref="Kind"/> is null.
/// </summary>
internal sealed record WrittenFileOutput(string Path, bool IsNew, WrittenKind? Kind, bool IsFolder);

/// <summary>A mod, or another folder, in which files were written. Both names are null for files that are no longer there.</summary>
internal sealed record WrittenOwnerOutput(string? Mod, string? Folder, IReadOnlyList<WrittenFileOutput> Files)
{
    public static IReadOnlyList<WrittenOwnerOutput> Of(IEnumerable<WrittenOwner> owners) => [
        .. owners.Select(owner => new WrittenOwnerOutput(owner.Mod, owner.Folder, [.. owner.Entries.Select(entry =>
            new WrittenFileOutput(entry.Path, entry.Kind == WrittenKind.New, entry.Kind, entry.IsFolder))]))];
}

/// <summary>The files that the last recorded run has written, in the answer of <c>last</c>.</summary>
internal sealed record WrittenByOutput(string Program, DateTimeOffset Began, IReadOnlyList<WrittenOwnerOutput> Owners)
{
    public static WrittenByOutput Of(WrittenFiles written) =>
        new(written.Program, new DateTimeOffset(written.Began, TimeSpan.Zero), WrittenOwnerOutput.Of(written.Owners));
}

/// <summary>
/// A file call, in the answer of <c>monitor</c>. <see cref="Status"/> is the NTSTATUS, <see cref="Source"/> the mod's file, as far as it is
/// known.
/// </summary>
internal sealed record CallOutput(double Seconds, double Milliseconds, long Thread, string Function, string Result, long Status, string Path,
    bool IsWrite, string? Mod, string? Source)
{
    public static CallOutput Of(FileEvent call) => new(Math.Round(call.Began.TotalSeconds, 6), Math.Round(call.Duration.TotalMilliseconds, 4),
        call.Thread, call.Function.ToString(), EventText.Status(call), (uint)call.Status, call.Path, call.IsWrite,
        call.IsRedirected ? call.Layer!.Name : null, call.Became);
}

/// <summary>The totals of all calls, in the last line of the answer of <c>monitor</c>.</summary>
internal sealed record CallTotalsOutput(long Calls, double Milliseconds, long Redirected, long Missing, long Dropped,
    IReadOnlyList<WrittenOwnerOutput> Written, IReadOnlyList<string> UnusedMods)
{
    public static CallTotalsOutput Of(MonitorModel model, IReadOnlyCollection<EventLayer> layers, long dropped) => new(model.Calls,
        Math.Round(model.Time.TotalMilliseconds, 4), model.Redirected, model.Missing, dropped,
        WrittenOwnerOutput.Of(WrittenPaths.Of(model.Written, layers)), [.. model.UnusedMods(layers)]);
}

/// <summary>A line of the answer of <c>monitor</c>: a call, or, in the last one, the totals.</summary>
internal sealed record MonitorOutput(CallOutput? Call, CallTotalsOutput? Totals) : Answer;

/// <summary>A name that a program has written into a materialised folder, with slashes, in the answer of <c>materialise --status</c>.</summary>
internal sealed record MaterialEntryOutput(WrittenKind Kind, string Path, bool IsFolder);

/// <summary>A file of a materialised folder that a program has written to and that is also a mod's or the game's.</summary>
internal sealed record MaterialInPlaceOutput(string Path, string Source);

/// <summary>The answer of <c>materialise --status</c>.</summary>
internal sealed record MaterialOutput(string Folder, IReadOnlyList<MaterialEntryOutput> Entries,
    IReadOnlyList<MaterialInPlaceOutput> InPlace) : Answer;

internal sealed record DoctorOutput(IReadOnlyList<Diagnostic> Findings) : Answer;

/// <summary>The answer of <c>selftest</c>. <see cref="Wine"/> is null on Windows, <see cref="Folder"/> if it wasn't kept.</summary>
internal sealed record SelfTestOutput(string Version, bool Passed, string System, string Processor, string? Wine, double Seconds,
    IReadOnlyList<SelfTestCheck> Checks, IReadOnlyList<string> Hooks, IReadOnlyList<string> Process, string? Folder) : Answer;

/// <summary>The generated serializers.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true, WriteIndented = true)]
[JsonSerializable(typeof(ListOutput))]
[JsonSerializable(typeof(WhichOutput))]
[JsonSerializable(typeof(ConflictsOutput))]
[JsonSerializable(typeof(ModsOutput))]
[JsonSerializable(typeof(DoctorOutput))]
[JsonSerializable(typeof(GamesOutput))]
[JsonSerializable(typeof(OrderOutput))]
[JsonSerializable(typeof(RemovedModsOutput))]
[JsonSerializable(typeof(PreferencesOutput))]
[JsonSerializable(typeof(SetsOutput))]
[JsonSerializable(typeof(OverwriteOutput))]
[JsonSerializable(typeof(DeletedOutput))]
[JsonSerializable(typeof(UndoOutput))]
[JsonSerializable(typeof(WrittenByOutput))]
[JsonSerializable(typeof(MonitorOutput))]
[JsonSerializable(typeof(MaterialOutput))]
[JsonSerializable(typeof(SelfTestOutput))]
internal sealed partial class OutputJsonContext : JsonSerializerContext;

/// <summary>The serializers with their options. Names aren't escaped for a web page.</summary>
internal static class OutputJson
{
    public static readonly OutputJsonContext Context =
        new(new(OutputJsonContext.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    public static void Write(TextWriter output, Answer answer) =>
        output.WriteLine(JsonSerializer.Serialize(answer, answer.GetType(), Context));

    /// <summary>The context for answers of one object a line.</summary>
    public static readonly OutputJsonContext Lines = new(new(Context.Options) { WriteIndented = false });
}

/// <summary>A writer of a name with all its providers as text.</summary>
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

    /// <summary>Writes the name, the reasons why it isn't seen, and its providers.</summary>
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
