using Reloaded.VFS.Cli;
using Reloaded.VFS.Interop.Win32;

SystemLibraries.UseSystemFolderOnly(typeof(System.Diagnostics.Process).Assembly);
return Application.Run(args);
