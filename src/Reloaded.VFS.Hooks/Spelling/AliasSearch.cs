using Reloaded.VFS.Interop.Win32;

namespace Reloaded.VFS.Hooks.Spelling;

/// <summary>
/// The search for other spellings of a folder: another drive letter, a volume's GUID, a device's name, Wine's Unix paths, an 8.3 name, a
/// link on the way to the folder.
/// </summary>
/// <param name="devices">The kernel's names of volumes; gets those that have no letter.</param>
internal sealed unsafe class AliasSearch(DeviceNames devices) : IAliasSource
{
    private const int MaxPath = 1024;

    private const string DeviceRoot = @"GLOBALROOT\Device", VolumeBeginning = "Volume{";

    public IReadOnlyList<string> RareBeginnings => [DeviceRoot + @"\", VolumeBeginning];

    public IReadOnlyList<FolderAlias> Find(string target)
    {
        var found = new List<FolderAlias>();
        if (!RealFiles.TryOpen(NtPath.FromCanonicalFolder(target), out nint handle))
            return found;
        Identity identity = Identity.Of(handle);
        string final = RealNames.Of(handle);
        if (final.Length == 0)
            devices.Add(RealNames.OfKernel(handle), target);
        RealFiles.Close(handle);
        if (final.Length > 0)
            found.Add(new FolderAlias(final, target));
        if (target.Length >= 2 && target[1] == ':')
        {
            // Names of the whole drive require no access to a folder.
            string drive = target[..2];
            foreach (string links in (string[])[@"??", "DosDevices", "GLOBAL??"])
                found.Add(new FolderAlias($@"GLOBALROOT\{links}\{drive}", drive));
            AddUnixPath(target, drive, found);
            AddShortPath(target, found);
            AddDrives(target, identity, found);
        }

        // The process's own paths, which may lead to the target through a link. Both paths share most folders.
        HashSet<string> asked = new(StringComparer.OrdinalIgnoreCase) { target };
        foreach (string? folder in (string?[])[Path.GetDirectoryName(Environment.ProcessPath), Environment.CurrentDirectory])
        {
            for (string? at = folder; at is not null; at = Path.GetDirectoryName(at))
            {
                if (TryCanonicalize(at) is { } canonical && asked.Add(canonical) && identity.IsThatOf(canonical))
                    found.Add(new FolderAlias(canonical, target));
            }
        }

        return found;
    }

    public IReadOnlyList<FolderAlias> FindRare(string target)
    {
        var found = new List<FolderAlias>();
        if (target.Length < 2 || target[1] != ':')
            return found;
        string drive = target[..2];
        if (devices.DeviceOf(char.ToUpperInvariant(target[0])) is { } device)
            found.Add(new FolderAlias($"GLOBALROOT{device}", drive));
        if (VolumeOf(drive) is { } volume)
            found.Add(new FolderAlias(volume, drive));
        return found;
    }

    /// <summary>Adds drive letters that lead to the target or to a folder above it.</summary>
    private static void AddDrives(string target, Identity identity, List<FolderAlias> found)
    {
        string[] parts = target.Split('\\');
        // Wine's server would be asked for each possible letter; its drives are folders, which can be examined without the server.
        uint drives = NtFunctions.IsWine ? uint.MaxValue : Kernel32.GetLogicalDrives();
        for (char letter = 'A'; letter <= 'Z'; letter++)
        {
            if ((drives >> (letter - 'A') & 1) == 0 || letter == char.ToUpperInvariant(target[0]) || !MayLead(letter, target[0]))
                continue;
            for (int first = 1; first <= parts.Length; first++)
            {
                string candidate = string.Join('\\', [$"{letter}:", .. parts[first..]]);
                if (identity.IsThatOf(candidate))
                    found.Add(new FolderAlias(candidate, target));
            }
        }
    }

    /// <summary>
    /// Determines whether a drive exists and may be examined. Wine's drives are folders of the Unix system, and Wine answers a query for a
    /// drive's type from another process, so the type isn't queried.
    /// </summary>
    private static bool MayLead(char letter, char own)
    {
        if (NtFunctions.IsWine)
            return RealFiles.IsFolder(NtPath.FromCanonicalFolder($"{letter}:"));
        // An unavailable network drive may take seconds to fail. Windows may ask the user for a medium; a letter for a folder of another
        // drive has that drive's type.
        DriveType type = Kernel32.GetDriveTypeW($@"{letter}:\");
        return type is DriveType.Fixed or DriveType.Ram
            || (type == DriveType.Removable && Kernel32.GetDriveTypeW($@"{own}:\") == DriveType.Removable);
    }

    private static void AddShortPath(string target, List<FolderAlias> found)
    {
        if (NtFunctions.IsWine)
        {
            AddWineShortPath(target, found);
            return;
        }

        char* text = stackalloc char[MaxPath];
        uint length = Kernel32.GetShortPathNameW(target, text, MaxPath);
        if (length is > 0 and < MaxPath && TryCanonicalize(new string(text, 0, (int)length)) is { } canonical)
            AddShortNames(target, canonical.Split('\\'), found);
    }

    /// <summary>
    /// Adds each of the target's folders with its 8.3 name, below parent folders with their own names: programs mix short and long names.
    /// </summary>
    private static void AddShortNames(string target, string[] names, List<FolderAlias> found)
    {
        string[] own = target.Split('\\');
        if (own.Length != names.Length)
        {
            found.Add(new FolderAlias(string.Join('\\', names), target));
            return;
        }

        for (int i = 1; i < own.Length; i++)
        {
            string above = string.Join('\\', own[..i]);
            if (!CaseFolding.Equals(own[i], names[i]))
                found.Add(new FolderAlias($@"{above}\{names[i]}", $@"{above}\{own[i]}"));
        }
    }

    /// <summary>
    /// Finds short names like <c>GetShortPathName</c>, which also searches for names that have no other one: four requests to the server
    /// for each.
    /// </summary>
    private static void AddWineShortPath(string target, List<FolderAlias> found)
    {
        string[] parts = target.Split('\\');
        string folder = NtPath.FromCanonicalFolder(parts[0]);
        for (int i = 1; i < parts.Length; i++)
        {
            string name = parts[i];
            if (!ShortName.IsOwn(name))
                parts[i] = RealDisk.FindShortName(folder, name) ?? name;
            folder += name + '\\';
        }

        AddShortNames(target, parts, found);
    }

    /// <summary>Adds the path behind <c>\\?\</c> that has no drive letter (<c>unix\home\me\game</c>).</summary>
    private static void AddUnixPath(string target, string drive, List<FolderAlias> found)
    {
        if (UnixPathOf(target) is not { } path)
            return;
        // Usually the whole drive lies below one Unix folder; another name on the way is a link's.
        bool isBelowDrive = UnixPathOf(drive + @"\") is { } root && path.Length == root.Length + target.Length - drive.Length
            && path.StartsWith(root, StringComparison.Ordinal)
            && CaseFolding.Equals(path.AsSpan(root.Length), target.AsSpan(drive.Length));
        found.Add(isBelowDrive ? new FolderAlias(path[..^(target.Length - drive.Length)], drive) : new FolderAlias(path, target));
    }

    private static string? UnixPathOf(string canonical) =>
        WineFunctions.GetUnixFileName(canonical) is { } path ? string.Concat("unix", NtPath.WithoutBackslash(path.Replace('/', '\\'))) : null;

    private static string? VolumeOf(string drive)
    {
        const int length = 64;
        char* text = stackalloc char[length];
        // \\?\Volume{...}\
        return Kernel32.GetVolumeNameForVolumeMountPointW(drive + @"\", text, length) != 0
            ? NtPath.WithoutBackslash(new string(text).AsSpan(NtPath.Win32Prefix.Length)).ToString()
            : null;
    }

    public bool IsSame(string left, string right)
    {
        if (!RealFiles.TryOpen(NtPath.FromCanonicalFolder(left), out nint handle))
            return false;
        Identity identity = Identity.Of(handle);
        RealFiles.Close(handle);
        return identity.IsThatOf(right);
    }

    private static string? TryCanonicalize(string path)
    {
        try
        {
            return VirtualPath.Canonicalize(path);
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>The identity of a folder: its id on its volume and its times. Under Wine volumes have no numbers of their own.</summary>
    private readonly record struct Identity(long Id, long Created, long Written, long Changed)
    {
        public static Identity Of(nint handle) =>
            RealFiles.TryGetId(handle, out long id) && RealFiles.TryGetBasicInformation(handle, out FILE_BASIC_INFORMATION times)
                ? new Identity(id, times.CreationTime, times.LastWriteTime, times.ChangeTime)
                : default;

        public bool IsThatOf(string canonical)
        {
            if (this == default)
                return false;
            string path = NtPath.FromCanonicalFolder(canonical);
            // Most folders are others, and differ in their times, which need no handle, and under Wine no request to its server.
            if (!RealFiles.TryGetBasicInformation(path, out FILE_BASIC_INFORMATION times) || times.CreationTime != Created
                || times.LastWriteTime != Written || !RealFiles.TryOpen(path, out nint handle))
                return false;
            Identity other = Of(handle);
            RealFiles.Close(handle);
            return other == this;
        }
    }
}
