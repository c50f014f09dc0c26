using System.Buffers.Text;

namespace Reloaded.VFS.Cli.Materialising;

/// <summary>A file that rvfs has put into a materialised folder. Immutable.</summary>
/// <param name="IsCopy">True if the file is a copy, and not a second name of its source.</param>
/// <param name="Made">The file's state when it was made.</param>
/// <param name="Source">The state of the source at that time.</param>
/// <param name="SourceFolder">The folder of the source, a host path.</param>
/// <param name="SourceName">The name of the source in that folder.</param>
internal sealed record MaterialFile(bool IsCopy, NameState Made, NameState Source, string SourceFolder, string SourceName)
{
    /// <summary>Gets the name that the file was given, in that letter case.</summary>
    public string Name { get; init; } = "";

    /// <summary>Gets a value indicating whether the source is a link, whose file may change without a change in its folder.</summary>
    public bool IsBehindLink { get; init; }

    public string SourcePath => Path.Join(SourceFolder, SourceName);

    /// <summary>Determines whether a name is still a second name of the source, whatever was written into the file since.</summary>
    /// <param name="now">The current state of the name.</param>
    public bool IsLinkedTo(in NameState now) => !IsCopy && now.Kind == NameKind.File && now.Number == Made.Number
        && NameState.Behind(SourcePath) is { Kind: NameKind.File } source && source.Number == now.Number;
}

/// <summary>A folder that rvfs has made in a materialised folder.</summary>
internal sealed class MaterialFolder
{
    private readonly Dictionary<string, MaterialFile> _files = new(NameComparer.Instance);

    /// <summary>
    /// Gets or sets the time of last write that the folder was given when its content was complete; 0 if it wasn't given one. While the
    /// folder has this time, nothing in it was made, deleted or renamed.
    /// </summary>
    public long Time { get; set; }

    /// <summary>Gets or sets the sources of the content, or null if they aren't known or the content isn't complete.</summary>
    public FolderPlan? Plan { get; set; }

    /// <summary>Gets the files in the folder by name. Their lines in the manifest are read when they are first asked for.</summary>
    /// <exception cref="CliException">A line can't be understood.</exception>
    public Dictionary<string, MaterialFile> Files
    {
        get
        {
            lock (_files)
            {
                (Action<MaterialFolder>? read, Read) = (Read, null);
                read?.Invoke(this);
                return _files;
            }
        }
    }

    public int Count => Read is null || Parts != 1 ? Files.Count : Lines.Sum(range => range.Count);

    /// <summary>Gets or sets a value indicating whether a file was made as a copy.</summary>
    public bool HasCopies { get; set; }

    /// <summary>Gets or sets the reader of the lines, or null once they are read.</summary>
    internal Action<MaterialFolder>? Read { get; set; }

    /// <summary>Gets the places of the manifest's lines about files, each with the number of lines.</summary>
    internal List<(int Start, int End, int Count)> Lines { get; } = [];

    /// <summary>Gets or sets the number of runs of lines about the folder's files. If it is 1, no file was noted twice.</summary>
    internal int Parts { get; set; }
}

/// <summary>
/// The record of what rvfs has made in a materialised folder: the file <c>rvfs/materialised</c> in it, to which lines are added.
/// </summary>
/// <remarks>
/// A line is written before the name is made, so that a killed call leaves no name that isn't recorded. Paths in a materialised folder have
/// slashes.
/// </remarks>
internal sealed class MaterialManifest : IDisposable
{
    private const string FileName = "materialised", Format = "rvfs-materialised 1";
    private const byte Tab = (byte)'\t', LineEnd = (byte)'\n';

    private static readonly UTF8Encoding s_encoding = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly Dictionary<string, MaterialFolder> _folders = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _sources = new(StringComparer.Ordinal);
    private readonly List<string> _sourceNames = [];
    private readonly Dictionary<string, ulong> _sourceNumbers = new(StringComparer.Ordinal);
    private readonly HashSet<string> _checkedSources = new(StringComparer.Ordinal);
    private readonly Stream _stream;
    private readonly string _root;
    private byte[] _buffer = new byte[64 * 1024];
    private int _length, _lines;
    private bool _isOutdated;
    private string? _current;
    private byte[] _text = [];
    private bool _isSamePart;

    private MaterialManifest(string root, Stream stream) => (_root, _stream) = (root, stream);

