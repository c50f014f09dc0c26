namespace Reloaded.VFS.Cli.Commands.Playing;

/// <summary><c>rvfs init</c>, which writes the files that a game with mods may have, filled in for this game.</summary>
internal static class InitCommand
{
    private const string Examples = """
        Nothing that is there is changed. What isn't there is written: rvfs/rvfs.json, rvfs/mods and its order.txt.

        Examples:
          rvfs init                     The game in this folder
          rvfs init --game game.exe
        """;

    /// <summary>The content of a new <c>rvfs.json</c>, with every key in a comment, so that it changes nothing yet.</summary>
    public const string Configuration = """
        // Settings of Reloaded VFS for this game. Take the // away from a line to use it. Paths begin at this file's folder.
        {
          // The folders that mods are laid over. Without it: the folder of the game's program.
          // "targets": [".."],

          // The folder with a folder for each mod, and the file with their order.
          // "mods": "mods",
          // "order": "mods/order.txt",

          // The set whose order, preferences and overwrite folder count: rvfs set makes one.
          // "set": "hard",

          // Files of mods that are seen although they are usually left out.
          // "include": ["readme*"],

          // Where parts of mods go, in place of what the mods say.
          // "map": [{ "from": "MOD/PART", "to": "data" }],

          // With "game" files are written where they are. With "overwrite" all that the game writes goes to a folder; nothing else changes.
          // "writes": "game",

          // For "overwrite": that folder, what is written where it is all the same, and the largest file that is copied, in megabytes.
          // "overwrite": "overwrite",
          // "inPlace": ["*.log"],
          // "largestCopy": 1024,

          // For "game": each run is recorded, so that rvfs undo can take it back.
          // "undo": true,

          // With "virtual" programs are told that files lie in the game's folder, with "real" where the mod has them.
          // "names": "virtual",

          // Programs that the game starts: those that look after it and see no mods, and those that are left alone.
          // "follow": ["*launcher*", "*patch*", "*updat*", "*setup*", "*install*", "unins*"],
          // "leave": ["chrome.exe", "*crash*.exe", "steam.exe"],

          // A file to which each start adds its report as text.
          // "log": "rvfs.log",

          // With "stop" the game doesn't start when something is missing. With "run" it starts, and that is said.
          // "onError": "run",

          // The game is played offline: anti-cheat software beside it is no reason to refuse.
          // "offline": true,

          // Whether the DLL starts by itself where a loader only loads it.
          // "autostart": true,

          // The start report, which is a new file in rvfs/logs otherwise, and the file through which rvfs monitor looks on.
          // "report": "report.json",
          // "events": "events.rvfs-events"
        }

        """;

    public static Command Create()
    {
        GameQuestion question = new();
        CommandWithExamples command = new(Examples, "init", "Write a commented rvfs.json and an order.txt from what is there.");
        question.AddTo(command, json: false);
        command.SetAction(result =>
        {
            TextWriter output = result.InvocationConfiguration.Output;
            VfsConfiguration configuration = question.ConfigureAndReport(result, out string folder);
            GameQuestion.WarnOfNoGame(configuration);
            Write(output, VfsConfiguration.GetFile(folder), WithTargets(folder, configuration, output));
            Directory.CreateDirectory(configuration.Mods!);
            var change = new OrderChange(configuration);
            if (File.Exists(change.File))
            {
                output.WriteLine($"'{change.File}' is there already.");
                return;
            }

            string names = string.Concat(change.Order.Mods.Where(mod => mod.IsLoaded).Select(mod => mod.Name + "\n"));
            Write(output, change.File, OrderEditor.Head + "\n" + names);
        });
        return command;
    }

    /// <summary>
    /// Returns the content of a new file. It names the target if that isn't the folder of the game's program, because the program lies
    /// deeper or mods belong over a higher folder.
    /// </summary>
    private static string WithTargets(string folder, VfsConfiguration configuration, TextWriter output)
    {
        string? higher = Directory.Exists(configuration.Mods) && configuration.Targets is [var target] && target == folder
            ? HigherTarget.FindFolder(configuration, LoadOrder.Of(configuration).Mods)
            : null;
        bool isDeeper = GameFolders.ProgramsIn(folder).Count == 0 && GameFolders.ProgramsOf(folder).Count > 0;
        if (File.Exists(VfsConfiguration.GetFile(folder)) || (higher is null && !isDeeper))
            return Configuration;
        output.WriteLine($"Mods are laid over '{higher ?? folder}'.");
        return Configuration.Replace("// \"targets\": [\"..\"]", HigherTarget.LineFor(folder, higher ?? folder), StringComparison.Ordinal);
    }

    private static void Write(TextWriter output, string file, string content)
    {
        if (!File.Exists(file))
            AtomicFile.Write(file, Encoding.UTF8.GetBytes(content));
        else
            content = "";
        output.WriteLine(content.Length > 0 ? $"'{file}' is written." : $"'{file}' is there already.");
    }
}
