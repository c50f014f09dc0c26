using System.Text;
using Reloaded.VFS.Hooks;
using Reloaded.VFS.Hooks.Gates;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Layout;

/// <summary>
/// Tests of every constant of the C sources against its twin in C# or in Windows' headers. A new constant needs a row in
/// <see cref="ConstantTwins"/>.
/// </summary>
public sealed class SharedConstantsTests
{
    private static readonly string Root = RepositoryFolders.Root;

    private static readonly string[] Folders =
    [
        Path.Combine(Root, "src", "Reloaded.VFS.Hooks", "Native"),
        Path.Combine(Root, "src", "Reloaded.VFS.Dll", "Native"),
        Path.Combine(Root, "src", "Reloaded.VFS.Dll", "CoreClr"),
        Path.Combine(Root, "src", "Reloaded.VFS.Dll", "Proxy"),
        Path.Combine(Root, "src", "Reloaded.VFS", "Native"),
    ];

    private static readonly string Header = Path.Combine(Root, "src", "Reloaded.VFS.Dll", "reloaded_vfs.h");

    // One compilation for all sources, because Windows' headers take a second.
    private static readonly Lazy<IReadOnlyDictionary<string, ulong>> s_windows = new(() =>
    {
        string[] expressions =
            [.. ConstantTwins.Files.SelectMany(ConstantTwins.Of).Select(twin => twin.InWindows).OfType<string>().Distinct()];
        return expressions.Zip(NativeConstants.EvaluateWindows(expressions)).ToDictionary(pair => pair.First, pair => pair.Second);
    });

    public static TheoryData<string> Sources() =>
        [.. All().Select(file => Path.GetRelativePath(Root, file).Replace(Path.DirectorySeparatorChar, '/'))];

    [Theory]
    [MemberData(nameof(Sources))]
    public void EveryConstantOfASourceHasARow(string source)
    {
        IReadOnlyList<string> names = NativeConstants.NamesIn(Path.Combine(Root, source));
        Assert.Equal(names.Order(StringComparer.Ordinal), ConstantTwins.Of(source).Select(twin => twin.InC).Order(StringComparer.Ordinal));
    }

    [RealProcessTheory(Needs.Published)]
    [MemberData(nameof(Sources))]
    public void ItsTwinInCSharpHasItsValue(string source)
    {
        ConstantTwin[] twins = [.. ConstantTwins.Of(source).Where(twin => twin.InCSharp is not null)];
        IReadOnlyDictionary<string, ulong> constants = ManagedConstants.Read();
        AssertEqual(source, twins, [.. twins.Select(twin => constants[twin.InCSharp!])]);
    }

    [RealProcessTheory(Needs.WindowsPrograms)]
    [MemberData(nameof(Sources))]
    public void ItsValueIsWindowsOwn(string source)
    {
        ConstantTwin[] twins = [.. ConstantTwins.Of(source).Where(twin => twin.InWindows is not null)];
        AssertEqual(source, twins, [.. twins.Select(twin => s_windows.Value[twin.InWindows!])]);
    }

    /// <summary>The gates' indices are those of the managed list, which is generated from the same table.</summary>
    [RealProcessFact(Needs.WindowsPrograms)]
    public void EveryGateHasTheSamePlaceOnBothSides()
    {
        string[] names = Enum.GetNames<GateIndex>();
        string[] inC = [.. names.Select(name => name == nameof(GateIndex.Count) ? "GATE_COUNT" : "GATE_" + name)];
        IReadOnlyList<ulong> values = NativeConstants.Evaluate(Path.Combine(Folders[0], "gate.h"), inC);
        Assert.Equal(names.Select(name => (name, (ulong)Enum.Parse<GateIndex>(name))), names.Zip(values));
        Assert.Equal(names[..^1], HookedFunction.All.Select(function => function.Name));
    }

    /// <summary>Each row names an existing file and an existing constant.</summary>
    [Fact]
    public void EveryRowIsOfASource()
    {
        HashSet<string> files = [.. All().Select(ConstantTwins.NameOf)];
        Assert.All(ConstantTwins.Files, file => Assert.Contains(file, files));
    }

    private static void AssertEqual(string source, ConstantTwin[] twins, IReadOnlyList<ulong> expected)
    {
        if (twins.Length == 0)
            return;
        IReadOnlyList<ulong> actual = NativeConstants.Evaluate(Path.Combine(Root, source), [.. twins.Select(twin => twin.InC)]);
        Assert.Equal(Lines(twins, expected, actual, ofC: false), Lines(twins, expected, actual, ofC: true));
    }

    // A status is negative on one side and a large number on the other: if one side has 32 bits, the other's upper half is only its sign.
    private static string Lines(ConstantTwin[] twins, IReadOnlyList<ulong> expected, IReadOnlyList<ulong> actual, bool ofC)
    {
        var text = new StringBuilder();
        for (int i = 0; i < twins.Length; i++)
        {
            ulong mask = IsShort(expected[i]) && IsShort(actual[i]) ? uint.MaxValue : ulong.MaxValue;
            text.AppendLine($"{twins[i].InC} = 0x{(ofC ? actual[i] : expected[i]) & mask:X}");
        }

        return text.ToString();
    }

    private static bool IsShort(ulong value) => value >> 32 == 0 || (long)value is >= int.MinValue and < 0;

    private static IEnumerable<string> All() =>
        Folders.SelectMany(folder => Directory.GetFiles(folder, "*.c").Concat(Directory.GetFiles(folder, "*.h"))).Append(Header);
}