    /// <summary>
    /// Gets the folders that rvfs has made, by their paths below the materialised folder, in the letter case on disk. The materialised
    /// folder itself has an empty path.
    /// </summary>
    public IReadOnlyDictionary<string, MaterialFolder> Folders => _folders;

    /// <summary>Gets the game's folders, each with the name of the folder that stands for it, empty if there is only one.</summary>
    public IReadOnlyList<(string Name, string Target)> Targets { get; private set; } = [];

    /// <summary>Gets the patterns of files that are copied besides the usual ones.</summary>
    public IReadOnlyList<string> Copied { get; private set; } = [];

    /// <summary>Gets a value indicating whether rvfs has also made the materialised folder itself.</summary>
    public bool HasMadeRoot { get; private set; }

    /// <summary>Gets or sets a value indicating whether noted files are in <see cref="Folders"/>, too, and not just in the file.</summary>
    public bool RemembersFiles { get; set; } = true;

    /// <summary>Gets a value indicating whether the last call was completed.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>Gets the time at which the last complete call began to read the mods, as a FILETIME.</summary>
    public long Time { get; private set; }

    public static string FileOf(string root) => Path.Combine(root, VfsConfiguration.FolderName, FileName);

    /// <summary>Returns the path of a file that is about to be given its name in a materialised folder.</summary>
    public static string TemporaryOf(string root) => Path.Combine(root, VfsConfiguration.FolderName, "arriving");

    /// <summary>Opens the manifest of a materialised folder exclusively.</summary>
    /// <exception cref="CliException">The folder has no manifest, another call uses it, or it is of another version.</exception>
    public static MaterialManifest Open(string root)
    {
        string file = FileOf(root);
        if (DiskRemoval.IsLink(file) || DiskRemoval.IsLink(Path.GetDirectoryName(file)!) || !File.Exists(file))
            throw new CliException(ExitCodes.NothingFound, $"'{root}' isn't a folder that rvfs has materialised.");
        MaterialManifest manifest = new(root, OpenStream(file));
        try
        {
            byte[] text = new byte[manifest._stream.Length];
            manifest._stream.ReadExactly(text);
            manifest._text = text;
            manifest.Read(text);
            return manifest;
        }
        catch
        {
            manifest.Dispose();
            throw;
        }
    }

    /// <summary>Creates the manifest in an empty folder, completely or not at all.</summary>
    /// <param name="root">The folder.</param>
    /// <param name="hasMadeRoot">True if rvfs has made the folder.</param>
    public static MaterialManifest Create(string root, bool hasMadeRoot, IReadOnlyList<(string Name, string Target)> targets)
    {
        using (var head = new MemoryStream())
        {
            MaterialManifest manifest = new(root, head) { HasMadeRoot = hasMadeRoot, Targets = targets };
            manifest.WriteHead();
            manifest.Flush();
            AtomicFile.Write(FileOf(root), head.ToArray(), outlivesPowerCut: false);
        }

        return Open(root);
    }

    /// <summary>Determines whether a folder is empty, except for what a call that was killed at its beginning has left.</summary>
    public static bool IsUnused(string root)
    {
        string own = Path.Combine(root, VfsConfiguration.FolderName);
        return Directory.EnumerateFileSystemEntries(root).All(entry => entry == own && !DiskRemoval.IsLink(own) && Directory.Exists(own)
            && Directory.EnumerateFileSystemEntries(own).All(left => IsLeft(root, left)));
    }

    /// <summary>Determines whether a file is one that a killed call has left beside the manifest.</summary>
    private static bool IsLeft(string root, string file) => file == TemporaryOf(root) || AtomicFile.IsLeftOf(FileOf(root), file)
        || (file.StartsWith(TemporaryOf(root) + '-', StringComparison.Ordinal) && HideMarker.IsMarker(Path.GetFileName(file)));

    /// <summary>Records the patterns of files that are copied besides the usual ones.</summary>
    public void SetCopied(IReadOnlyList<string> patterns)
    {
        Copied = patterns;
        foreach (string pattern in patterns)
            Line('C').Field(pattern).End();
    }

    /// <summary>Notes that a call begins: from now on, a missing name was perhaps never made.</summary>
    public void Begin()
    {
        IsComplete = false;
        Line('B').End();
        Flush();
    }

    /// <summary>Notes that a call is complete.</summary>
    /// <param name="time">The time at which it began to read the mods.</param>
    public void Complete(long time)
    {
        (IsComplete, Time) = (true, time);
        Line('E').Field(time).End();
        Flush();
        // Once most lines are outdated, the file is written anew.
        _isOutdated = RemembersFiles && _lines > 1000
            && _lines > 2 * ((3 * _folders.Count) + _folders.Values.Sum(folder => folder.Count));
    }

