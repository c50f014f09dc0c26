using Overlay;

// overlay SOURCE TARGET: lays the folder SOURCE over the folder TARGET, both absolute, and reads through it.
if (args.Length != 2)
    return 1;
string file = Path.Combine(args[1], "data", "a.txt");
Console.WriteLine(File.ReadAllText(file).Trim());

ReloadedVfs.Start(args[1]);
ulong handle = ReloadedVfs.AddFolder(args[0], args[1]);
Console.WriteLine(File.ReadAllText(file).Trim());

ReloadedVfs.Remove(handle);
Console.WriteLine(File.ReadAllText(file).Trim());
return 0;
