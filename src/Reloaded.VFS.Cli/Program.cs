using Reloaded.VFS.Cli;
using Reloaded.VFS.Cli.Terminal;
using Reloaded.VFS.Interop.Win32;

SystemLibraries.UseSystemFolderOnly(typeof(System.Diagnostics.Process).Assembly);
TerminalText.Guard();
return Application.Run(args);