    /// <summary>Notes a folder that is about to be made, or the time that it is about to be given.</summary>
    public MaterialFolder SetFolder(string path, long time)
    {
        MaterialFolder folder = Set(path, time);
        _current = path;
        Line('F').Field(path).Field(time).End();
        return folder;
    }

    /// <summary>Notes the sources of a folder's content, which is complete.</summary>
    public void SetPlan(string path, FolderPlan plan)
    {
        _folders[path].Plan = plan;
        Line('P').Field(path).Field((long)plan.Hash).Field(plan.Own ?? "").End();
    }

    private MaterialFolder Set(string path, long time)
    {
        if (!_folders.TryGetValue(path, out MaterialFolder? folder))
            _folders.Add(path, folder = new MaterialFolder());
        // As soon as something in the folder is about to be changed, its content isn't complete.
        (folder.Time, folder.Plan) = (time, time == 0 ? null : folder.Plan);
        return folder;
    }

    /// <summary>Notes a file that is about to be put into a folder, which must be known.</summary>
    public void AddFile(string path, string name, MaterialFile file)
    {
        Enter(path);
        if (RemembersFiles)
        {
            MaterialFolder folder = _folders[path];
            folder.Files[name] = file with { Name = name };
            folder.HasCopies |= file.IsCopy;
        }

        WriteFile(name, file);
    }

    /// <summary>Notes that a file is no longer rvfs's.</summary>
    public void RemoveFile(string path, string name)
    {
        if (!_folders.TryGetValue(path, out MaterialFolder? folder) || !folder.Files.Remove(name))
            return;
        folder.Plan = null;
        Enter(path);
        Line('-').Field(name).End();
    }

    /// <summary>Notes that a folder is no longer rvfs's, nor is what was in it.</summary>
    public void RemoveFolder(string path)
    {
        if (Forget(path))
            Line('R').Field(path).End();
        _current = null;
    }

    private bool Forget(string path)
    {
        if (_folders.TryGetValue(MaterialPaths.ParentOf(path), out MaterialFolder? around))
            around.Plan = null;
        return _folders.Remove(path);
    }

    /// <summary>Returns the number that the folder of a source had, or 0 if the folder isn't known.</summary>
    public ulong SourceNumberOf(string folder) => _sourceNumbers.GetValueOrDefault(folder);

    /// <summary>Passes everything that was noted to the system, so that it isn't lost if this process ends.</summary>
    public void Flush()
    {
        if (_length == 0)
            return;
        _stream.Write(_buffer, 0, _length);
        _length = 0;
    }

    public void Dispose()
    {
        Flush();
        _stream.Dispose();
        if (_isOutdated)
            Compact();
    }

    /// <summary>Deletes the manifest and the folder that it lies in.</summary>
    public void Delete()
    {
        (_length, _isOutdated) = (0, false);
        _stream.Dispose();
        DiskRemoval.DeleteFile(FileOf(_root));
        string own = Path.Combine(_root, VfsConfiguration.FolderName);
        foreach (string left in Directory.GetFiles(own).Where(file => IsLeft(_root, file)))
            DiskRemoval.TryDeleteFile(left);
        if (!Directory.EnumerateFileSystemEntries(own).Any())
            DiskRemoval.DeleteEmptyFolder(own);
    }

    /// <summary>Deletes the materialised folder itself if it is empty.</summary>
    public static void DeleteRoot(string root) => DiskRemoval.DeleteEmptyFolder(root);

    private static FileStream OpenStream(string file)
    {
        try
        {
            return new FileStream(file, FileMode.Open, FileAccess.ReadWrite, FileShare.None, bufferSize: 0);
        }
        catch (IOException) when (File.Exists(file))
        {
            throw new CliException($"Another rvfs works at '{Path.GetDirectoryName(Path.GetDirectoryName(file))}'.",
                "Wait until it has ended.");
        }
    }

    private void WriteHead()
    {
        Text(Format).End();
        if (HasMadeRoot)
            Line('N').End();
        foreach ((string name, string target) in Targets)
            Line('T').Field(name).Field(target).End();
    }

