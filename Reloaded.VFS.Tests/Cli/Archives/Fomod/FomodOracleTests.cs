using System.Globalization;
using System.Xml.Linq;
using Reloaded.VFS.Cli.Archives.Fomod;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Archives.Unpacking;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Cli.Archives.Fomod;

/// <summary>
/// Random FOMOD installers, run and beside that read by <see cref="NaiveFomod"/>, which follows the format's schema word by word and knows
/// nothing of the launcher's code. Both must install the same files.
/// </summary>
public sealed class FomodOracleTests
{
    private const int Installers = 400, Choices = 5;

    private static readonly string[] s_states = ["Missing", "Inactive", "Active"],
        s_types = ["Required", "Optional", "Recommended", "NotUsable", "CouldBeUsable"],
        s_kinds = ["SelectAtLeastOne", "SelectAtMostOne", "SelectExactlyOne", "SelectAll", "SelectAny"],
        s_orders = ["Ascending", "Descending", "Explicit"];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void BothInstallTheSameFiles(int seed)
    {
        var random = new Random(seed);
        int installed = 0, invisible = 0;
        for (int i = 0; i < Installers; i++)
        {
            using TemporaryFolder folder = new();
            XElement config = Make(random);
            folder.File("a/fomod/ModuleConfig.xml", config.ToString());
            for (int file = 0; file < 6; file++)
                folder.File(FormattableString.Invariant($"a/S{file / 2}/f{file}.txt"), FormattableString.Invariant($"{file}"));
            FomodInstaller installer = FomodInstaller.Find(folder.At("a"), 0)!;
            FomodScript script = installer.ReadScript("a");
            for (int choice = 0; choice < Choices; choice++)
            {
                int salt = random.Next();
                var states = Enumerable.Range(0, 3)
                    .ToDictionary(file => $"x{file}.esp", _ => random.Next(3), StringComparer.OrdinalIgnoreCase);
                Version? version = random.Next(4) == 0 ? null : new Version(1, random.Next(4), 0, 0);
                var game = new FomodGame(file => (FomodFileState)states[file]) { GameVersion = version };
                var asked = new List<string>();
                FomodSelection selection = FomodSelection.Make(script, game, question =>
                {
                    asked.Add($"{question.Step.Name}/{question.Group.Name}");
                    return Pick(salt, question.Group.Name, [.. question.Group.Options.Select(option => option.Name)],
                        question.Group.Kind.ToString(), [.. question.Types.Select(type => type.ToString())]);
                }, (question, fault) => Assert.Fail($"{question.Group.Name}: {fault}\n{config}"));
                var tree = new MergedTree(folder.At("out"));
                Assert.Empty(installer.Install(selection, tree, "a", UnpackLimits.Default));
                var naive = new NaiveFomod(config, file => s_states[states[file]], version,
                    (group, names, kind, types) => Pick(salt, group, names, kind, types));
                string[] expected = naive.Install(
                    [.. Enumerable.Range(0, 6).Select(file => FormattableString.Invariant($"S{file / 2}/f{file}.txt"))]);
                Assert.Equal(naive.Asked, asked);
                Assert.Equal(expected, Describe(tree, folder.At("a")));
                installed += expected.Length;
                invisible += naive.Invisible;
            }
        }

        // Installers that install nothing, or show all pages, would prove nothing.
        Assert.True(installed > Installers && invisible > Installers / 10, $"{installed} files, {invisible} invisible pages");
    }

    private static string[] Describe(MergedTree tree, string root) => [.. tree.Sources
        .Select(one => $"{one.Key.ToUpperInvariant()} = {Path.GetRelativePath(root, one.Value).Replace('\\', '/')}").Order(StringComparer.Ordinal)];

