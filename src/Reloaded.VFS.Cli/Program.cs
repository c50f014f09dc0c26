using Reloaded.VFS.Cli;
using Reloaded.VFS.Loader;

SystemLibraries.UseSystemFolderOnly(typeof(System.Diagnostics.Process).Assembly);
return Application.Run(args);
