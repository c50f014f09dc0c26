using Reloaded.VFS.Cli.Commands.Playing;

namespace Reloaded.VFS.Cli.Commands;

/// <summary><c>rvfs shortcut</c>, which makes an entry of the menu that starts a game with its mods.</summary>
internal static class ShortcutCommand
{
    private const string Examples = """
        The entry starts the game as 'rvfs run' does. For a game that Steam starts, put rvfs run %command% into its launch options instead.

        Examples:
          rvfs shortcut                       The game in this folder, in the menu
          rvfs shortcut --desktop game.exe    On the desktop
          rvfs shortcut --set hard game.exe   With a set
          rvfs shortcut --remove game.exe     Takes the entry away
        """;

    public static Command Create()
    {
        Argument<string?> game = InstallCommand.GameOf();
        Option<bool> desktop = Syntax.Flag("--desktop", "Put it on the desktop, and not into the menu"),
            remove = Syntax.Flag("--remove", "Take the entry away again");
        Option<string?> name = Syntax.Text("--name", "TEXT", "The entry's name. Default: the game's, with '(mods)'"),
            set = Syntax.Text("--set", "NAME", "The set to play with");
        CommandWithExamples command = new(Examples, "shortcut", "Make a menu entry that starts the game with its mods.")
        {
            game, desktop, name, set, remove,
        };
        command.SetAction(result =>
        {
            string program = GameFile.Find(GameQuestion.HostPath(InstallCommand.Find(result, game)));
            string folder = GameFolders.Of(Path.GetDirectoryName(program)!);
            string shown = result.GetValue(name) ?? $"{KnownGames.NameOf(program, folder)} (mods)";
            string file = Path.Combine(Places(result.GetValue(desktop)), FileName(shown));
            TextWriter output = result.InvocationConfiguration.Output;
            if (File.Exists(file) && !IsOwn(file))
                throw new CliException($"'{file}' is there already, and rvfs hasn't made it.", "Give another name: --name TEXT");
            if (result.GetValue(remove))
                return Remove(file, output);
            if (SteamGame.Find(program) is not null)
                Messages.Warn("this is a game of Steam's, which Steam wants to start itself.",
                    "In its properties, the launch options 'rvfs run %command%' give it its mods there.");
            string[] words = ["run", .. result.GetValue(set) is { } chosen ? (string[])["--set", chosen] : [], program];
            Write(file, shown, words, Path.GetDirectoryName(program)!, program);
            output.WriteLine($"'{file}' is written: {shown}");
            return ExitCodes.Ok;
        });
        return command;
    }

    /// <summary>Returns a desktop entry (freedesktop.org, Desktop Entry Specification 1.5).</summary>
    /// <param name="name">The name that the menu shows.</param>
    /// <param name="words">The program and its arguments.</param>
    /// <param name="folder">The current folder of the program.</param>
    public static string DesktopEntry(string name, IEnumerable<string> words, string folder) => string.Join('\n',
        "[Desktop Entry]", "Type=Application", "Version=1.5", $"Name={Value(name)}", $"Comment={Mark}",
        $"Exec={Value(string.Join(' ', words.Select(Quote)))}", $"Path={Value(folder)}", "Icon=applications-games", "Terminal=false",
        "Categories=Game;", "X-Reloaded-VFS=true", "");

    private const string Mark = "Plays with mods (Reloaded VFS)";

    // Of a value of type string, then of an argument in it.
    private static string Value(string text) =>
        text.Replace("\\", @"\\", StringComparison.Ordinal).Replace("\n", @"\n", StringComparison.Ordinal)
            .Replace("\r", @"\r", StringComparison.Ordinal);

    private static string Quote(string word)
    {
        StringBuilder text = new("\"");
        foreach (char c in word)
            text.Append(c is '"' or '`' or '$' or '\\' ? $"\\{c}" : c == '%' ? "%%" : $"{c}");
        return text.Append('"').ToString();
    }

    private static void Write(string file, string name, string[] words, string folder, string program)
    {
        string own = Environment.ProcessPath ?? throw new CliException("It isn't known where rvfs lies.");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        if (OperatingSystem.IsWindows())
        {
            int result = new ShellLink(own, CommandLine.Join(words).TrimStart(), folder, Mark, program).Write(file);
            if (result < 0)
                throw new CliException($"The shell can't write '{file}' (0x{result:X8}).");
            return;
        }

        AtomicFile.Write(file, Encoding.UTF8.GetBytes(DesktopEntry(name, [own, .. words], folder)));
        // Desktops start only what may be run.
        File.SetUnixFileMode(file, (UnixFileMode)0x1ED);
    }

    private static int Remove(string file, TextWriter output)
    {
        if (!File.Exists(file))
            throw new CliException(ExitCodes.NothingFound, $"There is no '{file}'.");
        DiskRemoval.DeleteFile(file);
        output.WriteLine($"'{file}' is taken away.");
        return ExitCodes.Ok;
    }

    private static bool IsOwn(string file)
    {
        byte[] content = File.ReadAllBytes(file);
        return content.AsSpan().IndexOf(Encoding.UTF8.GetBytes(Mark)) >= 0 || content.AsSpan().IndexOf(Encoding.Unicode.GetBytes(Mark)) >= 0;
    }

    private static string FileName(string name)
    {
        string plain = string.Concat(name.Select(c => Path.GetInvalidFileNameChars().Contains(c) || c is ':' or '\\' or '/' ? '_' : c)).Trim();
        return OperatingSystem.IsWindows() ? plain + ".lnk" : $"rvfs-{plain}.desktop";
    }

    private static string Places(bool desktop)
    {
        if (OperatingSystem.IsWindows())
            return Environment.GetFolderPath(desktop ? Environment.SpecialFolder.DesktopDirectory : Environment.SpecialFolder.Programs,
                Environment.SpecialFolderOption.DoNotVerify);
        if (!desktop)
            return Path.Combine(UserFolders.Data, "applications");
        // .NET reads user-dirs.dirs.
        string folder = Environment.GetFolderPath(Environment.SpecialFolder.DesktopDirectory, Environment.SpecialFolderOption.DoNotVerify);
        return folder.Length > 0 ? folder : Path.Combine(UserFolders.Home, "Desktop");
    }
}
