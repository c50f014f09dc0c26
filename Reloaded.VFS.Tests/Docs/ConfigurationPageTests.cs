using System.Globalization;
using System.Text;
using Reloaded.VFS.Mods.Configuration;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Tests.Docs;

/// <summary>Tests that the table of docs/configuration.md agrees with the reader of rvfs.json.</summary>
public sealed class ConfigurationPageTests
{
    private static readonly VfsConfiguration Nothing = new();

    [Fact]
    public void TheTableHasTheKeysThatTheReaderKnows() =>
        Assert.Equal(KeysOfTheReader().Order(StringComparer.Ordinal), Rows().Keys.Order(StringComparer.Ordinal));

    [Fact]
    public void TheDefaultsAreTheCodes()
    {
        Dictionary<string, string> rows = Rows(), defaults = new()
        {
            ["mods"] = Folder(Nothing.WithDefaults("game").Mods!) + " in the first target that is there",
            ["overwrite"] = Folder(OverwritePlaces.DefaultOf("game")) + " in the first target",
            ["writes"] = Choice(Nothing.Writes),
            ["names"] = Choice(Nothing.Names),
            ["onError"] = Choice(Nothing.OnError),
            ["largestCopy"] = Code(Nothing.LargestCopy.ToString(CultureInfo.InvariantCulture)),
            ["undo"] = Switch(Nothing.Undo),
            ["offline"] = Switch(Nothing.Offline),
            ["autostart"] = Switch(Nothing.Autostart),
        };
        Assert.All(defaults, expected => Assert.Equal((expected.Key, expected.Value), (expected.Key, rows[expected.Key])));
    }

    [Theory]
    [InlineData("set")]
    [InlineData("include")]
    [InlineData("map")]
    [InlineData("inPlace")]
    [InlineData("log")]
    public void WhatHasNoDefaultSaysSo(string key)
    {
        object? value = typeof(VfsConfiguration).GetProperty(char.ToUpperInvariant(key[0]) + key[1..])!.GetValue(Nothing);
        Assert.True(value is null or System.Collections.ICollection { Count: 0 }, key);
        Assert.Equal("none", Rows()[key]);
    }

    private static string Folder(string path) => Code(path["game".Length..].TrimStart(Path.DirectorySeparatorChar).Replace('\\', '/'));

    private static string Choice<T>(T value)
        where T : struct, Enum =>
        Code($"\"{value.ToString().ToLowerInvariant()}\"");

    private static string Switch(bool value) => Code(value ? "true" : "false");

    private static string Code(string text) => $"`{text}`";

    /// <summary>Returns the keys in the reader's message about an unknown key.</summary>
    private static string[] KeysOfTheReader()
    {
        string file = Path.Combine(Path.GetTempPath(), "rvfs.json");
        string fix = Assert.Single(ConfigurationReader.Parse(Encoding.UTF8.GetBytes("{ \"zzzzzzzzzzzz\": 1 }"), file).Diagnostics).Fix!;
        const string Begin = "the keys are ";
        return fix[(fix.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length)..].Split(", ");
    }

    /// <summary>Returns each key's default from the table.</summary>
    private static Dictionary<string, string> Rows() => File.ReadLines(Path.Combine(RepositoryFolders.Root, "docs", "configuration.md"))
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
        .Select(line => line.Split(" | "))
        .ToDictionary(cells => cells[0][2..].Trim('`', ' '), cells => cells[2]);
}