    private void Compact()
    {
        using var text = new MemoryStream();
        MaterialManifest copy = new(_root, text) { HasMadeRoot = HasMadeRoot, Targets = Targets };
        copy.WriteHead();
        copy.SetCopied(Copied);
        foreach ((string path, MaterialFolder folder) in _folders)
        {
            copy.SetFolder(path, folder.Time);
            foreach ((string name, MaterialFile one) in folder.Files)
                copy.AddFile(path, name, one);
            if (folder.Plan is { } plan)
                copy.SetPlan(path, plan);
        }

        copy.Complete(Time);
        AtomicFile.Write(FileOf(_root), text.ToArray(), outlivesPowerCut: false);
    }

    private void Enter(string path)
    {
        if (_current == path)
            return;
        _current = path;
        Line('F').Field(path).Field(_folders[path].Time).End();
    }

    private void WriteFile(string name, MaterialFile file)
    {
        int source = IndexOfSource(file.SourceFolder);
        Line(file.IsCopy ? 'K' : file.IsBehindLink ? 'Y' : 'L').Field(name).Field(file.Made);
        if (file.IsCopy)
            Field(file.Source);
        Field(source).Field(file.SourceName == name ? "" : file.SourceName).End();
    }

    private int IndexOfSource(string folder)
    {
        if (_checkedSources.Add(folder))
        {
            // A link may lead to another folder than before.
            ulong number = NameState.Behind(folder).Number;
            if (!_sources.ContainsKey(folder) || _sourceNumbers.GetValueOrDefault(folder) != number)
            {
                _sources[folder] = _sourceNames.Count;
                _sourceNames.Add(folder);
                _sourceNumbers[folder] = number;
                Line('S').Field(folder).Field((long)number).End();
            }
        }

        return _sources[folder];
    }

    /// <summary>Begins a line, which <see cref="End"/> ends.</summary>
    private MaterialManifest Line(char kind) => Byte((byte)kind);

    private MaterialManifest Field(in NameState state) => Field((long)state.Number).Field(state.Size).Field(state.Time);

    private MaterialManifest Field(long number)
    {
        Byte(Tab).Reserve(24);
        Utf8Formatter.TryFormat(number, _buffer.AsSpan(_length), out int written);
        _length += written;
        return this;
    }

    private MaterialManifest Field(string text) => Byte(Tab).Text(text.AsSpan().IndexOfAny('\t', '\n', '%') < 0
        ? text
        : text.Replace("%", "%25").Replace("\t", "%09").Replace("\n", "%0A"));

    private MaterialManifest Text(string text)
    {
        Reserve(text.Length * 3);
        _length += s_encoding.GetBytes(text, _buffer.AsSpan(_length));
        return this;
    }

    private void End()
    {
        Byte(LineEnd);
        _lines++;
    }

    private MaterialManifest Byte(byte value)
    {
        Reserve(1);
        _buffer[_length++] = value;
        return this;
    }

    private void Reserve(int bytes)
    {
        if (_buffer.Length - _length < bytes)
            Array.Resize(ref _buffer, Math.Max(_buffer.Length * 2, _length + bytes));
    }

    private void Read(ReadOnlySpan<byte> text)
    {
        List<(string, string)> targets = [];
        List<string> copied = [];
        int end = text.IndexOf(LineEnd);
        if (end < 0 || !text[..end].SequenceEqual(Encoding.ASCII.GetBytes(Format)))
            throw Damaged();
        text = text[(end + 1)..];
        // A line without an end was never completely written, so what it says wasn't done.
        for (; (end = text.IndexOf(LineEnd)) >= 0; text = text[(end + 1)..])
        {
            ReadOnlySpan<byte> line = text[..end];
            _lines++;
            if (line.IsEmpty)
                throw Damaged();
            if (line[0] is (byte)'L' or (byte)'K' or (byte)'Y' or (byte)'-')
                NoteLine(line, _text.Length - text.Length);
            else
                ReadLine((char)line[0], new Fields(line[1..]), targets, copied);
        }

        // What a kill has left of a line must not become part of the next one.
        if (!text.IsEmpty)
            _stream.SetLength(_stream.Length - text.Length);
        _stream.Seek(0, SeekOrigin.End);
        if (targets.Count == 0)
            throw Damaged();
        (Targets, Copied, _current) = (targets, [.. copied.Distinct()], null);
    }

