using System.CommandLine;
using System.Diagnostics;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Peer;

var quick = new Option<bool>("--quick") { Description = "Less of everything." };
var only = new Option<string[]>("--only") { Description = "Some parts of it only.", AllowMultipleArgumentsPerToken = true };
only.AcceptOnlyFromAmong([.. PeerRun.Parts]);
var folder = new Option<DirectoryInfo>("--folder") { Description = "A real folder, instead of the generated ones." };
folder.AcceptExistingOnly();
var tree = new Option<string>("--tree")
{
    Description = "One of the generated trees only, in this process. Otherwise each has a process of its own.",
};
tree.AcceptOnlyFromAmong([.. PeerRun.Shapes.Select(shape => shape.Name)]);
Option<FileInfo> json = RowOutput.CreateJsonOption();
RootCommand root = new("The core beside the peer, in one run.") { quick, folder, tree, only, json };
root.SetAction(result =>
{
    string[] parts = result.GetValue(only) ?? [];
    string[] shared = [.. result.GetValue(quick) ? ["--quick"] : Array.Empty<string>(),
        .. parts.Length == 0 ? [] : (string[])["--only", .. parts]];
    string? from = result.GetValue(folder)?.FullName, shape = result.GetValue(tree);
    Row[] rows = from is null && shape is null
        ? [.. PeerRun.Shapes.SelectMany(each => MeasureApart(["--tree", each.Name, .. shared]))]
        : [.. new PeerRun(result.GetValue(quick) ? Effort.Quick : Effort.Full, Console.Error.WriteLine, from, shape, parts).Measure()];
    string arguments = string.Join(' ',
        (string[])["build/peer.sh PEER", .. from is null ? [] : (string[])["--folder", from],
            .. shape is null ? [] : (string[])["--tree", shape], .. shared]);
    return RowOutput.Write(result, json, Results.Of(arguments, rows));
});
return root.Parse(args).Invoke();

// A process for each tree, so that no tree runs on a heap used by another.
static IReadOnlyList<Row> MeasureApart(string[] arguments)
{
    string file = Path.GetTempFileName();
    try
    {
        string[] words = [typeof(PeerRun).Assembly.Location, .. arguments, "--json", file];
        using Process process = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, words) { RedirectStandardOutput = true })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0
            ? Results.Read(file).Rows
            : throw new InvalidOperationException($"{string.Join(' ', arguments)} ended with status {process.ExitCode}.");
    }
    finally
    {
        File.Delete(file);
    }
}
