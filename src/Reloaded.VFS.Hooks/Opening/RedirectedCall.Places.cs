using Reloaded.VFS.Hooks.Writing;

namespace Reloaded.VFS.Hooks.Opening;

/// <content>
/// Calls of the original on a real file or folder: on what a mod supplies, by the spelling that the system opens fastest or by its own
/// name; on the game's own; on a place that a policy names.
/// </content>
internal static unsafe partial class RedirectedCall
{
    /// <summary>Calls the original on a mod's file.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static NtStatus InvokeFound<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall =>
        name.Found.BackingLength <= PathBuffers.StackCapacity && name.Path is { StreamLength: 0, HasTrailingBackslash: false }
            ? InvokeFile(ref call, ref name)
            : InvokeBacking(ref call, ref name);

    /// <summary>Calls the original on a mod's file whose path fits the buffer: most redirected calls.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    private static NtStatus InvokeFile<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref name.Found;
        if (found.HasOpenName && !call.MayCreate && TryInvokeOpenName(ref call, ref name, out NtStatus status))
            return status;
        UNICODE_STRING text;
        OBJECT_ATTRIBUTES attributes;
        char* target = name.Buffers->Backing;
        int length = (int)(found.CopyBacking(target) - target);
        if (call.MayCreate)
            GiveLetters(new Span<char>(target, length), in name);
        Fill(&attributes, &text, target, length, in name);
        return call.Invoke(&attributes);
    }

    /// <summary>
    /// Gives what a call creates the letter case of the game's name; what exists keeps its own. A single file that a mod has under another
    /// name is created under that name.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void GiveLetters(Span<char> target, in CalledName name)
    {
        ReadOnlySpan<char> given = VirtualPath.GetName(name.Text);
        if (target.Length > given.Length && target[^(given.Length + 1)] == '\\' && CaseFolding.Equals(target[^given.Length..], given))
            given.CopyTo(target[^given.Length..]);
    }

    /// <summary>
    /// Calls the original on a mod's file by the spelling that the system opens fastest. Returns false if nothing is found by that
    /// spelling: the status of the backing file's own name then decides what to do.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private static bool TryInvokeOpenName<TCall>(ref TCall call, ref CalledName name, out NtStatus status)
        where TCall : struct, INamedCall
    {
        status = default;
        ref readonly LookupResult found = ref name.Found;
        if (found.OpenNameLength > PathBuffers.StackCapacity
            || (name.Path.Header.Attributes & ObjectAttributeFlags.OBJ_DONT_REPARSE) != 0)
            return false;
        UNICODE_STRING text;
        OBJECT_ATTRIBUTES attributes;
        char* target = name.Buffers->Backing;
        Fill(&attributes, &text, target, (int)(found.CopyOpenName(target) - target), in name);
        status = call.Invoke(&attributes);
        return !IsVanished(status);
    }

    /// <summary>
    /// Calls the original on the backing file or folder: folder and name are joined in the call's buffer, absolute, in the letter case on
    /// disk.
    /// </summary>
    private static NtStatus InvokeBacking<TCall>(ref TCall call, ref CalledName name)
        where TCall : struct, INamedCall
    {
        ref readonly LookupResult found = ref name.Found;
        ReadOnlySpan<char> last = found.Kind == LookupKind.Miss ? VirtualPath.GetName(name.Text) : [], stream = name.Stream;
        int length = found.BackingLength + last.Length + stream.Length
            + (name.Path.HasTrailingBackslash && found.Kind != LookupKind.Folder ? 1 : 0);
        // The longest name in a UNICODE_STRING; no call opens a longer one.
        if (length > ushort.MaxValue / sizeof(char))
            return call.Invoke(name.Original);
        char* start = name.Buffers->Backing;
        void* longText = null;
        if (length > name.Buffers->Capacity)
        {
            longText = NativeMemory.Alloc((nuint)length, sizeof(char));
            start = (char*)longText;
        }

        var target = new Span<char>(start, length);
        found.CopyBacking(start);
        if (call.MayCreate && found.Kind == LookupKind.File)
            GiveLetters(target[..found.BackingLength], in name);
        last.CopyTo(target[found.BackingLength..]);
        stream.CopyTo(target[(found.BackingLength + last.Length)..]);
        if (length > found.BackingLength + last.Length + stream.Length)
            target[^1] = '\\';
        // A folder's own name is given without the backslash that its members' names need.
        if (found.Kind == LookupKind.Folder)
            length = NtPath.ToOpen(target).Length;

        UNICODE_STRING text;
        OBJECT_ATTRIBUTES attributes;
        Fill(&attributes, &text, start, length, in name);
        NtStatus status = call.Invoke(&attributes);
        if (longText is not null)
            NativeMemory.Free(longText);
        return status;
    }

    private static NtStatus InvokePlace<TCall>(ref TCall call, ref CalledName name, in Attempt attempt)
        where TCall : struct, INamedCall
    {
        if (attempt.On == AttemptOn.Original)
            return call.Invoke(name.Original);
        fixed (char* start = attempt.Place)
        {
            UNICODE_STRING text;
            OBJECT_ATTRIBUTES attributes;
            Fill(&attributes, &text, start, attempt.Place.Length, in name);
            if (attempt.IsNotNew)
                attributes.SecurityDescriptor = null;
            return attempt.On == AttemptOn.FolderPlace ? call.InvokeOnFolder(&attributes)
                : attempt.Request is { } request ? call.InvokeAs(&attributes, request)
                : call.Invoke(&attributes);
        }
    }

    /// <summary>Returns a real folder as it is opened, with what follows the name in the game's call.</summary>
    private static string WithRest(ReadOnlySpan<char> folder, in CalledName name) => name.Rest is { Length: > 0 } rest
        ? string.Concat(NtPath.WithoutBackslash(folder), rest)
        : NtPath.ToOpen(folder).ToString();

    /// <summary>Writes the path in the game's own folder to the buffer for a backing path.</summary>
    private static bool TryMakeAbsolute(in CalledName name, UNICODE_STRING* unicode, OBJECT_ATTRIBUTES* attributes)
    {
        const string prefix = NtPath.Prefix;
        ReadOnlySpan<char> whole = name.Path.Whole;
        int length = prefix.Length + whole.Length + (name.Path.HasTrailingBackslash ? 1 : 0);
        if (length > name.Buffers->Capacity || length > ushort.MaxValue / sizeof(char))
            return false;
        var text = new Span<char>(name.Buffers->Backing, length);
        prefix.CopyTo(text);
        whole.CopyTo(text[prefix.Length..]);
        if (name.Path.HasTrailingBackslash)
            text[^1] = '\\';
        Fill(attributes, unicode, name.Buffers->Backing, length, in name);
        return true;
    }

    private static void Fill(OBJECT_ATTRIBUTES* attributes, UNICODE_STRING* whole, char* text, int length, in CalledName name)
    {
        whole->Length = whole->MaximumLength = (ushort)(length * sizeof(char));
        whole->Buffer = text;
        attributes->Length = (uint)sizeof(OBJECT_ATTRIBUTES);
        attributes->RootDirectory = 0;
        attributes->ObjectName = whole;
        attributes->Attributes = name.Path.Header.Attributes;
        attributes->SecurityDescriptor = (void*)name.Path.Header.SecurityDescriptor;
        attributes->SecurityQualityOfService = (void*)name.Path.Header.SecurityQualityOfService;
        if ((name.Path.Header.Attributes & ObjectAttributeFlags.OBJ_DONT_REPARSE) != 0)
            NameWithoutLinks.Apply(attributes, in name);
    }
}
