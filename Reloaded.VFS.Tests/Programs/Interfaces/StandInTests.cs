using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Programs.Interfaces;

/// <summary>
/// Tests that the stand-ins against which the mod for Reloaded-II is compiled declare the same as the real interfaces, as far as they
/// declare anything. reloaded-ii.txt contains the real declarations. RVFS_RELOADED_INTERFACES (a folder with the real interfaces) compares
/// the file with them, and RVFS_RELOADED_SIGNATURES (a path) writes a new file from them.
/// </summary>
public sealed class StandInTests
{
    private static readonly string Programs = Path.Combine(RepositoryFolders.Root, "Reloaded.VFS.Tests", "Programs");
    private static readonly string Signatures = Path.Combine(Programs, "Interfaces", "reloaded-ii.txt");

    private static readonly (string Project, string Assembly)[] StandIns =
    [
        ("ReloadedModInterfaces", "Reloaded.Mod.Interfaces.dll"),
        ("ReloadedRedirectorInterfaces", "Reloaded.Universal.Redirector.Interfaces.dll"),
    ];

    [Fact]
    public void EachStandInIsAsTheRealOne()
    {
        SortedDictionary<string, DeclaredType> standIns = ReadStandIns(), real = SignatureFile.Parse(File.ReadAllText(Signatures));
        Assert.Equal(real.Keys, standIns.Keys);
        Assert.Empty(DifferencesOf(standIns, real));
    }

    [Fact]
    public void TheFileSaysWhatTheRealAssembliesDeclare()
    {
        string text = File.ReadAllText(Signatures), heading = SignatureFile.HeadingOf(text);
        Assert.Equal(text, SignatureFile.Write(heading, SignatureFile.Parse(text)));
        if (Environment.GetEnvironmentVariable("RVFS_RELOADED_INTERFACES") is not { Length: > 0 } folder)
            return;
        SortedDictionary<string, DeclaredType> standIns = ReadStandIns();
        string real = SignatureFile.Write(heading, StandIns.SelectMany(one => DeclaredTypes.Read(Path.Combine(folder, one.Assembly)))
            .Where(type => standIns.ContainsKey(type.Key)).OrderBy(type => type.Key, StringComparer.Ordinal));
        if (Environment.GetEnvironmentVariable("RVFS_RELOADED_SIGNATURES") is { Length: > 0 } path)
            File.WriteAllText(path, real);
        Assert.Equal(real, File.ReadAllText(Signatures));
    }

    /// <summary>A member that the real interface lacks, one that the stand-in lacks, and a type that differs.</summary>
    [Theory]
    [InlineData("Internal.IModV1", "virtual System.Void Start(Reloaded.Mod.Interfaces.Internal.IModLoaderV1)", "System.Void Start()",
        "Reloaded.Mod.Interfaces.Internal.IModV1: the real one has no virtual System.Void "
            + "Start(Reloaded.Mod.Interfaces.Internal.IModLoaderV1)")]
    [InlineData("Internal.IModLoaderV2", "", "abstract System.String GetMore()",
        "Reloaded.Mod.Interfaces.Internal.IModLoaderV2: it lacks abstract System.String GetMore()")]
    [InlineData("IExports", "interface", "class : System.Object",
        "Reloaded.Mod.Interfaces.IExports: it is interface, the real one class : System.Object")]
    public void ADifferenceIsNamed(string name, string old, string other, string expected)
    {
        SortedDictionary<string, DeclaredType> real = SignatureFile.Parse(File.ReadAllText(Signatures));
        name = "Reloaded.Mod.Interfaces." + name;
        DeclaredType type = real[name];
        real[name] = old == type.Shape
            ? type with { Shape = other }
            : type with { Members = [.. type.Members.Where(member => member != old), other] };
        Assert.Equal([expected], DifferencesOf(ReadStandIns(), real));
    }

    private static IEnumerable<string> DifferencesOf(SortedDictionary<string, DeclaredType> standIns,
        SortedDictionary<string, DeclaredType> real) =>
        standIns.SelectMany(one => one.Value.DifferencesFrom(real[one.Key]).Select(difference => $"{one.Key}: {difference}"));

    private static SortedDictionary<string, DeclaredType> ReadStandIns() => new(
        StandIns.SelectMany(one => DeclaredTypes.Read(DotNetPrograms.Publish(Path.Combine(Programs, one.Project), one.Project,
            file: one.Assembly))).ToDictionary(), StringComparer.Ordinal);
}
