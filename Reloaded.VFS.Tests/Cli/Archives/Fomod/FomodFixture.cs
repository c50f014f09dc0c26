using System.Text;

namespace Reloaded.VFS.Tests.Cli.Archives.Fomod;

/// <summary>Archives with FOMOD installers.</summary>
public abstract class FomodFixture : AddFixture
{
    /// <summary>Makes an archive of an installer and files, each of which has its path as its content.</summary>
    private protected string Fomod(string config, params string[] files) =>
        FomodIn("", "fomod/ModuleConfig.xml", Encoding.UTF8.GetBytes(config), files);

    /// <summary>Makes an archive, 7z by 7-Zip.</summary>
    private protected string FomodIn(string around, string script, byte[] config, params string[] files)
    {
        string folder = Folder.At("packed");
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        Folder.File("packed/" + around + script, config);
        foreach (string file in files)
            Folder.File($"packed/{around}{file}", file);
        string archive = Folder.At("F.7z");
        File.Delete(archive);
        ArchiveFiles.Pack(folder, archive);
        return archive;
    }

    /// <summary>The files that the mod has for the game, each with where it lay in the archive.</summary>
    private protected string[] Installed(string mod = "F") =>
        [.. Files(mod).Where(file => !file.StartsWith("rvfs-choices.json", StringComparison.Ordinal))];

    private protected static string Config(string inner) => $"<config><moduleName>The Mod</moduleName>{inner}</config>";

    private protected static string Steps(params string[] steps) => $"<installSteps order='Explicit'>{string.Concat(steps)}</installSteps>";

    private protected static string Step(string name, string groups, string visible = "") =>
        $"<installStep name='{name}'>{visible}<optionalFileGroups order='Explicit'>{groups}</optionalFileGroups></installStep>";

    private protected static string Group(string name, string kind, params string[] options) =>
        $"<group name='{name}' type='{kind}'><plugins order='Explicit'>{string.Concat(options)}</plugins></group>";

    private protected static string Option(string name, string files, string type = "Optional", string flags = "") =>
        $"<plugin name='{name}'><description>About {name}</description><files>{files}</files>"
            + (flags.Length == 0 ? "" : $"<conditionFlags>{flags}</conditionFlags>")
            + (type.StartsWith('<') ? type : $"<typeDescriptor><type name='{type}'/></typeDescriptor>") + "</plugin>";

    private protected static string Flag(string name, string value) => $"<flag name='{name}'>{value}</flag>";

    private protected static string Copy(string source, string destination, string more = "") =>
        $"<file source='{source}' destination='{destination}' {more}/>";

    private protected static string Tree(string source, string destination, string more = "") =>
        $"<folder source='{source}' destination='{destination}' {more}/>";

    private protected string Choices(string json) => Folder.File("choices.json", json);

    /// <summary>A file of choices: <c>step/group = option, option</c>.</summary>
    private protected string Choose(params string[] lines) => Choices("{ \"type\": \"fomod\", \"options\": ["
        + string.Join(", ", lines.Select(line => line.Split(" = ")).Select(line =>
            $$"""{ "name": "{{line[0].Split('/')[0]}}", "groups": [{ "name": "{{line[0].Split('/')[1]}}", "choices": [{{NamesOf(line[1])}}] }] }"""))
        + "] }");

    private static string NamesOf(string options) => string.Join(", ",
        options.Split(", ", StringSplitOptions.RemoveEmptyEntries).Select(option => $$"""{ "name": "{{option}}" }"""));
}
