using System.CommandLine;
using Reloaded.VFS.Benchmarks;
using Reloaded.VFS.Benchmarks.Table;

ImageCode.Apply();
RootCommand root = new("The benchmarks' main table in a native image, compiled as the DLL is.") { TableCommand.Create() };
return root.Parse(args).Invoke();
