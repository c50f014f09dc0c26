using System.CommandLine;
using Reloaded.VFS.Cli.Questions;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Mods.Names;
using Reloaded.VFS.Mods.Order;
using Reloaded.VFS.Mods.Removing;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs set</c>, which manages orders, preferences and overwrite folders side by side.</summary>
internal static class SetCommand
{
    /// <summary>The examples, which are shown below the help.</summary>
    private const string Examples = """
        A set has its own order, preferences and overwrite folder; the mods are the same. It lies in rvfs/sets/NAME.
        A new set begins with the order and the preferences that count without it.

        Examples:
          rvfs set                          Lists the sets
          rvfs set hard                     Makes the set 'hard', or shows it
          rvfs mods --set hard              The mods as this set has them
          rvfs run --set hard game.exe      Play with it
        """;

    /// <summary>Creates the command.</summary>
    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string?> name = new("NAME") { Arity = ArgumentArity.ZeroOrOne, Description = "The set" };
        CommandWithExamples command = new(Examples, "set",
            "List sets, make or show one: an order, preferences and an overwrite folder of its own.") { name };
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            VfsConfiguration configuration = question.ConfigureAloud(result);
            string sets = SetPlaces.FolderOf(configuration.Mods!)
                ?? throw new CliException(ExitCodes.Failed,
                    $"'{configuration.Mods}' is a whole volume: there is no place for sets beside it.");
            TextWriter output = result.InvocationConfiguration.Output;
            if (result.GetValue(name) is not { } set)
                List(sets, configuration, output);
            else if (ModName.WhyNoMod(set) is { } cause)
                throw new CliException(ExitCodes.Failed, $"'{ModName.Show(set)}' can't be the name of a set: {cause}.");
            else if (Directory.Exists(Path.Combine(sets, set)))
                Show(Path.Combine(sets, set), configuration, output);
            else
                Make(Path.Combine(sets, set), configuration, output);
            return ExitCodes.Ok;
        });
        return command;
    }

    private static void List(string sets, VfsConfiguration configuration, TextWriter output)
    {
        string[] folders = Directory.Exists(sets) ? [.. Directory.GetDirectories(sets).Order(NameComparer.Instance)] : [];
        foreach (string folder in folders)
        {
            bool counts = configuration.Order == SetPlaces.OrderOf(folder);
            output.WriteLine($"{(counts ? '*' : ' ')} {Path.GetFileName(folder)}  {Count(OrderIn(folder, configuration))}");
        }

        if (folders.Length == 0)
            output.WriteLine("No sets. 'rvfs set NAME' makes one.");
    }

    private static void Show(string folder, VfsConfiguration configuration, TextWriter output)
    {
        LoadOrder order = OrderIn(folder, configuration);
        output.WriteLine($"{Path.GetFileName(folder)}  {Count(order)}");
        output.WriteLine($"  order        {SetPlaces.OrderOf(folder)}");
        output.WriteLine($"  preferences  {order.Preferences.Count}");
        output.WriteLine($"  overwrite    {SetPlaces.OverwriteOf(folder)}");
        foreach (Mod mod in order.Mods)
            output.WriteLine($"  {(mod.IsLoaded ? '+' : '-')} {mod.Name}");
    }

    /// <summary>Creates a set's folder, which gets its name only when everything is in it.</summary>
    private static void Make(string folder, VfsConfiguration configuration, TextWriter output)
    {
        OrderChange order = new(configuration);
        string temporary = folder + DefaultExcludes.TemporaryEnding, preferences = order.Order.PreferenceFile;
        if (Directory.Exists(temporary))
            DiskRemoval.DeleteTree(temporary);
        Directory.CreateDirectory(temporary);
        order.SaveTo(SetPlaces.OrderOf(temporary));
        if (File.Exists(preferences))
            File.Copy(preferences, PreferenceFile.PathOf(configuration.Mods!, SetPlaces.OrderOf(temporary)));
        DiskRemoval.Rename(temporary, folder);
        string name = Path.GetFileName(folder);
        output.WriteLine($"{name}: made in {folder}");
        output.WriteLine($"rvfs run --set \"{name}\" GAME.EXE plays with it; \"set\": \"{name}\" in rvfs.json makes it the usual one.");
    }

    private static LoadOrder OrderIn(string folder, VfsConfiguration configuration) =>
        LoadOrder.Of(configuration with { Order = SetPlaces.OrderOf(folder) });

    private static string Count(LoadOrder order) => $"{order.Mods.Count(mod => mod.IsLoaded)} of {order.Mods.Count} mods";
}
