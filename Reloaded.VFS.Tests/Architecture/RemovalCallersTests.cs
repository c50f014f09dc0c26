using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Text.RegularExpressions;
using Reloaded.VFS.Cli.Archives.Staging;
using Reloaded.VFS.Cli.Commands.Repairing;
using Reloaded.VFS.Hooks.Mapping;
using Reloaded.VFS.Mods.Removing;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Architecture;

/// <summary>
/// Tests of the code that deletes, renames and replaces files on disk: only <see cref="DiskRemoval"/> calls .NET for this, and only
/// <c>RealFiles</c> calls Windows. The compiled assemblies are searched for other calls, and for the callers of the two.
/// </summary>
public sealed partial class RemovalCallersTests
{
    private const string Removal = nameof(DiskRemoval);

    // The value of FileOptions.DeleteOnClose in an instruction.
    private const int DeleteOnClose = (int)FileOptions.DeleteOnClose;

    private static readonly string[] s_disk = ["File", "Directory", "FileInfo", "DirectoryInfo", "FileSystemInfo"],
        s_verbs = ["Delete", "Move", "MoveTo", "Replace"];

    private static readonly string[] s_opening = [.. s_disk, "FileStream"];

    // The methods of RealFiles that change names.
    private static readonly string[] s_real = ["Delete", "DeleteAtClose", "Rename"];

    /// <summary>The types of each assembly that may call <see cref="DiskRemoval"/>.</summary>
    private static readonly Dictionary<string, string[]> s_callers = new()
    {
        ["Reloaded.VFS.Mods"] =
        [
            "AtomicFile", "CoveredFiles", "FolderCacheWriter", "MapParents", "PendingRename", "UndoJournal", "UndoPlan",
        ],
        ["Reloaded.VFS.Hooks"] = ["ArrivingCopies", "OverwriteRename", "OverwriteWriter", "RunJournal", "VolumeCrossing"],
        ["reloaded_vfs"] =
        [
            "CoveredSetup", "EventFile", "JournalSetup", "OverwriteSetup", "UnfinishedMarkers", "WatchProbe",
        ],
        ["rvfs"] =
        [
            "AddedMod", "BisectCommand", "CacheRefresh", "CachedContent", "DeletedCommand", "DiskFacts", "EventFiles", "ExitFile",
            "FolderChanges", "ForeignRun", "HookProbe", "InnerArchive", "Installation", "LaterFile", "LinuxReport", "LinuxSelfTest",
            "MaterialManifest", "Materialisation", "MergedTree", "ModDepth", "ModImport", "OverwriteClearing", "OverwriteMove", "RemovedMods", "ReportFiles",
            "SelfTest", "SetCommand", "SetExport", "ShortcutCommand", "SpareContents", "StagedImport", "StagingFolder", "WineInstallation", "WineRun",
            "WineSettings", "WriteTarget", "WriteToRun", "WrittenMove",
        ],
        ["rvfs-ui"] = ["RunningServer", "Server"],
    };

    /// <summary>The types that may delete or rename by <c>RealFiles</c>: their own files, or what the game has asked for.</summary>
    private static readonly string[] s_realCallers =
    [
        "AddedMarker", "BlockCloning", "DeletionMarkers", "FolderRemoval", "FreedName", "InPlacePolicy", "MarkerFile",
        "OverwriteCall", "OverwriteRemoval", "OverwriteRename", "OverwriteWriter", "ParentFolders", "RealFiles", "RenameCall",
        "RunJournal", "SystemOpinion", "VolumeCrossing",
    ];

    public static TheoryData<string> Assemblies() => RoomOrderTests.Assemblies();

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void NothingElseDeletesOrRenames(string assembly) => Assert.Empty(
        // The self-test's game does what games do, in a folder of the test's own.
        Read(assembly).Where(call => call.Caller is not (Removal or "GameTasks") && IsOfDisk(call))
            .Select(call => $"{call.Caller} calls {call.Type}.{call.Member}"));

