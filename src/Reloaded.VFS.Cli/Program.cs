using Reloaded.VFS.Cli;
using Reloaded.VFS.Interop.Entering;

SystemLibraries.UseSystemFolderOnly(typeof(System.Diagnostics.Process).Assembly);
// Under Wine the output goes to Linux.
TerminalText.Guard(WineFunctions.IsWine ? "\n" : null);
// Not a command: the DLL in a 32-bit game starts this program so for a 64-bit one.
return OperatingSystem.IsWindows() && args is [EntryHelper.Command, var parent, var request]
    ? EntryHelper.Run(parent, request, Path.Combine(LauncherFolder.Path, OwnNames.Dll))
    : Application.Run(args);
