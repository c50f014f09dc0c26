using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Interop.Win32;

SystemLibraries.UseSystemFolderOnly(typeof(System.Diagnostics.Process).Assembly);
// Under Wine the output goes to Linux.
TerminalText.Guard(WineFunctions.IsWine ? "\n" : null);
return Application.Run(args);
