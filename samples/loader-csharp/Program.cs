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

ReloadedVfs.Start(args[1]);
ulong handle = ReloadedVfs.AddFolder(args[0], args[1]);
Console.WriteLine(File.ReadAllText(file).Trim());

ReloadedVfs.Remove(handle);
Console.WriteLine(File.ReadAllText(file).Trim());
return 0;