    /// <summary>A choice that both make alike: it depends on names and on the number alone, and keeps the group's rule.</summary>
    private static int[] Pick(int salt, string group, string[] names, string kind, string[] types)
    {
        int[] usable = [.. Enumerable.Range(0, names.Length).Where(i => types[i] != "NotUsable")];
        int[] required = [.. usable.Where(i => types[i] == "Required")];
        int[] wished = [.. usable.Where(i => IsWished(salt, names[i], group))];
        return kind switch
        {
            "SelectAll" => usable,
            "SelectAny" => [.. wished.Union(required).Order()],
            "SelectAtLeastOne" => wished.Union(required).Any() ? [.. wished.Union(required).Order()] : [.. usable.Take(1)],
            "SelectAtMostOne" => required.Length > 0 ? [required[0]] : [.. wished.Take(1)],
            _ => required.Length > 0 ? [required[0]] : wished.Length > 0 ? [wished[0]] : [.. usable.Take(1)],
        };
    }

    private static bool IsWished(int salt, string option, string group) =>
        ((uint)((salt ^ option.Sum(c => c * 7919) ^ group.Sum(c => c * 104729)) * 2654435761L) >> 8) % 2 == 0;

    private static XElement Make(Random random)
    {
        int number = 0;
        var config = new XElement("config", new XElement("moduleName", "M"));
        if (random.Next(2) == 0)
            config.Add(Files(random, "requiredInstallFiles"));
        var steps = new XElement("installSteps");
        Order(random, steps);
        for (int step = random.Next(4); step > 0; step--)
        {
            var page = new XElement("installStep", new XAttribute("name", Name(random, "P", ref number)));
            if (random.Next(3) == 0)
            {
                page.Add(random.Next(2) == 0
                    ? new XElement("visible", Conditions(random, 2).Attributes(), Conditions(random, 2).Elements())
                    : new XElement("visible", Conditions(random, 2)));
            }

            var groups = new XElement("optionalFileGroups");
            Order(random, groups);
            for (int group = random.Next(3); group > 0; group--)
            {
                var options = new XElement("plugins");
                Order(random, options);
                for (int option = random.Next(1, 4); option > 0; option--)
                    options.Add(Option(random, Name(random, "O", ref number)));
                groups.Add(new XElement("group", new XAttribute("name", Name(random, "G", ref number)),
                    new XAttribute("type", s_kinds[random.Next(5)]), options));
            }

            page.Add(groups);
            steps.Add(page);
        }

        config.Add(steps);
        config.Add(new XElement("conditionalFileInstalls", new XElement("patterns", Enumerable.Range(0, random.Next(3)).Select(_ =>
            new XElement("pattern", Conditions(random, 2), Files(random, "files"))))));
        return config;
    }

    private static XElement Option(Random random, string name)
    {
        var option = new XElement("plugin", new XAttribute("name", name), new XElement("description", "d"));
        if (random.Next(4) > 0)
            option.Add(Files(random, "files"));
        if (random.Next(2) == 0)
        {
            option.Add(new XElement("conditionFlags", Enumerable.Range(0, random.Next(1, 3)).Select(_ =>
                new XElement("flag", new XAttribute("name", $"f{random.Next(3)}"), $"{random.Next(2)}"))));
        }

        if (random.Next(5) > 0)
        {
            option.Add(new XElement("typeDescriptor", random.Next(2) == 0
                ? new XElement("type", new XAttribute("name", s_types[random.Next(5)]))
                : new XElement("dependencyType", new XElement("defaultType", new XAttribute("name", s_types[random.Next(5)])),
                    new XElement("patterns", Enumerable.Range(0, random.Next(3)).Select(_ =>
                        new XElement("pattern", Conditions(random, 2), new XElement("type", new XAttribute("name", s_types[random.Next(5)]))))))));
        }

        return option;
    }

    private static XElement Conditions(Random random, int depth)
    {
        var all = new XElement("dependencies");
        if (random.Next(2) == 0)
            all.Add(new XAttribute("operator", random.Next(2) == 0 ? "And" : "Or"));
        for (int i = random.Next(4); i > 0; i--)
        {
            all.Add(random.Next(6) switch
            {
                0 when depth > 0 => Conditions(random, depth - 1),
                1 => new XElement("fileDependency", new XAttribute("file", $"x{random.Next(3)}.esp"),
                    new XAttribute("state", s_states[random.Next(3)])),
                2 => new XElement("gameDependency", new XAttribute("version", $"1.{random.Next(4)}")),
                _ => new XElement("flagDependency", new XAttribute("flag", $"f{random.Next(3)}"),
                    new XAttribute("value", random.Next(3) == 0 ? "" : $"{random.Next(2)}")),
            });
        }

        return all;
    }

