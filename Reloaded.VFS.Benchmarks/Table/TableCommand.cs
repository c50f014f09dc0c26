using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;

namespace Reloaded.VFS.Benchmarks.Table;

/// <summary>The command <c>table</c>: the main table. The native image has only this command.</summary>
public static class TableCommand
{
    /// <summary>Creates the command.</summary>
    /// <param name="otherImage">
    /// Runs the same command in a native image with the given arguments, for the given processors, and returns its rows. Null in the native
    /// image.
    /// </param>
    public static Command Create(Func<IReadOnlyList<string>, ImageProcessor, IReadOnlyList<Row>>? otherImage = null)
    {
        var quick = new Option<bool>("--quick") { Description = "Less of everything: in under three minutes." };
        var folder = new Option<DirectoryInfo>("--folder") { Description = "A real folder, instead of the generated ones." };
        var only = new Option<string[]>("--only") { Description = "Some parts of it only.", AllowMultipleArgumentsPerToken = true };
        only.AcceptOnlyFromAmong([.. TableRun.Parts]);
        Option<FileInfo> json = RowOutput.CreateJsonOption();
        var image = new Option<string>("--image")
        {
            Description = "What is measured: jit, aot (the native image for Windows, under Wine on Linux), both, or images (the native "
                + "image as the DLL is, on a processor without AVX2, and compiled for processors with AVX2 only).",
            DefaultValueFactory = _ => "jit",
        };
        image.AcceptOnlyFromAmong("jit", "aot", "both", "images");
        folder.AcceptExistingOnly();
        Command command = new("table", "Every figure of the core beside what .NET's own library offers.") { quick, folder, only, json };
        if (otherImage is not null)
            command.Add(image);
        command.SetAction(result =>
        {
            var rows = new List<Row>();
            string[] parts = result.GetValue(only) ?? [];
            string? from = result.GetValue(folder)?.FullName;
            string kind = otherImage is null ? "jit" : result.GetValue(image)!;
            if (kind is "jit" or "both")
                rows.AddRange(TableRun.Create(result.GetValue(quick), from, Console.Error.WriteLine, parts).Measure());
            ImageProcessor[] images = kind switch
            {
                "jit" => [],
                "images" => Enum.GetValues<ImageProcessor>(),
                _ => [ImageProcessor.Any],
            };
            foreach (ImageProcessor processor in images)
            {
                rows.AddRange(
                    otherImage!([.. result.GetValue(quick) ? ["--quick"] : Array.Empty<string>(),
                        .. from is null ? [] : (string[])["--folder", from], .. parts.Length == 0 ? [] : (string[])["--only", .. parts]],
                        processor));
            }

            // Puts the same work in both images side by side.
            Row[] sorted = [.. rows.GroupBy(row => (row.Name, row.Parameters, row.AlternativeName)).SelectMany(group => group)];
            string arguments =
                $"{(result.GetValue(quick) ? " --quick" : "")}{(from is null ? "" : " --folder DIR")}"
                + $"{(kind == "jit" ? "" : $" --image {kind}")}{(parts.Length == 0 ? "" : $" --only {string.Join(' ', parts)}")}";
            return RowOutput.Write(result, json, Results.Of($"table{arguments}", sorted));
        });
        return command;
    }
}
