using System.Runtime.InteropServices;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Mods.Events;

/// <summary>The fixed part of one record; the path's characters follow it. The same size everywhere.</summary>
[StructLayout(LayoutKind.Explicit, Size = Size)]
internal struct EventRecord
{
    /// <summary>Bytes of the fixed part.</summary>
    public const int Size = 40;

    /// <summary>
    /// Written last, 0 while the record is being written. In a crash ring its number, from 1; in the event ring one more than
    /// <see cref="EventHeader.Written"/> was when it began.
    /// </summary>
    [FieldOffset(0)] public long Sequence;

    /// <summary>When the call began, in time stamps; in a crash ring when it ended.</summary>
    [FieldOffset(8)] public ulong Began;

    /// <summary>How long it took, in time stamps.</summary>
    [FieldOffset(16)] public uint Duration;

    /// <summary>The thread.</summary>
    [FieldOffset(20)] public uint Thread;

    /// <summary>The NTSTATUS.</summary>
    [FieldOffset(24)] public int Status;

    /// <summary>The layer that the file is of; 0 where it isn't a mod's.</summary>
    [FieldOffset(28)] public int Layer;

    /// <summary>The function (<see cref="EventFunction"/>).</summary>
    [FieldOffset(32)] public byte Function;

    /// <summary>What the path is: a <see cref="Lookup.LookupKind"/>.</summary>
    [FieldOffset(33)] public byte Kind;

    /// <summary>Characters of the path that are here: its end, where the whole is longer.</summary>
    [FieldOffset(34)] public ushort Length;

    /// <summary>Characters that the path has.</summary>
    [FieldOffset(36)] public ushort FullLength;
}

/// <summary>The functions whose calls are recorded; the numbers are part of the format.</summary>
internal enum EventFunction : byte
{
    /// <summary>One that this version has no name for.</summary>
    Other = 0,

    /// <summary><c>NtCreateFile</c>.</summary>
    NtCreateFile = 1,

    /// <summary><c>NtOpenFile</c>.</summary>
    NtOpenFile = 2,

    /// <summary><c>NtQueryAttributesFile</c>.</summary>
    NtQueryAttributesFile = 3,

    /// <summary><c>NtQueryFullAttributesFile</c>.</summary>
    NtQueryFullAttributesFile = 4,

    /// <summary><c>NtQueryInformationByName</c>.</summary>
    NtQueryInformationByName = 5,

    /// <summary><c>NtDeleteFile</c>.</summary>
    NtDeleteFile = 6,
}

/// <summary>One call of a game, formatted by the reader. Immutable.</summary>
/// <param name="Began">Since the process's start of the VFS.</param>
/// <param name="Duration">How long it took; zero in a crash ring.</param>
/// <param name="Thread">The thread.</param>
/// <param name="Function">The function.</param>
/// <param name="Status">The NTSTATUS.</param>
/// <param name="Kind">What the path is.</param>
/// <param name="Path">The path that the game asked for; its end, after an ellipsis, where it was too long for a record.</param>
/// <param name="Layer">The layer that the file is of; null where it isn't a mod's.</param>
internal sealed record FileEvent(TimeSpan Began, TimeSpan Duration, uint Thread, EventFunction Function, int Status, LookupKind Kind,
    string Path, EventLayer? Layer)
{
    /// <summary>Whether a mod's file was taken.</summary>
    public bool IsRedirected => Kind == LookupKind.File && Layer is not null;

    /// <summary>Whether there was no such file.</summary>
    public bool IsMissing => (uint)Status is 0xC0000034 or 0xC000003A or 0xC000000F;

    /// <summary>Whether a file was opened, rather than asked about.</summary>
    public bool IsOpen => Function is EventFunction.NtCreateFile or EventFunction.NtOpenFile;

    /// <summary>The real file that it became, without the NT prefix; null where it isn't a mod's.</summary>
    public string? Became
    {
        get
        {
            if (!IsRedirected || Path.StartsWith('…') || Path.Length <= Layer!.Target.Length)
                return null;
            string source = NtPath.ToWin32(Layer.Source);
            return source + Path[(Layer.Target.Length + (Layer.Target.EndsWith('\\') ? 0 : 1))..];
        }
    }
}
