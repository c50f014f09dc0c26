namespace Reloaded.VFS.Tests.Programs.ReloadedHost;

/// <summary>
/// The game. Its one argument is a file of commands, with fields separated by tabs, which it executes in order: it opens files as a game
/// does, and makes its loader do what a user does in Reloaded-II. Each answer is a line of output.
/// </summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        Loader loader = new(Path.Combine(AppContext.BaseDirectory, "users"));
        foreach (string line in File.ReadAllLines(arguments[0]))
            Console.WriteLine($"{line.Replace('\t', ' ')} = {Answer(loader, line.Split('\t'))}");
        return 0;
    }

    private static string Answer(Loader loader, string[] command)
    {
        try
        {
            switch (command[0])
            {
                case "read":
                    return File.Exists(command[1]) ? File.ReadAllText(command[1]) : "absent";
                case "list":
                    return string.Join(' ', Directory.GetFileSystemEntries(command[1]).Select(Path.GetFileName)
                        .Order(StringComparer.Ordinal));
                case "load":
                    loader.Load(command[1]);
                    return "done";
                case "unload":
                    return loader.Unload(command[1]) ? "collected" : "leaked";
                case "suspend":
                    loader.Suspend(command[1]);
                    return "done";
                case "resume":
                    loader.Resume(command[1]);
                    return "done";
                case "tell":
                    // The commands of a test's mod, under its id.
                    return AppContext.GetData(command[1]) is Func<string[], string> mod ? mod(command[2..]) : "no such mod";
                case "log":
                    return string.Join(" | ", loader.Log);
                case "wait":
                    Thread.Sleep(int.Parse(command[1]));
                    return "done";
                case "storm":
                    return Storm.Run(loader, command[1], command[2], command[3], command[4]);
                default:
                    return "no such command";
            }
        }
        catch (Exception e) when (e is IOException or InvalidOperationException or KeyNotFoundException)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }
}
