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
        if (found.HasOpenTarget && !call.MayCreate)
            return InvokeOpenName(ref call, in path, in found, ref buffers);
        UNICODE_STRING name;
        OBJECT_ATTRIBUTES attributes;
        Fill(&attributes, &name, buffers.Target, (int)(found.CopyTarget(buffers.Target) - buffers.Target), in path, ref buffers);
        return call.Invoke(&attributes);
    }

    /// <summary>
    /// The original on a mod's file by the spelling that the system opens fastest. Where nothing is found by it, the target's own name has
    /// the last word: what is to be done then is decided by its status.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static NtStatus InvokeOpenName<TCall>(ref TCall call, in CapturedPath path, in LookupResult found, ref PathBuffers buffers)
        where TCall : struct, INamedCall
    {
        UNICODE_STRING name;
        OBJECT_ATTRIBUTES attributes;
        if (found.OpenTargetLength <= PathBuffers.StackCapacity && (path.Header.Attributes & ObjectAttributeFlags.OBJ_DONT_REPARSE) == 0)
        {
            Fill(&attributes, &name, buffers.Target, (int)(found.CopyOpenTarget(buffers.Target) - buffers.Target), in path, ref buffers);
            NtStatus status = call.Invoke(&attributes);
            if (!IsVanished(status))
                return status;
        }

        Fill(&attributes, &name, buffers.Target, (int)(found.CopyTarget(buffers.Target) - buffers.Target), in path, ref buffers);
        return call.Invoke(&attributes);
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
