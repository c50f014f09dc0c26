using Reloaded.VFS.Cli.Commands.Looking;
using Reloaded.VFS.Cli.Materialising;
using Reloaded.VFS.Cli.Monitoring.Files;
using Reloaded.VFS.Cli.Overwriting;
using Reloaded.VFS.Cli.Starting.Wine;

namespace Reloaded.VFS.Cli.Commands.Repairing;

/// <summary><c>rvfs materialise</c>, which makes a second folder with what the game sees, for programs that can't have the VFS.</summary>
internal static class MaterialiseCommand
{
    private const int MostShown = 20;

    private const string Examples = """
        DIR gets what 'rvfs ls' lists: second names (hard links) of the files of the game and of mods, and copies of those that
        programs write to. A second call brings it up to date.

        Examples:
          rvfs materialise ~/games/merged                     A folder for a Store program, or for another manager
          rvfs materialise ~/games/merged --copy "**/*.esm"   The same, with copies of these files, too
          rvfs materialise --status ~/games/merged            What programs have written into it
          rvfs materialise --to "My saves" ~/games/merged     Moves that into a mod, and brings the folder up to date
          rvfs materialise --remove ~/games/merged            Takes it away again. What programs have written stays
        """;

    public static Command Create()
    {
        GameQuestion question = new();
        Argument<string> folder = new("DIR") { Description = "A new or empty folder, or one that rvfs has materialised" };
        Option<string[]> copy = Syntax.Texts("--copy", "PATTERN",
            "Copy these files, too, since programs write to them. May be given several times, and is remembered");
        Option<string?> to = Syntax.Text("--to", "MOD", "Move what programs have written into DIR into this mod first");
        Option<bool> remove = Syntax.Flag("--remove", "Delete everything that rvfs has made in DIR");
        Option<bool> status = Syntax.Flag("--status", "Only list what programs have written into DIR");
        CommandWithExamples command = new(Examples, "materialise", "Make a second folder with what the game sees.")
        {
            folder, copy, to, remove, status,
        };
        question.AddTo(command);
        command.SetAction(result =>
        {
            string root = MaterialPlace.RealOf(GameQuestion.HostPath(result.GetValue(folder)!));
            TextWriter output = result.InvocationConfiguration.Output;
            if (question.WantsJson(result) && !result.GetValue(status))
                throw new CliException("--json goes with --status only.");
            if (result.GetValue(status))
                return Show(root, question.WantsJson(result), output);
            string? mod = result.GetValue(to);
            return result.GetValue(remove)
                ? Remove(root, mod, mod is null ? null : () => question.Open(result), output)
                : Bring(root, mod, result.GetValue(copy) ?? [], question, result, output);
        });
        return command;
    }

    private static LinuxFolders? Stamps => OperatingSystem.IsLinux() ? LinuxFolders.Instance : null;

    private static int Show(string root, bool json, TextWriter output)
    {
        using MaterialManifest manifest = MaterialManifest.Open(root);
        MaterialSurvey survey = MaterialSurvey.Of(root, manifest, isThorough: true);
        if (json)
        {
            MaterialOutput answer = new(root,
                [.. survey.Written.Select(name => new MaterialEntryOutput(KindOf(name), name.Path, name.Kind == NameKind.Folder))],
                [.. survey.InPlace.Select(one => new MaterialInPlaceOutput(one.Path, one.Source))]);
            OutputJson.Write(output, answer);
            return ExitCodes.Ok;
        }

        if (Write(survey, output) == 0)
            output.WriteLine($"Nothing was written into '{root}'.");
        return ExitCodes.Ok;
    }

    private static int Bring(string root, string? modName, IReadOnlyList<string> copied, GameQuestion question, ParseResult result,
        TextWriter output)
    {
        using EarlierMaterial earlier = new(root);
        GameView view = question.Open(result, Stamps);
        try
        {
            VfsConfiguration configuration = view.Set.Configuration;
            MaterialPlace.Check(root, configuration);
            using MaterialManifest manifest = OpenOrCreate(root, configuration, earlier, out MaterialSurvey? survey);
            if (modName is not null && survey is not null)
            {
                if (Move(root, manifest, survey, modName, view))
                    output.WriteLine($"{modName} has what was written into '{root}'.");
                view.Dispose();
                view = question.Open(result, Stamps);
                survey = MaterialSurvey.Of(root, manifest, isThorough: false);
            }

            string[] patterns = [.. copied.Except(manifest.Copied)];
            if (patterns.Length > 0)
                manifest.SetCopied([.. manifest.Copied, .. patterns]);
            EarlierFolders folders = new(manifest, survey);
            var content = new MaterialView(view.Resolver, configuration, manifest.Copied, folders);
            Materialisation materialisation = new(root, manifest, folders);
            _ = Progress.Of(() => $"filling '{root}', {materialisation.Made:N0} files", () =>
            {
                materialisation.Bring(content.List(manifest.Targets), survey);
                return 0;
            });
            foreach (string known in content.LeftOut)
                Messages.Warn($"what mods have for {known} isn't in '{root}': a map sends it elsewhere.");
            int code = Report(root, materialisation, survey, output);
            // The next call reads what has changed until then.
            if (view.ReadsAnew)
                new FolderCaching(configuration.Mods).Dispose();
            return code;
        }
        finally
        {
            view.Dispose();
        }
    }