    [Theory]
    [MemberData(nameof(Assemblies))]
    public void ItsCallersAreKnown(string assembly) => Assert.Equal(
        s_callers.GetValueOrDefault(assembly, []),
        Read(assembly).Where(call => call.Type == Removal && call.Caller != Removal
            && call.Member is not ("IsLink" or "MakeWritable" or "set_FindReal"))
            .Select(call => call.Caller).Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void TheCallersOfWindowsOwnAreKnown() => Assert.Equal(
        s_realCallers,
        Read("Reloaded.VFS.Hooks").Where(call => call.Type == "RealFiles" && s_real.Contains(call.Member))
            .Select(call => call.Caller).Distinct().Order(StringComparer.Ordinal));

    /// <summary>A reader that sees no calls would find no faults.</summary>
    [Fact]
    public void TheReaderSeesThem()
    {
        (string Caller, string Type, string Member)[] own = [.. Read("Reloaded.VFS.Mods").Where(call => call.Caller == Removal)];
        Assert.Contains((Removal, "File", "Delete"), own);
        Assert.Contains((Removal, "Directory", "Move"), own);
        Assert.Contains((Removal, "FileOptions", "DeleteOnClose"), own);
    }

    /// <summary>
    /// C code deletes one file, the proxy's own report of an error; other functions named there are those that the game calls.
    /// </summary>
    [Fact]
    public void InCOneFileIsDeleted() => Assert.Equal(
        ["start.c: DeleteFileW("],
        Directory.EnumerateFiles(Path.Combine(RepositoryFolders.Root, "src"), "*.c", SearchOption.AllDirectories)
            .SelectMany(file => InC().Matches(File.ReadAllText(file)).Select(match => $"{Path.GetFileName(file)}: {match.Value}")));

    private static bool IsOfDisk((string Caller, string Type, string Member) call) => call.Type == nameof(FileOptions)
        || (s_disk.Contains(call.Type) && s_verbs.Contains(call.Member));

    private static List<(string Caller, string Type, string Member)> Read(string assembly)
    {
        (_, string root, _) = Rooms.All.Single(a => a.Assembly == assembly);
        using PEReader image = new(File.OpenRead(RoomOrderTests.PathOf(assembly, root)));
        MetadataReader reader = image.GetMetadataReader();
        var calls = new List<(string, string, string)>();
        foreach (TypeDefinitionHandle handle in reader.TypeDefinitions)
        {
            string caller = NameOf(reader, handle);
            foreach (MethodDefinitionHandle method in reader.GetTypeDefinition(handle).GetMethods())
            {
                if (reader.GetMethodDefinition(method).RelativeVirtualAddress is not (var address and not 0))
                    continue;
                var own = new List<(string Caller, string Type, string Member)>();
                IlInstructions.Read(image.GetMethodBody(address), (operand, value) => Add(reader, caller, operand, value, own));
                // Windows has other constants with that value.
                calls.AddRange(own.Where(call => call.Type != nameof(FileOptions) || own.Any(other => s_opening.Contains(other.Type))));
            }
        }

        return calls;
    }

    private static void Add(MetadataReader reader, string caller, OperandType operand, int value, List<(string, string, string)> calls)
    {
        if (operand == OperandType.InlineI && value == DeleteOnClose)
            calls.Add((caller, nameof(FileOptions), nameof(FileOptions.DeleteOnClose)));
        if (operand is not (OperandType.InlineMethod or OperandType.InlineTok))
            return;
        EntityHandle used = MetadataTokens.EntityHandle(value);
        if (used.Kind == HandleKind.MethodSpecification)
            used = reader.GetMethodSpecification((MethodSpecificationHandle)used).Method;
        if (used.Kind == HandleKind.MethodDefinition)
        {
            MethodDefinition method = reader.GetMethodDefinition((MethodDefinitionHandle)used);
            calls.Add((caller, NameOf(reader, method.GetDeclaringType()), reader.GetString(method.Name)));
        }
        else if (used.Kind == HandleKind.MemberReference)
        {
            MemberReference member = reader.GetMemberReference((MemberReferenceHandle)used);
            if (member.Parent.Kind == HandleKind.TypeReference)
                calls.Add((caller, reader.GetString(reader.GetTypeReference((TypeReferenceHandle)member.Parent).Name),
                    reader.GetString(member.Name)));
        }
    }

    /// <summary>Returns the name of the outermost type, without the number of its parameters.</summary>
    private static string NameOf(MetadataReader reader, TypeDefinitionHandle handle)
    {
        TypeDefinition type = reader.GetTypeDefinition(handle);
        return type.GetDeclaringType() is { IsNil: false } outer ? NameOf(reader, outer) : reader.GetString(type.Name).Split('`')[0];
    }

    [GeneratedRegex(@"\b(DeleteFile|MoveFile\w*|ReplaceFile|RemoveDirectory|CopyFile\w*)[AW]?\s*\(|FILE_FLAG_DELETE_ON_CLOSE")]
    private static partial Regex InC();
}
