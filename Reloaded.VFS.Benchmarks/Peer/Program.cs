using System.CommandLine;
using Reloaded.VFS.Benchmarks.Measuring;
using Reloaded.VFS.Benchmarks.Peer;

var quick = new Option<bool>("--quick") { Description = "Less of everything." };
var only = new Option<string[]>("--only") { Description = "Some parts of it only.", AllowMultipleArgumentsPerToken = true };
only.AcceptOnlyFromAmong([.. PeerRun.Parts]);
var folder = new Option<DirectoryInfo>("--folder") { Description = "A real folder, instead of the generated ones." };
folder.AcceptExistingOnly();
Option<FileInfo> json = RowOutput.CreateJsonOption();
RootCommand root = new("The core beside the peer, in one run.") { quick, folder, only, json };
root.SetAction(result =>
{
    string[] parts = result.GetValue(only) ?? [];
    string? from = result.GetValue(folder)?.FullName;
    Row[] rows = [.. new PeerRun(result.GetValue(quick) ? Effort.Quick : Effort.Full, Console.Error.WriteLine, from, parts).Measure()];
    string arguments = $"{(result.GetValue(quick) ? " --quick" : "")}{(from is null ? "" : " --folder DIR")}{(parts.Length == 0 ? "" : $" --only {string.Join(' ', parts)}")}";
    return RowOutput.Write(result, json, Results.Of($"build/peer.sh PEER{arguments}", rows));
});
return root.Parse(args).Invoke();