    private static MaterialManifest OpenOrCreate(string root, VfsConfiguration configuration, EarlierMaterial earlier,
        out MaterialSurvey? survey)
    {
        IReadOnlyList<(string Name, string Target)> targets = MaterialView.TargetsOf(configuration);
        survey = null;
        if (earlier.Take() is var (manifest, looked))
        {
            if (manifest.Targets.SequenceEqual(targets))
            {
                // A call that was killed at once has made nothing yet.
                survey = manifest.Folders.Count == 0 && !manifest.IsComplete ? null : looked;
                return manifest;
            }

            string others = string.Join("' and '", manifest.Targets.Select(target => target.Target));
            manifest.Dispose();
            throw new CliException($"'{root}' is for the game in '{others}'.", "Name another folder, or take it away with --remove.");
        }

        bool isThere = Directory.Exists(root);
        if (File.Exists(root) || (isThere && !MaterialManifest.IsUnused(root)))
            throw new CliException($"'{root}' isn't empty, and rvfs hasn't made what is there. Nothing was changed.", "Name a new folder.");
        return MaterialManifest.Create(root, !isThere, targets);
    }

    private static bool Move(string root, MaterialManifest manifest, MaterialSurvey survey, string modName, GameView view)
    {
        Mod mod = ReceivingMod.Find(view.Set.Configuration, modName);
        if (survey.Written.Count == 0)
            return false;
        Messages.Say($"this is {GameQuestion.NameOf(view.Set.Configuration)}.");
        manifest.Begin();
        return new WrittenMove(root, manifest, survey).To(mod, view);
    }

    private static int Report(string root, Materialisation done, MaterialSurvey? survey, TextWriter output)
    {
        string made = Count(done.Made, "file"),
            copies = (done.Copied, done.Made) switch
            {
                (0, _) => "",
                (1, 1) => ", a copy",
                (1, _) => ", 1 of them a copy",
                _ => $", {done.Copied:N0} of them copies",
            };
        output.WriteLine(survey is null
            ? $"'{root}' has what the game sees: {made}{copies}."
            : $"'{root}' is up to date: {made} made{copies}, {done.Deleted:N0} deleted, {done.Kept:N0} as before.");
        int written = survey is null ? 0 : Write(survey, output);
        if (written > 0 && survey!.Written.Any(name => name.Kind != NameKind.None))
            output.WriteLine("What programs have written stays. --to MOD moves it into a mod.");
        return ShowFailures(done, "made") ? ExitCodes.NothingFound : ExitCodes.Ok;
    }

    private static int Remove(string root, string? modName, Func<GameView>? open, TextWriter output)
    {
        using MaterialManifest manifest = MaterialManifest.Open(root);
        MaterialSurvey survey = MaterialSurvey.Of(root, manifest, isThorough: true);
        if (modName is not null)
        {
            using GameView view = open!();
            if (!manifest.Targets.SequenceEqual(MaterialView.TargetsOf(view.Set.Configuration)))
                throw new CliException($"'{root}' is for the game in '{manifest.Targets[0].Target}'.", "Name it with --game.");
            if (Move(root, manifest, survey, modName, view))
                output.WriteLine($"{modName} has what was written into '{root}'.");
            survey = MaterialSurvey.Of(root, manifest, isThorough: true);
        }

        Materialisation materialisation = new(root, manifest, new EarlierFolders(manifest, survey));
        materialisation.Remove();
        bool hasFailed = ShowFailures(materialisation, "deleted");
        WrittenName[] left = [.. survey.Written.Where(name => name.Kind != NameKind.None)];
        string own = Path.GetDirectoryName(MaterialManifest.FileOf(root))!;
        bool isEmpty = !hasFailed && Directory.EnumerateFileSystemEntries(root).All(entry => entry == own);
        if (isEmpty)
        {
            manifest.Delete();
            if (manifest.HasMadeRoot && !Directory.EnumerateFileSystemEntries(root).Any())
                MaterialManifest.DeleteRoot(root);
            output.WriteLine($"'{root}' is gone: {Count(materialisation.Deleted, "file")}, none of the game or of a mod.");
            WriteInPlace(survey, output);
            return ExitCodes.Ok;
        }

        Write(survey, output);
        output.WriteLine($"What programs have written stays in '{root}'. --remove --to MOD moves it into a mod.");
        return left.Length == 0 && !hasFailed ? ExitCodes.Ok : ExitCodes.NothingFound;
    }

    private static bool ShowFailures(Materialisation done, string what)
    {
        foreach ((string path, string cause) in done.Failed.Take(MostShown))
            Messages.Warn($"'{path}' couldn't be {what}: {cause}.");
        if (done.Failed.Count > MostShown)
            Messages.Warn($"so it is with {done.Failed.Count - MostShown:N0} more.");
        return done.Failed.Count > 0;
    }

    /// <summary>Lists what programs have written.</summary>
    /// <returns>The number of names.</returns>
    private static int Write(MaterialSurvey survey, TextWriter output)
    {
        foreach (WrittenName name in survey.Written)
        {
            string kind = KindOf(name).ToString().ToLowerInvariant();
            output.WriteLine($"  {kind,-8}  {name.Path.Replace('/', '\\')}{(name.Kind == NameKind.Folder ? "\\" : "")}");
        }

        return survey.Written.Count + WriteInPlace(survey, output);
    }

    private static WrittenKind KindOf(WrittenName name) =>
        name.Kind == NameKind.None ? WrittenKind.Deleted : name.IsNew ? WrittenKind.New : WrittenKind.Changed;

    private static int WriteInPlace(MaterialSurvey survey, TextWriter output)
    {
        foreach ((string path, string source) in survey.InPlace)
            output.WriteLine($"  in place  {path.Replace('/', '\\')}  and so in {source}, which is the same file");
        return survey.InPlace.Count;
    }

    private static string Count(int count, string what) => $"{count:N0} {what}{(count == 1 ? "" : "s")}";
}
