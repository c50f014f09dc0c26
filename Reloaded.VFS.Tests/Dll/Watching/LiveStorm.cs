namespace Reloaded.VFS.Tests.Dll.Watching;

/// <summary>
/// Creates, renames and deletes files and folders as fast as this system can: the counterpart of <c>live storm</c> (Native/live/live.c).
/// </summary>
internal static class LiveStorm
{
    public static void Run(string folder, int times, int seed)
    {
        var random = new Random(seed);
        for (int i = 0; i < times; i++)
        {
            string path = Path.Combine(folder, $"d{random.Next(40)}", $"f{random.Next(100)}.txt");
            string other = Path.Combine(folder, $"d{random.Next(40)}", $"f{random.Next(100)}.txt");
            try
            {
                switch (random.Next(10))
                {
                    case < 5:
                        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                        File.WriteAllText(path, $"{i}");
                        break;
                    case < 7:
                        File.Move(path, other, overwrite: true);
                        break;
                    case < 9:
                        File.Delete(path);
                        break;
                    default:
                        if (random.Next(20) == 0)
                            Directory.Move(Path.GetDirectoryName(path)!, Path.GetDirectoryName(other)!);
                        break;
                }
            }
            catch (IOException)
            {
                // The name is missing, or already exists: a storm doesn't check before it acts.
            }
        }
    }
}
