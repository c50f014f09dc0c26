using Overlay;

// overlay SOURCE TARGET: mounts the folder SOURCE over the folder TARGET, both absolute, and reads through the mount.
if (args.Length != 2)
{
    Console.Error.WriteLine("usage: overlay SOURCE TARGET (two folders, absolute)");
    return 1;
}

if (!File.Exists(Path.Combine(AppContext.BaseDirectory, "reloaded_vfs.dll")))
{
    Console.Error.WriteLine("reloaded_vfs.dll isn't there: it belongs beside this program");
    return 1;
}

string file = Path.Combine(args[1], "data", "a.txt");
Console.WriteLine(File.ReadAllText(file).Trim());

// Both come before the start. In place is the default: what the program writes stays where it is.
ReloadedVfs.SetLog(level: 2, text => Console.Error.WriteLine(text));
ReloadedVfs.SetPolicy(overwrites: false);
ReloadedVfs.Start(args[1]);
ulong handle = ReloadedVfs.AddFolder(args[0], args[1]);
Console.WriteLine(File.ReadAllText(file).Trim());

// From here on, the process sees all that was changed on disk before.
ReloadedVfs.WaitReady(TimeSpan.FromSeconds(10));
foreach ((string path, string? mod) in ReloadedVfs.Enumerate(Path.GetDirectoryName(file)!))
    Console.WriteLine($"{Path.GetFileName(path)} of {mod ?? "the game"}");
Console.WriteLine($"{ReloadedVfs.CountLayers()} layer");
ulong hidden = ReloadedVfs.Hide(file);
Console.WriteLine(File.Exists(file) ? "there" : "hidden");
ReloadedVfs.Remove(hidden);

ReloadedVfs.Remove(handle);
Console.WriteLine(File.ReadAllText(file).Trim());
return 0;