    private static XElement Files(Random random, string name)
    {
        var files = new XElement(name);
        for (int i = random.Next(4); i > 0; i--)
        {
            int source = random.Next(6);
            bool isFolder = random.Next(3) == 0;
            var file = new XElement(isFolder ? "folder" : "file",
                new XAttribute("source",
                    !isFolder ? $@"S{source / 2}\F{source}.txt" : random.Next(2) == 0 ? $"s{source / 2}" : $@"S{source / 2}\"));
            switch (random.Next(4))
            {
                case 0:
                    file.Add(new XAttribute("destination", ""));
                    break;
                case 1:
                    file.Add(new XAttribute("destination", isFolder ? "d" : $"d/t{random.Next(3)}.txt"));
                    break;
                case 2:
                    file.Add(new XAttribute("destination", isFolder ? "D" : @"D\"));
                    break;
                default:
                    break;
            }

            if (random.Next(3) == 0)
                file.Add(new XAttribute("priority", random.Next(-2, 3).ToString(CultureInfo.InvariantCulture)));
            if (random.Next(6) == 0)
                file.Add(new XAttribute("alwaysInstall", random.Next(2) == 0 ? "true" : "1"));
            if (random.Next(6) == 0)
                file.Add(new XAttribute("installIfUsable", random.Next(3) switch { 0 => "true", 1 => "1", _ => "false" }));
            files.Add(file);
        }

        return files;
    }

    private static void Order(Random random, XElement list)
    {
        if (random.Next(4) > 0)
            list.Add(new XAttribute("order", s_orders[random.Next(3)]));
    }

    // Names of one list differ, and sort otherwise than they are made.
    private static string Name(Random random, string kind, ref int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{(char)('a' + random.Next(26))}{kind}{number++}");
}

/// <summary>The naive reading of the format: one method for each element of its schema, strings where they can be.</summary>
internal sealed class NaiveFomod(
    XElement config, Func<string, string> stateOf, Version? game, Func<string, string[], string, string[], int[]> pick)
{
    private readonly Dictionary<string, string> _flags = [];
    private readonly List<(int Priority, XElement File)> _files = [];

    public List<string> Asked { get; } = [];

    public int Invisible { get; private set; }

    /// <summary>Returns what is installed: the path in capitals, and the source.</summary>
    public string[] Install(string[] sources)
    {
        Take(config.Element("requiredInstallFiles"), _ => true);
        if (config.Element("installSteps") is { } steps)
        {
            foreach (XElement step in InOrder(steps, "installStep"))
                Page(step);
        }

        foreach (XElement pattern in config.Elements("conditionalFileInstalls").Elements("patterns").Elements("pattern"))
        {
            if (IsTrue(pattern.Element("dependencies")!))
                Take(pattern.Element("files"), _ => true);
        }

        var seen = new Dictionary<string, string>();
        foreach ((_, XElement file) in _files.Select((file, i) => (file, i)).OrderBy(one => one.file.Priority).ThenBy(one => one.i)
            .Select(one => one.file))
        {
            string source = Plain(file.Attribute("source")!.Value);
            string? to = file.Attribute("destination")?.Value;
            foreach (string path in sources)
            {
                string upper = path.ToUpperInvariant();
                if (file.Name == "folder" && upper.StartsWith(source + "/", StringComparison.Ordinal))
                    seen[Join(to is null ? source : Plain(to), upper[(source.Length + 1)..])] = path;
                else if (file.Name == "file" && upper == source)
                    seen[PlaceOf(to ?? source, upper[(upper.IndexOf('/', StringComparison.Ordinal) + 1)..])] = path;
            }
        }

        return [.. seen.Select(one => $"{one.Key} = {one.Value}").Order(StringComparer.Ordinal)];
    }

    private void Page(XElement step)
    {
        bool isVisible = step.Element("visible") is not { } visible || IsTrue(visible);
        if (!isVisible)
            Invisible++;
        var flags = new Dictionary<string, string>(_flags);
        foreach (XElement group in InOrder(step.Element("optionalFileGroups")!, "group"))
        {
            XElement[] options = [.. InOrder(group.Element("plugins")!, "plugin")];
            string[] types = [.. options.Select(TypeOf)];
            string kind = group.Attribute("type")!.Value;
            int[] chosen = [];
            if (isVisible)
            {
                Asked.Add($"{step.Attribute("name")!.Value}/{group.Attribute("name")!.Value}");
                chosen = pick(group.Attribute("name")!.Value, [.. options.Select(option => option.Attribute("name")!.Value)], kind, types);
            }

            for (int i = 0; i < options.Length; i++)
            {
                bool isChosen = chosen.Contains(i);
                Take(options[i].Element("files"), file =>
                    isChosen || Says(file, "alwaysInstall") || (Says(file, "installIfUsable") && types[i] != "NotUsable"));
                foreach (XElement flag in isChosen ? options[i].Elements("conditionFlags").Elements("flag") : [])
                    flags[flag.Attribute("name")!.Value] = flag.Value;
            }
        }

        foreach ((string name, string value) in flags)
            _flags[name] = value;
    }

    private void Take(XElement? files, Func<XElement, bool> counts)
    {
        foreach (XElement file in files?.Elements() ?? [])
        {
            if (counts(file))
                _files.Add((int.Parse(file.Attribute("priority")?.Value ?? "0", CultureInfo.InvariantCulture), file));
        }
    }

    private string TypeOf(XElement option)
    {
        XElement? descriptor = option.Element("typeDescriptor");
        if (descriptor is null)
            return "Optional";
        if (descriptor.Element("type") is { } simple)
            return simple.Attribute("name")!.Value;
        XElement depends = descriptor.Element("dependencyType")!;
        return depends.Elements("patterns").Elements("pattern").FirstOrDefault(pattern => IsTrue(pattern.Element("dependencies")!)) is { } holds
            ? holds.Element("type")!.Attribute("name")!.Value
            : depends.Element("defaultType")!.Attribute("name")!.Value;
    }

    private bool IsTrue(XElement conditions)
    {
        bool[] all = [.. conditions.Elements().Select(IsOneTrue)];
        return all.Length == 0 || (conditions.Attribute("operator")?.Value == "Or" ? all.Contains(true) : !all.Contains(false));
    }

    private bool IsOneTrue(XElement condition) => condition.Name.LocalName switch
    {
        "fileDependency" => stateOf(condition.Attribute("file")!.Value) == condition.Attribute("state")!.Value,
        "flagDependency" => (_flags.TryGetValue(condition.Attribute("flag")!.Value, out string? value) ? value : "")
            == condition.Attribute("value")!.Value,
        "gameDependency" => game is null || game >= new Version(condition.Attribute("version")!.Value + ".0.0"),
        _ => IsTrue(condition),
    };

    private static IEnumerable<XElement> InOrder(XElement list, string name)
    {
        string Key(XElement element) => element.Attribute("name")!.Value.ToUpperInvariant();
        return (list.Attribute("order")?.Value ?? "Ascending") switch
        {
            "Explicit" => list.Elements(name),
            "Descending" => list.Elements(name).OrderByDescending(Key, StringComparer.Ordinal),
            _ => list.Elements(name).OrderBy(Key, StringComparer.Ordinal),
        };
    }

    private static string PlaceOf(string to, string name) =>
        to.Length == 0 || to[^1] is '/' or '\\' ? Join(Plain(to), name) : Plain(to);

    private static bool Says(XElement file, string attribute) => file.Attribute(attribute)?.Value is "true" or "1";

    private static string Plain(string path) => path.Replace('\\', '/').Trim('/').ToUpperInvariant();

    private static string Join(string folder, string rest) => folder.Length == 0 ? rest : $"{folder}/{rest}";
}
