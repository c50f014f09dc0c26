using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Reloaded.VFS.Hooks.Spelling;
using Reloaded.VFS.Hooks.View;
using Reloaded.VFS.Interop.Nt;
using Reloaded.VFS.Lookup;
using Reloaded.VFS.Paths;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>The original on what a mod supplies: by the spelling that the system opens fastest, or by the target's own name.</content>
internal static unsafe partial class RedirectedCall
{
    /// <summary>The original on a mod's file.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NtStatus InvokeFound<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, in CapturedPath path, in LookupResult found,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall =>
        found.TargetLength <= PathBuffers.StackCapacity && path is { StreamLength: 0, HasTrailingBackslash: false }
            ? InvokeFile(ref call, in path, in found, ref buffers)
            : InvokeTarget(ref call, original, in path, in found, ref buffers);

    /// <summary>The original on a mod's file whose path has room in the buffer: what most redirected calls are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NtStatus InvokeFile<TCall>(ref TCall call, in CapturedPath path, in LookupResult found, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        if (found.HasOpenTarget && !call.MayCreate && TryInvokeOpenName(ref call, in path, in found, ref buffers, out NtStatus status))
            return status;
        UNICODE_STRING name;
        OBJECT_ATTRIBUTES attributes;
        int length = (int)(found.CopyTarget(buffers.Target) - buffers.Target);
        if (call.MayCreate)
            GiveLetters(new Span<char>(buffers.Target, length), in path);
        Fill(&attributes, &name, buffers.Target, length, in path, ref buffers);
        return call.Invoke(&attributes);
    }

    /// <summary>
    /// What a call makes has the letters that the game gave; what is there keeps its own. A single file that a mod has under another name
    /// is made under that.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void GiveLetters(Span<char> target, in CapturedPath path)
    {
        ReadOnlySpan<char> given = VirtualPath.GetName(path.Span);
        if (target.Length > given.Length && target[^(given.Length + 1)] == '\\' && CaseFolding.Equals(target[^given.Length..], given))
            given.CopyTo(target[^given.Length..]);
    }

    /// <summary>
    /// The original on a mod's file by the spelling that the system opens fastest. False where nothing is found by it: what is to be done
    /// then is decided by the status of the target's own name.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool TryInvokeOpenName<TCall>(ref TCall call, in CapturedPath path, in LookupResult found, ref PathBuffers buffers,
        out NtStatus status)
        where TCall : struct, INamedCall
    {
        status = default;
        if (found.OpenTargetLength > PathBuffers.StackCapacity || (path.Header.Attributes & ObjectAttributeFlags.OBJ_DONT_REPARSE) != 0)
            return false;
        UNICODE_STRING name;
        OBJECT_ATTRIBUTES attributes;
        Fill(&attributes, &name, buffers.Target, (int)(found.CopyOpenTarget(buffers.Target) - buffers.Target), in path, ref buffers);
        status = call.Invoke(&attributes);
        return !IsVanished(status);
    }

    /// <summary>
    /// The original on the target: the folder and the name put together in the call's buffer, absolute, in the casing on disk.
    /// </summary>
    private static NtStatus InvokeTarget<TCall>(ref TCall call, OBJECT_ATTRIBUTES* original, in CapturedPath path, in LookupResult found,
        ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        ReadOnlySpan<char> name = found.Kind == LookupKind.Miss ? VirtualPath.GetName(path.Span) : [];
        var stream = new ReadOnlySpan<char>(path.Text + path.Length, path.StreamLength);
        int length = found.TargetLength + name.Length + stream.Length
            + (path.HasTrailingBackslash && found.Kind != LookupKind.Folder ? 1 : 0);
        // The longest name that a UNICODE_STRING can hold; no call opens a longer one.
        if (length > ushort.MaxValue / sizeof(char))
            return call.Invoke(original);
        char* text = buffers.Target;
        void* longText = null;
        if (length > buffers.Capacity)
        {
            longText = NativeMemory.Alloc((nuint)length, sizeof(char));
            text = (char*)longText;
        }

        var target = new Span<char>(text, length);
        found.CopyTarget(text);
        if (call.MayCreate && found.Kind == LookupKind.File)
            GiveLetters(target[..found.TargetLength], in path);
        name.CopyTo(target[found.TargetLength..]);
        stream.CopyTo(target[(found.TargetLength + name.Length)..]);
        if (length > found.TargetLength + name.Length + stream.Length)
            target[^1] = '\\';
        // A folder's own name is given without the backslash that its members' names need; a drive's root keeps it.
        if (found.Kind == LookupKind.Folder && !(length >= 2 && target[^2] == ':'))
            length--;

        UNICODE_STRING targetName;
        OBJECT_ATTRIBUTES attributes;
        Fill(&attributes, &targetName, text, length, in path, ref buffers);
        NtStatus status = call.Invoke(&attributes);
        if (longText is not null)
            NativeMemory.Free(longText);
        return status;
    }
}
