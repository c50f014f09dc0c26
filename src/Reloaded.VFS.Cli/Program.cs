using Reloaded.VFS.Cli;

return Application.Run(args);
