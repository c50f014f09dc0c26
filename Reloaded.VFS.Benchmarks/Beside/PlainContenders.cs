using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Reloaded.VFS.Testing;

namespace Reloaded.VFS.Benchmarks.Beside;

/// <summary>The folder into which the mods were copied: what all others are compared with.</summary>
internal sealed class MergedCopy() : BesideContender(Title)
{
    /// <summary>The contender's name.</summary>
    public const string Title = "merged folder";

    private string _folder = "";

    /// <inheritdoc/>
    public override void Prepare(BesidePlace place, string own)
    {
        _folder = own;
        place.Set.CreateGame(own);
        for (int mod = 0; mod < place.Set.Mods; mod++)
            place.Set.AddMod(own, mod);
    }

    /// <inheritdoc/>
    public override GameResult Run(IReadOnlyList<string> arguments) => GameProcess.Run(Path.Combine(_folder, BesideSet.Program), arguments);
}

/// <summary>Hard links in the game's folder, as managers make them that deploy mods before a start and purge them afterwards.</summary>
internal sealed partial class HardLinks() : BesideContender("hard links")
{
    private readonly Stack<string> _links = [], _folders = [];
    private readonly Stack<(string File, string Kept)> _kept = [];
    private BesidePlace? _place;
    private string _folder = "", _aside = "";

    /// <inheritdoc/>
    public override void Prepare(BesidePlace place, string own)
    {
        (_place, _folder, _aside) = (place, Path.Combine(own, "game"), Path.Combine(own, "aside"));
        place.Set.CreateGame(_folder);
        Directory.CreateDirectory(_aside);
    }

    /// <inheritdoc/>
    public override TimeSpan? SetUp()
    {
        long began = Stopwatch.GetTimestamp();
        // From the highest mod on: the first file of a name wins.
        HashSet<string> linked = [];
        foreach (string mod in _place!.Mods.Reverse())
        {
            foreach (string file in Directory.EnumerateFiles(mod, "*", SearchOption.AllDirectories))
            {
                string path = file[(mod.Length + 1)..];
                if (linked.Add(path))
                    Deploy(file, Path.Combine(_folder, path));
            }
        }

        return Stopwatch.GetElapsedTime(began);
    }

    /// <inheritdoc/>
    public override GameResult Run(IReadOnlyList<string> arguments) => GameProcess.Run(Path.Combine(_folder, BesideSet.Program), arguments);

    /// <inheritdoc/>
    public override TimeSpan? TakeDown()
    {
        long began = Stopwatch.GetTimestamp();
        while (_links.TryPop(out string? link))
            File.Delete(link);
        while (_kept.TryPop(out (string File, string Kept) own))
            File.Move(own.Kept, own.File);
        while (_folders.TryPop(out string? folder))
            Directory.Delete(folder);
        return Stopwatch.GetElapsedTime(began);
    }

    private void Deploy(string file, string to)
    {
        CreateFolder(Path.GetDirectoryName(to)!);
        if (File.Exists(to))
        {
            string kept = Path.Combine(_aside, $"{_kept.Count}");
            File.Move(to, kept);
            _kept.Push((to, kept));
        }

        int failed = OperatingSystem.IsWindows() ? LinkOnWindows(to, file, 0) == 0 ? 1 : 0 : LinkOnLinux(file, to);
        if (failed != 0)
            throw new IOException($"'{file}' can't be linked to '{to}'", new Win32Exception());
        _links.Push(to);
    }

    private void CreateFolder(string folder)
    {
        if (Directory.Exists(folder))
            return;
        CreateFolder(Path.GetDirectoryName(folder)!);
        Directory.CreateDirectory(folder);
        _folders.Push(folder);
    }

    [LibraryImport("libc", EntryPoint = "link", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int LinkOnLinux(string file, string link);

    [LibraryImport("kernel32", EntryPoint = "CreateHardLinkW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial int LinkOnWindows(string link, string file, nint security);
}

/// <summary>This project's own way: <c>rvfs run</c> with the mods in a folder beside the game.</summary>
internal sealed class Rvfs() : BesideContender(Title)
{
    /// <summary>The contender's name.</summary>
    public const string Title = "rvfs";

    private BesidePlace? _place;

    /// <inheritdoc/>
    public override string? WhyMissing() => PublishedArtifacts.WhyMissing();

    /// <inheritdoc/>
    public override void Prepare(BesidePlace place, string own) => _place = place;

    /// <inheritdoc/>
    public override GameResult Run(IReadOnlyList<string> arguments) => GameProcess.Run(Path.Combine(_place!.Game, BesideSet.Program),
        arguments, new GameOptions { Vfs = true, VfsArguments = ["--mods", _place.AllMods] });
}

/// <summary>usvfs, of a Mod Organizer that the user has. The game's program calls it as its header says.</summary>
/// <param name="dll"><c>usvfs_x64.dll</c>, or null.</param>
internal sealed class Usvfs(FileInfo? dll) : BesideContender("usvfs")
{
    private BesidePlace? _place;

    /// <inheritdoc/>
    public override string? WhyMissing() => dll is null ? "no DLL is named: --usvfs DLL, the usvfs_x64.dll of an installed Mod Organizer"
        : dll.Exists ? null
        : $"there is no {dll.FullName}";

    /// <inheritdoc/>
    public override void Prepare(BesidePlace place, string own) => _place = place;

    /// <inheritdoc/>
    public override GameResult Run(IReadOnlyList<string> arguments)
    {
        string program = Path.Combine(_place!.Game, BesideSet.Program);
        return GameProcess.Run(program,
        [
            "usvfs", WinePrefix.ToWindows(dll!.FullName), WinePrefix.ToWindows(_place.Game), WinePrefix.ToWindows(_place.AllMods),
            $"{_place.Set.Mods}", WinePrefix.ToWindows(program), .. arguments,
        ]);
    }
}