    private void ReadLine(char kind, Fields fields, List<(string, string)> targets, List<string> copied)
    {
        switch (kind)
        {
            case 'N':
                HasMadeRoot = true;
                break;
            case 'T':
                targets.Add((fields.Text(), fields.Text()));
                break;
            case 'C':
                copied.Add(fields.Text());
                break;
            case 'S':
                string source = fields.Text();
                _sources[source] = _sourceNames.Count;
                _sourceNames.Add(source);
                _sourceNumbers[source] = (ulong)fields.Number();
                break;
            case 'F':
                _current = fields.Text();
                _isSamePart = false;
                if (_current.Length > 0 && !_current.Split('/').All(IsName))
                    throw Damaged();
                Set(_current, fields.Number());
                break;
            case 'P':
                MaterialFolder planned = _folders.GetValueOrDefault(fields.Text()) ?? throw Damaged();
                planned.Plan = new FolderPlan((ulong)fields.Number(), fields.Text() is { Length: > 0 } own ? own : null);
                break;
            case 'R':
                Forget(fields.Text());
                break;
            case 'B':
                IsComplete = false;
                break;
            case 'E':
                (IsComplete, Time) = (true, fields.Number());
                break;
            default:
                throw Damaged();
        }
    }

    /// <summary>Notes where a line about a file is. Most are never asked for.</summary>
    private void NoteLine(ReadOnlySpan<byte> line, int start)
    {
        int fields = line[0] switch { (byte)'K' => 9, (byte)'-' => 1, _ => 6 };
        if (_current is null || !_folders.TryGetValue(_current, out MaterialFolder? folder) || line.Count(Tab) != fields)
            throw Damaged();
        if (line[0] == '-')
            (folder.Plan, folder.Parts) = (null, folder.Parts + 1);
        folder.HasCopies |= line[0] == 'K';
        folder.Read ??= ReadFiles;
        folder.Parts += _isSamePart ? 0 : 1;
        _isSamePart = true;
        int end = start + line.Length + 1;
        if (folder.Lines is [.., var last] && last.End == start)
            folder.Lines[^1] = (last.Start, end, last.Count + 1);
        else
            folder.Lines.Add((start, end, 1));
    }

    private void ReadFiles(MaterialFolder folder)
    {
        foreach ((int start, int end, _) in folder.Lines)
        {
            for (ReadOnlySpan<byte> text = _text.AsSpan(start..end); !text.IsEmpty;)
            {
                int length = text.IndexOf(LineEnd);
                var fields = new Fields(text[1..length]);
                if (text[0] == '-')
                    folder.Files.Remove(fields.Text());
                else
                    ReadFile(folder, (char)text[0], ref fields);
                text = text[(length + 1)..];
            }
        }
    }

    private void ReadFile(MaterialFolder current, char kind, ref Fields fields)
    {
        bool isCopy = kind == 'K';
        string name = fields.Text();
        NameState made = fields.State(), source = isCopy ? fields.State() : made;
        int folder = (int)fields.Number();
        string sourceName = fields.Text();
        // Another version, or another program, has written here.
        if (folder < 0 || folder >= _sourceNames.Count || !IsName(name) || (sourceName.Length > 0 && !IsName(sourceName)))
            throw Damaged();
        current.Files[name] = new MaterialFile(isCopy, made, source, _sourceNames[folder], sourceName.Length == 0 ? name : sourceName)
        {
            Name = name,
            IsBehindLink = kind == 'Y',
        };
    }

    private static bool IsName(string name) => name is not ("" or "." or "..") && !name.Contains('/') && !name.Contains('\0');

    private CliException Damaged() => new(
        $"'{FileOf(_root)}' is damaged, or of another version of rvfs: what rvfs has made there isn't known, and nothing was changed.",
        "Use the version that made the folder, or delete the folder yourself: its files are second names or copies.");

    private ref struct Fields(ReadOnlySpan<byte> rest)
    {
        private ReadOnlySpan<byte> _rest = rest;

        public string Text()
        {
            string text = Encoding.UTF8.GetString(Next());
            return text.Contains('%') ? text.Replace("%0A", "\n").Replace("%09", "\t").Replace("%25", "%") : text;
        }

        public long Number() => Utf8Parser.TryParse(Next(), out long number, out _) ? number : 0;

        public NameState State() => new(NameKind.File, (ulong)Number(), Number(), Number());

        private ReadOnlySpan<byte> Next()
        {
            if (_rest.IsEmpty)
                return [];
            // The tab before the field.
            _rest = _rest[1..];
            int end = _rest.IndexOf(Tab) is var tab and >= 0 ? tab : _rest.Length;
            ReadOnlySpan<byte> field = _rest[..end];
            _rest = _rest[end..];
            return field;
        }
    }
}
